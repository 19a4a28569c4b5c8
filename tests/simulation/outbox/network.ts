// The network between the pages and the server: calls are lost, doubled, delayed or answered by others.
import { PROBLEM_MEDIA_TYPE } from '#core/wire/problem.ts'
import type { Clock } from './clock.ts'
import type { Tab } from './device.ts'
import { CALL_FAULTS, type CallFault, type Coverage } from './faults.ts'
import { OTHER, type OtherServer } from './other-server.ts'
import { PROVIDER, type Provider } from './provider.ts'
import type { Random } from './random.ts'
import type { Calling, Served, SimulatedServer } from './server.ts'

/** Listeners for changes on the network. */
export interface NetworkListener {
  /** A change leaves a page. */
  readonly sent: (tab: Tab, calling: Calling) => void
  /** The server has answered a change. `user`: the person of its token. */
  readonly served: (calling: Calling, served: Served, user: string | undefined) => void
}

/** Whether a call goes to the other server. */
export function isToOther({ path }: Calling): boolean {
  return path.startsWith(OTHER)
}

interface Answer {
  readonly status: number
  readonly ok: boolean
  readonly headers: { readonly get: (name: string) => string | null }
  readonly text: () => Promise<string>
  readonly json: () => Promise<unknown>
  readonly clone: () => Answer
  readonly body?: ReadableStream<Uint8Array>
}

interface Stream {
  readonly tab: Tab
  readonly cut: () => void
}

interface NetworkParts {
  readonly clock: Clock
  readonly random: Random
  readonly server: SimulatedServer
  /** Undefined if all devices use the same server. */
  readonly other: OtherServer | undefined
  readonly provider: Provider
  readonly coverage: Coverage
  readonly listener: NetworkListener
}

export class Network {
  /** The share of calls with a fault, and the weights of the faults. */
  faultShare = 0
  weights: Partial<Record<CallFault, number>> = {}
  /** The server is unreachable until this time, in milliseconds since 1970. */
  unreachableUntil = 0
  /** Counts the starts of the server. Calls in flight at a start are lost. */
  epoch = 0
  /** Answers to reads before this time take long. In milliseconds since 1970. */
  lateReadsUntil = 0
  /** Counts the jumps of several weeks. Calls in flight at a jump are lost. */
  era = 0
  /** The release of the server. It accepts the request bodies of one release before. */
  release = 1
  /** The release of the page that first sent a call, by the call's key. */
  readonly releases = new Map<string, number>()
  readonly #clock: Clock
  readonly #random: Random
  readonly #server: SimulatedServer
  readonly #other: OtherServer | undefined
  readonly #provider: Provider
  readonly #coverage: Coverage
  readonly #listener: NetworkListener
  readonly #streams = new Set<Stream>()

  constructor(parts: NetworkParts) {
    this.#clock = parts.clock
    this.#random = parts.random
    this.#server = parts.server
    this.#other = parts.other
    this.#provider = parts.provider
    this.#coverage = parts.coverage
    this.#listener = parts.listener
  }

  /** Ends the live updates of these pages. */
  cutStreams(isCut: (tab: Tab) => boolean = () => true): void {
    for (const stream of this.#streams) if (isCut(stream.tab)) stream.cut()
  }

  /** Like `fetch`, for a page. */
  fetch(tab: Tab, address: string, init: RequestInit = {}): Promise<Answer> {
    const { signal } = init
    const { origin, pathname, search } = new URL(address)
    return new Promise((resolve, reject) => {
      if (tab.dead) return
      if (signal?.aborted === true) {
        reject(signal.reason)
        return
      }
      signal?.addEventListener('abort', () => reject(signal.reason))
      const fails = () => reject(new TypeError('Failed to fetch'))
      if (!tab.device.online) {
        this.#clock.in(1, tab, fails)
        return
      }
      // Only a captive portal redirects calls, and here it answers with a page.
      if (pathname === '/health') {
        this.#clock.in(5, tab, () => resolve(answerOf(200, '{}')))
        return
      }
      const headers = new Headers(init.headers)
      const isElsewhere = origin === PROVIDER || OTHER.startsWith(`${origin}/`)
      const calling: Calling = {
        method: init.method ?? 'GET',
        path: (isElsewhere ? origin : '') + pathname + search,
        token: (headers.get('authorization') ?? '').replace('Bearer ', ''),
        key: headers.get('idempotency-key') ?? undefined,
        body: textOfBody(init.body),
      }
      this.#carry(tab, calling, { resolve, fails, signal: signal ?? undefined })
    })
  }

  #carry(
    tab: Tab,
    calling: Calling,
    {
      resolve,
      fails,
      signal,
    }: {
      readonly resolve: (answer: Answer) => void
      readonly fails: () => void
      readonly signal: AbortSignal | undefined
    },
  ) {
    const random = this.#random
    const clock = this.#clock
    const { key } = calling
    if (isChange(calling)) {
      if (key !== undefined && !this.releases.has(key)) this.releases.set(key, tab.release)
      this.#listener.sent(tab, calling)
    }
    const chosen = random.chance(this.faultShare) ? random.weighted<CallFault>(this.weights) : undefined
    // No proxy doubles a call. Without keys the change would be done twice, whatever the app does.
    const fault = isToOther(calling) && chosen?.startsWith('sent ') ? undefined : chosen
    if (fault) this.#coverage.countFault(fault, tab.device)
    clock.note(
      `${tab.name} ${calling.method} ${key ?? calling.path.split('?')[0]}${fault ? ` [${fault}]` : ''}`,
    )
    const randomLatency = () => random.between(2, 60)
    const isLate =
      calling.method === 'GET' && clock.now <= this.lateReadsUntil && !/changes/.test(calling.path)
    const arrivalDelay = fault === 'late' ? random.between(3000, 40_000) : randomLatency()
    const toPage = (
      served: Pick<Served, 'status' | 'text'> & Partial<Served>,
      after = isLate ? random.between(9000, 25_000) : randomLatency(),
    ) => {
      const { epoch } = this
      clock.in(after, tab, () => {
        if (epoch !== this.epoch && served.headers) fails()
        else if (served.stream) this.#follow(tab, served, signal).then(resolve, fails)
        else resolve(answerOf(served.status, served.text, served.headers))
      })
    }
    const { era } = this
    const arrive = (then: (served: Served) => void) =>
      clock.in(arrivalDelay, undefined, async () => {
        if (this.unreachableUntil > clock.now || era !== this.era) {
          clock.in(randomLatency(), tab, fails)
          return
        }
        // The browser cancels an aborted call before it arrives.
        if (isToOther(calling) && (tab.dead || signal?.aborted)) return
        then(await this.#serve(calling))
      })
    switch (fault) {
      case 'lost on the way':
        clock.in(randomLatency(), tab, fails)
        return
      case 'never arrives':
        return
      case 'answer lost':
        arrive(() => clock.in(randomLatency(), tab, fails))
        return
      case 'answer never comes':
        arrive(() => undefined)
        return
      case 'sent twice at once':
        clock.in(arrivalDelay, undefined, async () => {
          const both = await Promise.all([this.#serve(calling), this.#serve(calling)])
          const answer = random.of(both)
          if (answer) toPage(answer)
        })
        return
      case 'sent again later':
        arrive(toPage)
        clock.in(arrivalDelay + random.between(100, 60_000), undefined, async () => {
          if (era === this.era) await this.#serve(calling)
        })
        return
      case 'captive portal':
        clock.in(randomLatency(), tab, () => resolve(answerOf(200, '<!doctype html><title>Welcome</title>')))
        return
      case 'foreign page': {
        const status = random.of(FOREIGN_STATUSES) ?? 404
        // The app accepts plain text as the other server's own answer.
        const pages = isToOther(calling)
          ? FOREIGN_PAGES.filter(([type]) => type === 'text/html')
          : FOREIGN_PAGES
        const [type, text] = random.of(pages) ?? ['text/html', '']
        clock.in(randomLatency(), tab, () =>
          resolve(answerOf(status, text, new Headers({ 'content-type': type }))),
        )
        return
      }
      case 'server error':
        clock.in(randomLatency(), tab, () => resolve(problem(500, 'internal_error')))
        return
      case 'answer late':
        arrive((served) => toPage(served, random.between(3000, 28_000)))
        return
      case 'error after commit':
        arrive(() =>
          clock.in(randomLatency(), tab, () =>
            resolve(problem(random.chance(0.7) ? 500 : 502, 'internal_error')),
          ),
        )
        return
      case 'busy':
        clock.in(randomLatency(), tab, () => resolve(problem(503, 'unavailable', 5)))
        return
      case 'too many':
        clock.in(randomLatency(), tab, () => resolve(problem(429, 'too_many_requests', random.whole(1, 8))))
        return
      case 'token refused':
        this.#provider.refuse(calling.token)
        arrive(toPage)
        return
      case 'malformed answer':
        arrive((served) => {
          if (served.status !== 200) {
            toPage(served)
            return
          }
          // For other kinds an answer without content may be valid: for a transfer a success, for an
          // adjustment a failure.
          const mayBeAlien = /^\/api\/(issuance|dump)$/.test(calling.path) && random.chance(0.5)
          clock.in(randomLatency(), tab, () =>
            resolve(answerOf(200, mayBeAlien ? '{"Line":1}' : '{"Message":')),
          )
        })
        return
      default:
        arrive(toPage)
    }
  }

  // Forwards the lines of live updates as they arrive.
  async #follow(
    tab: Tab,
    { status, headers, stream }: Partial<Served>,
    signal: AbortSignal | undefined,
  ): Promise<Answer> {
    const clock = this.#clock
    const random = this.#random
    if (!stream) throw new TypeError('Failed to fetch')
    const { first, reader } = stream
    const isSilent = random.chance(this.faultShare / 2)
    let isOpen = true
    let at = 0
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const leave = () => {
          if (!isOpen) return
          isOpen = false
          this.#streams.delete(own)
          void reader.cancel().catch(() => undefined)
        }
        const cut = () => {
          if (!isOpen) return
          leave()
          clock.in(1, tab, () => controller.error(new TypeError('network error')))
        }
        const own: Stream = { tab, cut }
        this.#streams.add(own)
        signal?.addEventListener('abort', () => {
          const wasOpen = isOpen
          leave()
          if (wasOpen) controller.error(signal.reason)
        })
        // Forwards them in their order.
        const pass = (run: () => void) => {
          at = Math.max(at, clock.now + random.between(2, 60)) + 0.01
          clock.in(at - clock.now, tab, () => {
            if (isOpen) run()
          })
        }
        const next = async () => {
          for (let part = first; ; part = await reader.read()) {
            const { done, value } = part
            if (!isOpen || tab.dead) return
            if (done) {
              pass(() => {
                leave()
                controller.close()
              })
              return
            }
            clock.note(`${tab.name} news`)
            if (!isSilent) pass(() => controller.enqueue(value))
          }
        }
        void next().catch(() => undefined)
      },
    })
    clock.note(`${tab.name} follows news${isSilent ? ' in silence' : ''}`)
    const answer: Answer = { ...answerOf(status ?? 200, '', headers), body, clone: () => answer }
    return answer
  }

  async #serve(calling: Calling): Promise<Served> {
    const { key } = calling
    if (calling.path.startsWith(PROVIDER)) {
      const { status, text } = this.#provider.answer(calling.path.slice(PROVIDER.length), calling.body)
      return { status, text, headers: new Headers({ 'content-type': 'application/json' }) }
    }
    if (this.#other && isToOther(calling)) {
      const served = this.#other.serve(calling)
      if (isChange(calling)) this.#listener.served(calling, served, this.#provider.personOf(calling.token))
      return served
    }
    // The server does not know bodies that are two releases old. It reports that before any other check.
    if (
      key !== undefined &&
      this.release - (this.releases.get(key) ?? this.release) > 1 &&
      calling.body !== undefined
    ) {
      const text = JSON.stringify({
        code: 'malformed_request',
        title: 'Malformed',
        status: 400,
        detail: 'body: expected another.',
      })
      return { status: 400, headers: new Headers({ 'content-type': PROBLEM_MEDIA_TYPE }), text }
    }
    const served = await this.#clock.real(() => this.#server.serve(calling))
    if (isChange(calling)) this.#listener.served(calling, served, this.#provider.personOf(calling.token))
    return served
  }
}

/** Random weights for a random selection of the faults of a call. */
export function someWeights(random: Random): Partial<Record<CallFault, number>> {
  const chosen = CALL_FAULTS.filter(() => random.chance(0.5))
  const weights = (chosen.length > 0 ? chosen : CALL_FAULTS).map((each) => [each, random.between(0.2, 1)])
  return Object.fromEntries(weights)
}

// Whether the call changes stock or documents. Comparisons with the ledger and presence reports do not.
const isChange = ({ method, path, key }: Calling) =>
  method !== 'GET' && key !== undefined && !/^\/api\/(ledger|presence)/.test(path)

const textOfBody = (body: RequestInit['body']): string | undefined =>
  typeof body === 'string' ? body : body instanceof URLSearchParams ? body.toString() : undefined

const FOREIGN_STATUSES = [
  400, 403, 404, 405, 407, 408, 409, 410, 413, 421, 422, 425, 429, 451, 500, 502, 503, 504,
]
const FOREIGN_PAGES = [
  ['text/html', '<html><title>Proxy</title></html>'],
  ['text/plain', 'Blocked by the proxy'],
  ['application/json', '{"Message":"Blocked","code":"not_found"}'],
  ['text/html', ''],
] as const

const answerOf = (status: number, text: string, headers = new Headers()): Answer => {
  const answer: Answer = {
    status,
    ok: status >= 200 && status < 300,
    headers,
    text: async () => text,
    json: async () => JSON.parse(text),
    clone: () => answer,
  }
  return answer
}

const problem = (status: number, code: string, seconds?: number): Answer =>
  answerOf(
    status,
    JSON.stringify({ type: 'about:blank', title: 'Failed', status, detail: 'It failed.', code }),
    new Headers({
      'content-type': PROBLEM_MEDIA_TYPE,
      ...(seconds !== undefined && { 'retry-after': String(seconds) }),
    }),
  )
