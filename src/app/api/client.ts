// The HTTP client. Every failure becomes an ApiProblem; nothing is thrown.
import * as v from 'valibot'
import { onNews } from '#app/state/live.ts'
import { noteCall } from '#app/state/online.ts'
import { writeStored } from '#app/state/stored.ts'
import { OPEN_DOCUMENT } from '#app/state/stored-name.ts'
import { waitedFor } from '#app/state/when-idle.ts'
import type { Ask } from '#core/wire/ask-of.ts'
import { fillPath } from '#core/wire/call.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { isPortalPage, leadsToPortal } from './captive-portal.ts'
import { isOpenDocument, takeEarlyDocument } from './early-document.ts'
import { noteLedgerState } from './ledger-state.ts'
import { type ApiProblem, makeApiProblem, meetsNobody } from './problem.ts'
import {
  type FailedAnswer,
  isOtherServer,
  onlyMessageOf,
  parseJson,
  refusalOf,
  refusesToken,
} from './refusal.ts'

/** The source of access tokens, provided by the sign-in. */
export interface TokenSource {
  /** A valid token, refreshed if needed; undefined if the person must sign in again. */
  readonly get: () => Promise<string | undefined>
  /** The server refused this token: returns a newer one of the same person, or undefined if there is none. */
  readonly replace: (refused: string) => Promise<string | undefined>
}

export interface ClientOptions {
  /** Ends with a slash; a path is relative to the app's origin. */
  readonly apiBase: string
  readonly tokens: TokenSource
  /** Timeout of an answer, in milliseconds. */
  readonly patience?: number
}

export interface PerformOptions {
  /** Names the change: a retry with the same key has no second effect. Default: a new key for each call. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

export type Perform = <Answer>(
  ask: Ask<Answer>,
  options?: PerformOptions,
) => Promise<Result<Answer, ApiProblem>>

/** What the screens of documents add: bodies in the form of the server. It is loaded after the first screen. */
export interface WireText {
  /** Sees each answer's text. */
  readonly note: (call: string, text: string) => void
  /** The query and the body's text for this server. */
  readonly write: (ask: Ask<unknown>) => { readonly query: unknown; readonly text: string }
}
let wire: WireText | undefined
const early: [string, string][] = []

/** Installs it; it gets the answers so far. */
export function installWire(text: WireText): void {
  wire = text
  for (const answer of early.splice(0)) text.note(...answer)
}

// A call as it goes out.
interface Sending {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

interface Sent extends FailedAnswer {
  readonly retryAfter: number | undefined
}

const PATIENCE = 30_000

// The latest changes sent from this page, by key: whether they were answered.
const changesOfPage = new Map<string, Promise<boolean>>()
const MOST_CHANGES = 500

/** Was a change with this key sent from this page and answered? Waits for a pending one. */
export async function isAnsweredHere(key: string): Promise<boolean> {
  return (await changesOfPage.get(key)) ?? false
}

const noteChange = (key: string, answered: Promise<boolean>) => {
  changesOfPage.set(key, answered)
  const [oldest] = changesOfPage.keys()
  if (changesOfPage.size > MOST_CHANGES && oldest !== undefined) changesOfPage.delete(oldest)
}

/**
 * Creates a client. A change is sent once; it is retried only with its own key, and only if the server
 * refused the token or is still processing the first attempt.
 */
export function createClient({ apiBase, tokens, patience = PATIENCE }: ClientOptions): Perform {
  const base = new URL(apiBase, window.location.origin).href
  const isOther = isOtherServer(apiBase)
  let allowsOrigin = false

  const send = async (
    ask: Ask<unknown>,
    token: string,
    idempotencyKey: string | undefined,
    signal: AbortSignal,
    note: (sending: Sending) => void,
  ): Promise<Sent> => {
    const { path, method } = ask.of
    const { params, body } = ask.input
    const { query, text } = wire?.write(ask) ?? { ...ask.input, text: JSON.stringify(body) }
    const asked = new URLSearchParams(texts(query)).toString()
    const url = base + fillPath(path, texts(params)) + (asked && `?${asked}`)
    if (ask.call.endsWith('.detail') && isOpenDocument(url))
      writeStored(OPEN_DOCUMENT, { address: window.location.pathname, url }, 'tab')
    const early = takeEarlyDocument(method, url, token)
    const headers = {
      accept: 'application/json',
      // The language of paper.
      'accept-language': document.documentElement.lang,
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    }
    note({ url, headers })
    const response =
      (early && (await early)) ??
      (await fetch(url, {
        method,
        headers,
        ...(body !== undefined && { body: text }),
        credentials: 'omit',
        cache: 'no-store',
        signal,
      }))
    allowsOrigin = true
    noteLedgerState(response.headers.get('ledger-state'))
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    return {
      status: response.status,
      text: await response.text(),
      type: response.headers.get('content-type'),
      retryAfter: Number.isFinite(seconds) ? seconds * 1000 : undefined,
    }
  }

  const attempt = async <Answer>(
    ask: Ask<Answer>,
    key: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Result<Answer, ApiProblem>> => {
    const timeout = AbortSignal.timeout(patience)
    const ends = signal ? AbortSignal.any([signal, timeout]) : timeout
    const began = performance.now()
    let sending: Sending | undefined
    const note = (now: Sending) => {
      sending = now
    }
    try {
      let token = await tokens.get()
      if (token === undefined) return fail(makeApiProblem('signed_out', 'No access token'))
      let sent = await send(ask, token, key, ends, note)
      for (let replaced = false; ; ) {
        if (refusesToken(sent, isOther)) {
          if (replaced) return fail(makeApiProblem('signed_out', 'A new access token was refused', 401))
          replaced = true
          token = await tokens.replace(token)
          if (token === undefined)
            return fail(makeApiProblem('signed_out', 'The access token was refused', 401))
        } else if (sent.status === 409 && sent.retryAfter !== undefined) {
          // The first attempt is still being processed: wait for its answer.
          await pause(sent.retryAfter, ends)
        } else break
        sent = await send(ask, token, key, ends, note)
      }
      const isPortal = isPortalPage(sent, sent.text)
      noteCall(isPortal ? 'portal' : 'server', began)
      return isPortal
        ? fail(makeApiProblem('captive_portal', `${ask.call}: a page`))
        : read(ask, sent, isOther)
    } catch (error) {
      const problem = problemOf(error, timeout, signal)
      const isPortal = problem.code === 'unreachable' && (await leadsToPortal(base, ends))
      if (isPortal) {
        noteCall('portal', began)
        return fail(makeApiProblem('captive_portal', problem.detail))
      }
      // A server that this page could read allows it: a gateway's own failure may come without CORS headers.
      const maybeRefused = isOther && !allowsOrigin && problem.code === 'unreachable'
      if (maybeRefused && (await isOriginRefused(sending, ends))) {
        noteCall('otherOrigin', began)
        return fail(makeApiProblem('origin_not_allowed', problem.detail))
      }
      if (meetsNobody(problem)) noteCall('nobody', began)
      return fail(problem)
    }
  }
  return (ask, { idempotencyKey, signal } = {}) => {
    if (ask.of.method === 'GET') return attempt(ask, undefined, signal)
    const key = idempotencyKey ?? crypto.randomUUID()
    const answer = attempt(ask, key, signal)
    noteChange(
      key,
      answer.then(({ ok }) => ok),
    )
    return answer
  }
}

const isOriginRefused = async (sending: Sending | undefined, signal: AbortSignal): Promise<boolean> => {
  if (!sending) return false
  const loaded = await import('./refused-origin.ts').catch(() => undefined)
  return loaded?.refusesOrigin(sending.url, sending.headers, signal) ?? false
}

const read = <Answer>(ask: Ask<Answer>, sent: Sent, isOther: boolean): Result<Answer, ApiProblem> => {
  if (sent.status >= 400 || sent.status < 200) return fail(refusalOf(sent, isOther))
  const json = parseJson(sent.text)
  if (wire) wire.note(ask.call, sent.text)
  else early.push([ask.call, sent.text])
  if (json === undefined) {
    return fail(unreadable(sent, `${ask.call}: not JSON`))
  }
  const message = ask.of.method === 'GET' ? onlyMessageOf(json) : ''
  if (message !== '') return fail(makeApiProblem('server_refused', message, sent.status))
  const parsed = v.safeParse(ask.of.answer, json)
  if (!parsed.success) {
    const where = v.getDotPath(parsed.issues[0]) ?? 'the answer'
    const expected = parsed.issues[0].expected ?? parsed.issues[0].message
    return fail(unreadable(sent, `${ask.call}: ${where}, expected ${expected}`))
  }
  // `ask()` typed `read` by the same call's schema, which parsed the answer.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tied together by `ask`, which the table cannot express
  return succeed(ask.read(parsed.output as never, json))
}

// Maximum length of a stored unreadable answer, in characters.
const MOST_RAW = 2000

const unreadable = ({ status, text }: Sent, detail: string): ApiProblem => ({
  ...makeApiProblem('answer_does_not_fit', detail, status),
  raw: text.slice(0, MOST_RAW),
})

const problemOf = (error: unknown, timeout: AbortSignal, signal: AbortSignal | undefined): ApiProblem => {
  const detail = error instanceof Error ? error.message : String(error)
  if (signal?.aborted) return makeApiProblem('cancelled', detail)
  if (timeout.aborted) return makeApiProblem('timeout', detail)
  return makeApiProblem(navigator.onLine ? 'unreachable' : 'offline', detail)
}

// Parameters and query values as texts; absent ones are left out.
const texts = (values: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values ?? {})
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, String(value)]),
  )

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(new Error('The wait was cut short'))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })

let current: Perform | undefined

/** Installs the client that `perform` uses: the app once at start, tests per case. */
export function installClient(client: Perform): void {
  current = client
}

type Heard = (ask: Ask<unknown>, answer: unknown, beganAt: number) => void
let heard: Heard | undefined

/** Calls `listener` for each answer from now on, with the time its request began by the page's clock; replaces the previous listener. */
export function onAnswer(listener: Heard): void {
  heard = listener
}

// How long an answer that was asked for ahead is good for, in milliseconds.
const AHEAD = 5000
let followsNews = false
let ahead: { readonly name: string; readonly at: number; readonly answer: ReturnType<Perform> } | undefined

const nameOf = ({ call, input }: Ask<unknown>) => `${call} ${JSON.stringify(input)}`

/**
 * Sends an ask before its screen is there: the next `perform` of the same ask gets this answer, unless something is changed before, here or
 * by others.
 */
export function performAhead(ask: Ask<unknown>): void {
  if (!current) throw new Error('performAhead was called before the client was installed')
  if (!followsNews)
    onNews(({ Type }) => {
      if (Type === 'change' || Type === 'reload') ahead = undefined
    })
  followsNews = true
  ahead = { name: nameOf(ask), at: performance.now(), answer: current(ask) }
}

// Once, and not past a change.
const takeAhead = <Answer>(ask: Ask<Answer>): Promise<Result<Answer, ApiProblem>> | undefined => {
  const { name, at, answer } = ahead ?? {}
  const isSame = ask.of.method === 'GET' && name === nameOf(ask)
  if (isSame || ask.of.method !== 'GET') ahead = undefined
  if (!isSame || at === undefined || performance.now() - at > AHEAD) return undefined
  // The same call with the same arguments has the same kind of answer.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tied together by their name
  return answer as Promise<Result<Answer, ApiProblem>>
}

/** Performs an ask: its answer, or the problem. Never throws. */
export const perform: Perform = async (ask, options) => {
  if (!current) throw new Error('perform was called before the client was installed')
  const beganAt = performance.now()
  const result = await waitedFor(takeAhead(ask) ?? current(ask, options))
  if (result.ok) heard?.(ask, result.value, beganAt)
  return result
}
