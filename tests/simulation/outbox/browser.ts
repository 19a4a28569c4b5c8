// The globals of a simulated page: window, storage, locks, channels, timers and clock.
import type { Clock, Owner } from './clock.ts'
import { type Disk, databaseClasses, type OnDisk } from './disk.ts'
import type { Random } from './random.ts'

/** The shared state of the pages of one device. */
export interface DeviceParts {
  readonly clock: Clock
  readonly random: Random
  readonly disk: Disk
  /** The permanent storage of all pages. */
  readonly storage: Map<string, string>
  /** Offset of the device's clock, in milliseconds. */
  readonly ahead: () => number
  readonly isOnline: () => boolean
  readonly hasLocks: boolean
  /** The open pages. */
  readonly pages: () => readonly BrowserPage[]
}

/** A page as its device sees it. */
export interface BrowserPage extends OnDisk {
  readonly window: EventTarget
  readonly document: EventTarget
}

/** Handlers for the calls of a page that leave it. */
export interface PageHandlers {
  readonly fetch: (address: string, init?: RequestInit) => Promise<unknown>
  /** The page navigates to another address and ends. */
  readonly leave: (address: string) => void
  /** The page opens a window. */
  readonly openWindow: (address: string) => unknown
}

/** The storage, locks and channels of a device. */
export class Browser {
  readonly #parts: DeviceParts
  readonly #held = new Map<string, { readonly page: Owner; readonly free: () => void }>()
  #waiting: { readonly name: string; readonly page: Owner; readonly begin: () => void }[] = []
  readonly #channels = new Set<Channel>()
  // Delivers the messages to a page in their order.
  readonly #heardUntil = new WeakMap<Owner, number>()

  constructor(parts: DeviceParts) {
    this.#parts = parts
  }

  /** The globals of a page. `session` is the session storage of its tab. */
  globals(
    page: BrowserPage,
    session: Map<string, string>,
    handlers: PageHandlers,
  ): Readonly<Record<string, unknown>> {
    const { clock, random, ahead } = this.#parts
    const openedAt = clock.now
    const wall = () => Math.floor(clock.now + ahead())
    class PageDate extends Date {
      constructor(...given: []) {
        super(...((given.length === 0 ? [wall()] : given) as []))
      }
      static override now() {
        return wall()
      }
    }
    const performance = {
      now: () => clock.now - openedAt,
      timeOrigin: openedAt,
      mark: () => undefined,
      measure: () => undefined,
      getEntriesByType: () => [],
    }
    const timers = timersOf(clock, page)
    const crypto = {
      randomUUID: () => [8, 4, 4, 4, 12].map((digits) => random.hex(digits)).join('-'),
      getRandomValues: (values: Uint8Array) => values.map(() => random.whole(0, 255)),
      subtle: {},
    }
    const location = {
      origin: 'http://trimline.test',
      href: 'http://trimline.test/Issuance/',
      pathname: '/Issuance/',
      search: '',
      hash: '',
      assign: handlers.leave,
      replace: handlers.leave,
      reload: () => handlers.leave('/'),
    }
    const storages = { localStorage: this.#shared(page), sessionStorage: storageOf(session) }
    const { isOnline, disk } = this.#parts
    const navigator = {
      get onLine() {
        return isOnline()
      },
      userAgent: 'Simulated',
      ...(this.#parts.hasLocks && { locks: this.#locksOf(page) }),
    }
    Object.assign(page.document, {
      visibilityState: 'visible',
      documentElement: { lang: 'en', dataset: {} },
      querySelector: () => null,
      querySelectorAll: () => [],
      activeElement: null,
      body: null,
    })
    Object.assign(page.window, {
      ...storages,
      ...timers,
      location,
      navigator,
      performance,
      crypto,
      document: page.document,
      isSecureContext: true,
      open: handlers.openWindow,
      close: () => undefined,
      matchMedia: () => Object.assign(new EventTarget(), { matches: false }),
      history: { replaceState: () => undefined },
      innerWidth: 1440,
      innerHeight: 900,
    })
    const indexedDB = {
      open: (name: string, version: number) => disk.open(page, name, version),
    }
    return {
      window: page.window,
      self: page.window,
      document: page.document,
      navigator,
      location,
      ...storages,
      ...timers,
      performance,
      crypto,
      Date: PageDate,
      Math: Object.create(Math, { random: { value: () => random.next() } }),
      fetch: handlers.fetch,
      indexedDB,
      ...databaseClasses,
      BroadcastChannel: this.#channelOf(page),
      AbortSignal: {
        any: (signals: readonly AbortSignal[]) => AbortSignal.any([...signals]),
        timeout: (ms: number) => {
          const stop = new AbortController()
          timers.setTimeout(() => stop.abort(new DOMException('It took too long', 'TimeoutError')), ms)
          return stop.signal
        },
      },
      process: undefined,
      setImmediate: undefined,
    }
  }

  /** Releases the locks and channels of a page that is gone. */
  leave(page: Owner): void {
    this.#waiting = this.#waiting.filter((each) => each.page !== page)
    for (const channel of this.#channels) if (channel.page === page) this.#channels.delete(channel)
    for (const [name, held] of [...this.#held]) {
      if (held.page !== page) continue
      this.#held.delete(name)
      this.#next(name)
    }
  }

  /** Dispatches an event in a page. */
  dispatch(page: BrowserPage, type: string): void {
    this.#parts.clock.in(1, page, () => {
      page.document.dispatchEvent(new Event(type))
      page.window.dispatchEvent(new Event(type))
    })
  }

  /** Posts on a channel on behalf of a window that is not simulated. */
  post(name: string, message: unknown): void {
    this.#deliver(name, message, undefined)
  }

  #deliver(name: string, message: unknown, from: Channel | undefined): void {
    const { clock, random } = this.#parts
    const data: unknown = structuredClone(message)
    for (const channel of this.#channels) {
      if (channel === from || channel.name !== name) continue
      const { page } = channel
      const at = Math.max(this.#heardUntil.get(page) ?? 0, clock.now) + random.between(0.01, 3)
      this.#heardUntil.set(page, at)
      clock.in(at - clock.now, page, () => {
        if (this.#channels.has(channel)) channel.target.dispatchEvent(new MessageEvent('message', { data }))
      })
    }
  }

  #channelOf(page: BrowserPage) {
    const channels = this.#channels
    const deliver = (channel: Channel, message: unknown) => this.#deliver(channel.name, message, channel)
    return class {
      readonly #own: Channel
      constructor(name: string) {
        this.#own = { name, page, target: new EventTarget() }
        channels.add(this.#own)
      }
      addEventListener(...given: Parameters<EventTarget['addEventListener']>) {
        this.#own.target.addEventListener(...given)
      }
      postMessage(message: unknown) {
        if (!page.dead) deliver(this.#own, message)
      }
      close() {
        channels.delete(this.#own)
      }
    }
  }

  #locksOf(page: BrowserPage) {
    return {
      request: (
        name: string,
        given: { readonly signal?: AbortSignal } | (() => unknown),
        granted?: () => unknown,
      ): Promise<unknown> => {
        const run = typeof given === 'function' ? given : (granted ?? (() => undefined))
        const { signal } = typeof given === 'function' ? {} : given
        return new Promise((resolve, reject) => {
          const waits = {
            name,
            page,
            begin: () => {
              const free = () => {
                if (this.#held.get(name)?.free !== free) return
                this.#held.delete(name)
                this.#next(name)
              }
              this.#held.set(name, { page, free })
              this.#parts.clock.in(1, page, () => {
                this.#parts.clock.note(`${page.name} holds ${name.split('.').slice(0, 3).join('.')}`)
                void Promise.resolve(run()).then(resolve, reject).finally(free)
              })
            },
          }
          this.#waiting.push(waits)
          signal?.addEventListener('abort', () => {
            if (!this.#waiting.includes(waits)) return
            this.#waiting = this.#waiting.filter((each) => each !== waits)
            reject(signal.reason)
          })
          this.#next(name)
        })
      },
      query: async () => ({ held: [...this.#held.keys()].map((name) => ({ name })), pending: [] }),
    }
  }

  #next(name: string): void {
    if (this.#held.has(name)) return
    const next = this.#waiting.find((each) => each.name === name)
    if (!next) return
    this.#waiting = this.#waiting.filter((each) => each !== next)
    next.begin()
  }

  // Notifies the other pages of each change.
  #shared(page: BrowserPage) {
    const { clock, random, storage, pages } = this.#parts
    return storageOf(storage, (key) => {
      for (const other of pages()) {
        if (other === page) continue
        clock.in(random.between(0.01, 3), other, () => {
          other.window.dispatchEvent(Object.assign(new Event('storage'), { key }))
        })
      }
    })
  }
}

interface Channel {
  readonly name: string
  readonly page: Owner
  readonly target: EventTarget
}

const storageOf = (values: Map<string, string>, changed: (key: string) => void = () => undefined) => ({
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, value: string) => {
    values.set(key, value)
    changed(key)
  },
  removeItem: (key: string) => {
    if (values.delete(key)) changed(key)
  },
  key: (index: number) => [...values.keys()][index] ?? null,
  get length() {
    return values.size
  },
})

const timersOf = (clock: Clock, page: Owner) => {
  const setTimeout = (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => ({
    cancel: clock.in(ms, page, () => run(...given)),
  })
  const setInterval = (run: (...given: unknown[]) => void, ms: number, ...given: unknown[]) => {
    const timer = { cancel: () => undefined as void }
    const next = () => {
      timer.cancel = clock.in(ms, page, () => {
        next()
        run(...given)
      })
    }
    next()
    return timer
  }
  const clear = (timer?: { readonly cancel: () => void }) => timer?.cancel()
  return {
    setTimeout,
    setInterval,
    clearTimeout: clear,
    clearInterval: clear,
    requestAnimationFrame: (run: () => void) => setTimeout(run, 16),
    cancelAnimationFrame: clear,
    queueMicrotask: (run: () => void) => queueMicrotask(run),
  }
}
