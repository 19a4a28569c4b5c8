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

/** Puts them there until the answered function is called. */
export function installGlobals(clock: Clock, page: PageGlobals): () => void {
  const timers = {
    setTimeout: (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
      if (clock.outside) return realTimeout(run, ms, ...given)
      return { cancel: clock.in(ms, clock.current, () => run(...given)) } satisfies Timer
    },
    clearTimeout: (timer: unknown) => {
      if (isOurs(timer)) timer.cancel()
      else realClear(timer as NodeJS.Timeout)
    },
    setImmediate: (run: (...given: unknown[]) => void, ...given: unknown[]) => {
      if (clock.outside) return realImmediate(run, ...given)
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
