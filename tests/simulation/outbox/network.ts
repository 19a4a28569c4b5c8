// The network between the pages and the server: calls are lost, doubled, late, answered by others.
import { PROBLEM_MEDIA_TYPE } from '#contract/problem.ts'
import type { Clock } from './clock.ts'
import type { Tab } from './device.ts'
import { CALL_FAULTS, type CallFault, type Coverage } from './faults.ts'
import type { Random } from './random.ts'
import type { Calling, Served, SimulatedServer } from './server.ts'

/** What the network tells of. */
export interface Hears {
  /** A change leaves a page. */
  readonly sent: (tab: Tab, calling: Calling) => void
  /** The server has answered a change; `user`: whose token it came with. */
  readonly served: (calling: Calling, served: Served, user: string | undefined) => void
}

interface Answer {
  readonly status: number
  readonly headers: { readonly get: (name: string) => string | null }
  readonly text: () => Promise<string>
}

export class Network {
  /** Share of calls that something befalls, and what, by weight. */
  trouble = 0
  weights: Partial<Record<CallFault, number>> = {}
  /** The server is away until then, in milliseconds since 1970. */
  awayUntil = 0
  /** Counts the starts of the server: what was under way at one is lost. */
  epoch = 0
  /** The release that the server has: it takes the bodies of the one before. */
  release = 1
  /** The release of the page that has written a call, by its key. */
  readonly releases = new Map<string, number>()
  readonly #clock: Clock
  readonly #random: Random
  readonly #server: SimulatedServer
  readonly #coverage: Coverage
  readonly #hears: Hears
  readonly userOf: (token: string) => string | undefined
  readonly refuse: (token: string) => void

  constructor(parts: {
    readonly clock: Clock
    readonly random: Random
    readonly server: SimulatedServer
    readonly coverage: Coverage
    readonly hears: Hears
    readonly userOf: (token: string) => string | undefined
    readonly refuse: (token: string) => void
  }) {
    this.#clock = parts.clock
    this.#random = parts.random
    this.#server = parts.server
    this.#coverage = parts.coverage
    this.#hears = parts.hears
    this.userOf = parts.userOf
    this.refuse = parts.refuse
  }

  /** As a page's `fetch`. */
  fetch(tab: Tab, address: string, init: RequestInit = {}): Promise<Answer> {
    const { signal } = init
    const { pathname, search } = new URL(address)
    return new Promise((resolve, reject) => {
      if (tab.dead) return
      signal?.addEventListener('abort', () => reject(signal.reason))
      const fails = () => reject(new TypeError('Failed to fetch'))
      if (!tab.device.online) {
        this.#clock.in(1, tab, fails)
        return
      }
      // Nobody but a captive portal leads calls elsewhere, and here it answers with a page.
      if (pathname === '/health') {
        this.#clock.in(5, tab, () => resolve(answerOf(200, '{}')))
        return
      }
      const headers = new Headers(init.headers)
      const calling: Calling = {
        method: init.method ?? 'GET',
        path: pathname + search,
        token: (headers.get('authorization') ?? '').replace('Bearer ', ''),
        key: headers.get('idempotency-key') ?? undefined,
        body: typeof init.body === 'string' ? init.body : undefined,
      }
      this.#carry(tab, calling, { resolve: (served) => resolve(served), fails })
    })
  }

  #carry(
    tab: Tab,
    calling: Calling,
    { resolve, fails }: { readonly resolve: (answer: Answer) => void; readonly fails: () => void },
  ) {
    const random = this.#random
    const clock = this.#clock
    const { key } = calling
    if (key !== undefined) {
      if (!this.releases.has(key)) this.releases.set(key, tab.release)
      this.#hears.sent(tab, calling)
    }
    const fault = random.chance(this.trouble) ? random.weighted<CallFault>(this.weights) : undefined
    if (fault) this.#coverage.meet(fault, tab.device)
    clock.note(`${tab.name} ${calling.method} ${key ?? '-'}${fault ? ` [${fault}]` : ''}`)
    const way = () => random.between(2, 60)
    const there = fault === 'late' ? random.between(3000, 40_000) : way()
    const toPage = (served: Pick<Served, 'status' | 'text'> & Partial<Served>, after = way()) => {
      const { epoch } = this
      clock.in(after, tab, () => {
        if (epoch !== this.epoch && served.headers) fails()
        else resolve(answerOf(served.status, served.text, served.headers))
      })
    }
    const arrive = (then: (served: Served) => void) =>
      clock.in(there, undefined, async () => {
        if (this.awayUntil > clock.now) {
          clock.in(way(), tab, fails)
          return
        }
        then(await this.#serve(calling))
      })
    switch (fault) {
      case 'lost on the way':
        clock.in(way(), tab, fails)
        return
      case 'never arrives':
        return
      case 'answer lost':
        arrive(() => clock.in(way(), tab, fails))
        return
      case 'answer never comes':
        arrive(() => undefined)
        return
      case 'sent twice at once':
        clock.in(there, undefined, async () => {
          const both = await Promise.all([this.#serve(calling), this.#serve(calling)])
          const told = random.of(both)
          if (told) toPage(told)
        })
        return
      case 'sent again later':
        arrive(toPage)
        clock.in(there + random.between(100, 60_000), undefined, async () => {
          await this.#serve(calling)
        })
        return
      case 'captive portal':
        clock.in(way(), tab, () => resolve(answerOf(200, '<!doctype html><title>Welcome</title>')))
        return
      case 'foreign page': {
        const status = random.of([403, 404, 407, 408, 413, 421, 425])
        clock.in(way(), tab, () => resolve(answerOf(status ?? 404, '<html><title>Proxy</title></html>')))
        return
      }
      case 'server error':
        clock.in(way(), tab, () => resolve(problem(500, 'internal_error')))
        return
      case 'error after commit':
        arrive(() =>
          clock.in(way(), tab, () => resolve(problem(random.chance(0.7) ? 500 : 502, 'internal_error'))),
        )
        return
      case 'busy':
        clock.in(way(), tab, () => resolve(problem(503, 'unavailable', 5)))
        return
      case 'too many':
        clock.in(way(), tab, () => resolve(problem(429, 'too_many_requests', random.whole(1, 8))))
        return
      case 'token refused':
        this.refuse(calling.token)
        arrive(toPage)
        return
      case 'malformed answer':
        arrive((served) => {
          if (served.status !== 200) {
            toPage(served)
            return
          }
          // A transfer's answer may say nothing where all is well, and one of a correction nothing where it is not.
          const mayBeAlien = /^\/api\/(issuance|dump)$/.test(calling.path) && random.chance(0.5)
          clock.in(way(), tab, () => resolve(answerOf(200, mayBeAlien ? '{"Line":1}' : '{"Message":')))
        })
        return
      default:
        arrive(toPage)
    }
  }

  async #serve(calling: Calling): Promise<Served> {
    const { key } = calling
    // Bodies of a release that is two behind are not known any more; that is said before anything else is looked at.
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
    if (key !== undefined) this.#hears.served(calling, served, this.userOf(calling.token))
    return served
  }
}

/** All that can befall a call, each as often, as far as chance wants it. */
export function someWeights(random: Random): Partial<Record<CallFault, number>> {
  const chosen = CALL_FAULTS.filter(() => random.chance(0.5))
  const weights = (chosen.length > 0 ? chosen : CALL_FAULTS).map((each) => [each, random.between(0.2, 1)])
  return Object.fromEntries(weights)
}

const answerOf = (status: number, text: string, headers?: Headers): Answer => ({
  status,
  headers: headers ?? new Headers(),
  text: async () => text,
})

const problem = (status: number, code: string, seconds?: number): Answer =>
  answerOf(
    status,
    JSON.stringify({ type: 'about:blank', title: 'Failed', status, detail: 'It failed.', code }),
    new Headers({
      'content-type': PROBLEM_MEDIA_TYPE,
      ...(seconds !== undefined && { 'retry-after': String(seconds) }),
    }),
  )
