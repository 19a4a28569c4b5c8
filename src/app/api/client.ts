// The HTTP client. Every failure becomes an ApiProblem; nothing is thrown.
import type { FetchResponse } from 'ofetch'
import * as v from 'valibot'
import { onNews } from '#app/state/live.ts'
import { recordCall } from '#app/state/online.ts'
import { writeStored } from '#app/state/stored.ts'
import { OPEN_DOCUMENT } from '#app/state/stored-name.ts'
import { trackPending } from '#app/state/when-idle.ts'
import { fillPath } from '#core/wire/call.ts'
import type { PreparedCall } from '#core/wire/prepared-call.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { isPortalPage, isRedirectedToPortal } from './captive-portal.ts'
import { isOpenDocument, takeEarlyDocument } from './early-document.ts'
import {
  authorizedOptions,
  detailOf,
  http,
  responseOfError,
  SignedOut,
  type TokenSource,
  toFailedAnswer,
} from './http.ts'
import { noteLedgerState } from './ledger-state.ts'
import { type ApiProblem, isServerUnreachable, makeApiProblem } from './problem.ts'
import { type FailedAnswer, isOtherServer, onlyMessageOf, parseJson, refusalOf } from './refusal.ts'

interface ClientOptions {
  /** Ends with a slash; a path is relative to the app's origin. */
  readonly apiBase: string
  readonly tokens: TokenSource
  /** Timeout of a call, in milliseconds. */
  readonly timeoutMs?: number
}

interface PerformOptions {
  /**
   * Identifies the change: a retry with the same key has no second effect. Default: a new key for each call.
   */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

export type Perform = <Answer>(
  ask: PreparedCall<Answer>,
  options?: PerformOptions,
) => Promise<Result<Answer, ApiProblem>>

/** Writes bodies and queries in the format of the configured server. Loaded after the first screen. */
export interface WireText {
  /** Called with the text of each answer. */
  readonly note: (call: string, text: string) => void
  /** The query and the text of the body for this server. */
  readonly write: (ask: PreparedCall<unknown>) => { readonly query: unknown; readonly text: string }
}
let wire: WireText | undefined
const early: [string, string][] = []

/** Installs it and passes it the answers received so far. */
export function installWire(text: WireText): void {
  wire = text
  for (const answer of early.splice(0)) text.note(...answer)
}

// A request as it is sent.
interface SentRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

const defaultTimeoutMs = 30_000

// The latest changes sent from this page, by key; resolves to whether they were answered.
const answeredByKey = new Map<string, Promise<boolean>>()
const maxChanges = 500

/** Was a change with this key sent from this page and answered? Waits for a pending one. */
export async function isAnsweredHere(key: string): Promise<boolean> {
  return (await answeredByKey.get(key)) ?? false
}

const noteChange = (key: string, answered: Promise<boolean>) => {
  answeredByKey.set(key, answered)
  const [oldest] = answeredByKey.keys()
  if (answeredByKey.size > maxChanges && oldest !== undefined) answeredByKey.delete(oldest)
}

interface Client extends Required<ClientOptions> {
  /** The absolute address of `apiBase`. */
  readonly base: string
  readonly isOtherOrigin: boolean
  /** The other origin has sent a readable answer. */
  allowsOrigin: boolean
}

/**
 * Creates a client. A change is sent once. It is retried only with its own key, and only if the server
 * refused the token or is still processing the first attempt.
 */
export function createClient({ timeoutMs = defaultTimeoutMs, ...options }: ClientOptions): Perform {
  const base = new URL(options.apiBase, window.location.origin).href
  const isOtherOrigin = isOtherServer(options.apiBase)
  const client: Client = { ...options, timeoutMs, base, isOtherOrigin, allowsOrigin: false }
  return (ask, { idempotencyKey, signal } = {}) => {
    if (ask.of.method === 'GET') return attempt(client, ask, undefined, signal)
    const key = idempotencyKey ?? crypto.randomUUID()
    const answer = attempt(client, ask, key, signal)
    noteChange(
      key,
      answer.then(({ ok }) => ok),
    )
    return answer
  }
}

async function attempt<Answer>(
  client: Client,
  ask: PreparedCall<Answer>,
  key: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Result<Answer, ApiProblem>> {
  const timeout = AbortSignal.timeout(client.timeoutMs)
  const endSignal = signal ? AbortSignal.any([signal, timeout]) : timeout
  const began = performance.now()
  let sentRequest: SentRequest | undefined
  try {
    const response = await send(client, ask, key, endSignal, (now) => {
      sentRequest = now
    }).catch(responseOfError)
    const answer = await toFailedAnswer(response)
    const isPortal = isPortalPage(answer, answer.text)
    recordCall(isPortal ? 'portal' : 'server', began)
    return isPortal
      ? fail(makeApiProblem('captive_portal', `${ask.call}: a page`))
      : read(ask, answer, client.isOtherOrigin)
  } catch (error) {
    const problem = problemOf(error, timeout, signal)
    return fail(await explainProblem(client, problem, sentRequest, began, endSignal))
  }
}

// Records a call without an answer; a portal or a refused origin may be the cause.
async function explainProblem(
  client: Client,
  problem: ApiProblem,
  sentRequest: SentRequest | undefined,
  began: number,
  signal: AbortSignal,
): Promise<ApiProblem> {
  const isUnreachable = problem.code === 'unreachable'
  if (isUnreachable && (await isRedirectedToPortal(client.base, signal))) {
    recordCall('portal', began)
    return makeApiProblem('captive_portal', problem.detail)
  }
  // An origin that was readable before is allowed: a gateway's failure may come without CORS headers.
  const mayBeRefusedOrigin = client.isOtherOrigin && !client.allowsOrigin && isUnreachable
  if (mayBeRefusedOrigin && (await isOriginRefused(sentRequest, signal))) {
    recordCall('otherOrigin', began)
    return makeApiProblem('origin_not_allowed', problem.detail)
  }
  if (isServerUnreachable(problem)) recordCall('nobody', began)
  return problem
}

// Sends the request and records it; returns the unparsed response.
function send(
  client: Client,
  ask: PreparedCall<unknown>,
  key: string | undefined,
  signal: AbortSignal,
  note: (sentRequest: SentRequest) => void,
): Promise<FetchResponse<string>> {
  const { path, method } = ask.of
  const { params, body } = ask.input
  const { query, text } = wire?.write(ask) ?? { ...ask.input, text: JSON.stringify(body) }
  const api = http.create(
    { baseURL: client.base },
    {
      fetch: async (request, options) => {
        const url = typeof request === 'string' ? request : 'url' in request ? request.url : request.href
        const headers = Object.fromEntries(new Headers(options?.headers))
        note({ url, headers })
        if (ask.call.endsWith('.detail') && isOpenDocument(url))
          writeStored(OPEN_DOCUMENT, { address: window.location.pathname, url }, 'tab')
        const token = headers['authorization']?.slice('Bearer '.length) ?? ''
        const early = takeEarlyDocument(method, url, token)
        return (early && (await early)) ?? http.native(request, options)
      },
    },
  )
  return api.raw<string, 'text'>(fillPath(path, toTexts(params)), {
    ...authorizedOptions(client.tokens, client.isOtherOrigin),
    method,
    query: toTexts(query),
    ...(body !== undefined && { body: text }),
    headers: {
      accept: 'application/json',
      // The language of printed documents.
      'accept-language': document.documentElement.lang,
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    responseType: 'text',
    signal,
    onResponse: ({ response }) => {
      client.allowsOrigin = true
      noteLedgerState(response.headers.get('ledger-state'))
    },
  })
}

const isOriginRefused = async (
  sentRequest: SentRequest | undefined,
  signal: AbortSignal,
): Promise<boolean> => {
  if (!sentRequest) return false
  const loaded = await import('./refused-origin.ts').catch(() => undefined)
  return loaded?.refusesOrigin(sentRequest.url, sentRequest.headers, signal) ?? false
}

const read = <Answer>(
  ask: PreparedCall<Answer>,
  answer: FailedAnswer,
  isOtherOrigin: boolean,
): Result<Answer, ApiProblem> => {
  if (answer.status >= 400 || answer.status < 200) return fail(refusalOf(answer, isOtherOrigin))
  const json = parseJson(answer.text)
  if (wire) wire.note(ask.call, answer.text)
  else early.push([ask.call, answer.text])
  if (json === undefined) {
    return fail(unreadable(answer, `${ask.call}: not JSON`))
  }
  const message = ask.of.method === 'GET' ? onlyMessageOf(json) : ''
  if (message !== '') return fail(makeApiProblem('server_refused', message, answer.status))
  const parsed = v.safeParse(ask.of.answer, json)
  if (!parsed.success) {
    const where = v.getDotPath(parsed.issues[0]) ?? 'the answer'
    const expected = parsed.issues[0].expected ?? parsed.issues[0].message
    return fail(unreadable(answer, `${ask.call}: ${where}, expected ${expected}`))
  }
  // `ask()` typed `read` by the same call's schema, which parsed the answer.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table cannot express the tie
  return succeed(ask.read(parsed.output as never, json))
}

// Maximum length of a stored unreadable answer, in characters.
const maxRawLength = 2000

const unreadable = ({ status, text }: FailedAnswer, detail: string): ApiProblem => ({
  ...makeApiProblem('answer_does_not_fit', detail, status),
  raw: text.slice(0, maxRawLength),
})

const problemOf = (error: unknown, timeout: AbortSignal, signal: AbortSignal | undefined): ApiProblem => {
  if (error instanceof SignedOut) return makeApiProblem('signed_out', error.message, error.status)
  const detail = detailOf(error)
  if (signal?.aborted) return makeApiProblem('cancelled', detail)
  if (timeout.aborted) return makeApiProblem('timeout', detail)
  return makeApiProblem(navigator.onLine ? 'unreachable' : 'offline', detail)
}

// Parameters and query values as texts; absent ones are left out.
const toTexts = (values: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values ?? {})
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, String(value)]),
  )

let current: Perform | undefined

/** Installs the client that `perform` uses: the app once at start, tests per case. */
export function installClient(client: Perform): void {
  current = client
}

type AnswerListener = (ask: PreparedCall<unknown>, answer: unknown, beganAt: number) => void
let answerListener: AnswerListener | undefined

/**
 * Calls `listener` for each answer from now on, with the time its request began by the page's clock; replaces
 * the previous listener.
 */
export function onAnswer(listener: AnswerListener): void {
  answerListener = listener
}

// Maximum age of a prefetched answer, in milliseconds.
const maxPrefetchAgeMs = 5000
let isSubscribed = false
let prefetched:
  | { readonly name: string; readonly at: number; readonly answer: ReturnType<Perform> }
  | undefined

const nameOf = ({ call, input }: PreparedCall<unknown>) => `${call} ${JSON.stringify(input)}`

/**
 * Prefetches an ask before its screen mounts. The next `perform` of the same ask gets this answer, unless
 * anyone changes data meanwhile.
 */
export function prefetch(ask: PreparedCall<unknown>): void {
  if (!current) throw new Error('prefetch was called before the client was installed')
  if (!isSubscribed)
    onNews(({ Type }) => {
      if (Type === 'change' || Type === 'reload') prefetched = undefined
    })
  isSubscribed = true
  prefetched = { name: nameOf(ask), at: performance.now(), answer: current(ask) }
}

// Only once, and never after a change.
const takePrefetched = <Answer>(
  ask: PreparedCall<Answer>,
): Promise<Result<Answer, ApiProblem>> | undefined => {
  const { name, at, answer } = prefetched ?? {}
  const isSame = ask.of.method === 'GET' && name === nameOf(ask)
  if (isSame || ask.of.method !== 'GET') prefetched = undefined
  if (!isSame || at === undefined || performance.now() - at > maxPrefetchAgeMs) return undefined
  // The same call with the same arguments has the same type of answer.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tied together by their name
  return answer as Promise<Result<Answer, ApiProblem>>
}

/** Performs an ask: its answer, or the problem. Never throws. */
export const perform: Perform = async (ask, options) => {
  if (!current) throw new Error('perform was called before the client was installed')
  const beganAt = performance.now()
  const result = await trackPending(takePrefetched(ask) ?? current(ask, options))
  if (result.ok) answerListener?.(ask, result.value, beganAt)
  return result
}
