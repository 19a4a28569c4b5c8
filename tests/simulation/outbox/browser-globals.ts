// What the app finds around it in a browser, in place of Node's own: timers of the simulated clock, the page's network and database.
import type { Clock } from './clock.ts'

const { setTimeout: realTimeout, clearTimeout: realClear, setImmediate: realImmediate } = globalThis

interface Timer {
  readonly cancel: () => void
}

/** What a page is asked for where the app looks for a global. */
export interface PageGlobals {
  readonly indexedDB: unknown
  readonly fetch: (address: string, init?: RequestInit) => Promise<unknown>
  readonly isOnline: () => boolean
  /** Runs a step of a database, after all that were asked for before. */
  readonly inDatabase: (run: () => void) => void
  /** The classes of the database. */
  readonly classes: Readonly<Record<string, unknown>>
}

// So many calls of real timers are under way: what they set is a real timer as well.
let real = 0

const inRealTime =
  (run: (...given: unknown[]) => void) =>
  (...given: unknown[]) => {
    real += 1
    try {
      run(...given)
    } finally {
      real -= 1
    }
  }

/**
 * The database has a timer of its own that sets the next one, also in the middle of a seed. From before the database is opened
 * until the answered function is called, such a timer is told from a page's.
 */
export function watchTimers(): () => void {
  return replace(globalThis, {
    setTimeout: (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
      realTimeout(inRealTime(run), ms, ...given),
  })
}

/** Puts them there until the answered function is called. */
export function installGlobals(clock: Clock, page: PageGlobals): () => void {
  const isReal = () => real > 0 || clock.outside
  const timers = {
    setTimeout: (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
      if (isReal()) return realTimeout(inRealTime(run), ms, ...given)
      return { cancel: clock.in(ms, clock.current, () => run(...given)) } satisfies Timer
    },
    clearTimeout: (timer: unknown) => {
      if (isOurs(timer)) timer.cancel()
      else realClear(timer as NodeJS.Timeout)
    },
    setImmediate: (run: (...given: unknown[]) => void, ...given: unknown[]) => {
      if (isReal()) return realImmediate(inRealTime(run), ...given)
      page.inDatabase(() => run(...given))
    },
  }
  const restore = [
    replace(globalThis, {
      ...timers,
      ...page.classes,
      indexedDB: page.indexedDB,
      fetch: page.fetch,
      window: { location: { origin: 'http://trimline.test' } },
      document: { documentElement: { lang: 'en' } },
      navigator: {
        get onLine() {
          return page.isOnline()
        },
      },
    }),
    replace(AbortSignal, {
      timeout: (ms: number) => {
        const stop = new AbortController()
        timers.setTimeout(() => stop.abort(new DOMException('It took too long', 'TimeoutError')), ms)
        return stop.signal
      },
    }),
  ]
  return () => {
    for (const undo of restore) undo()
  }
}

/** Puts values in place of an object's own until the answered function is called. */
export function replace(target: object, values: Readonly<Record<string, unknown>>): () => void {
  const before = Object.keys(values).map(
    (name) => [name, Object.getOwnPropertyDescriptor(target, name)] as const,
  )
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(target, name, { value, configurable: true, writable: true })
  }
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(target, name, descriptor)
      else Reflect.deleteProperty(target, name)
    }
  }
}

const isOurs = (timer: unknown): timer is Timer =>
  typeof timer === 'object' && timer !== null && 'cancel' in timer && typeof timer.cancel === 'function'
