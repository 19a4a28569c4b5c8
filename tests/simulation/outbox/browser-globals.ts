// What of Node's own the simulation replaces: timers of the server's database stay real, steps of a page's
// database are simulated.
import type { Clock } from './clock.ts'

const { setTimeout: realTimeout, setImmediate: realImmediate } = globalThis

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
 * The database has a timer of its own that sets the next one, also in the middle of a seed. From before the
 * database is opened until the answered function is called, such a timer is told from a page's.
 */
export function watchTimers(): () => void {
  return replace(globalThis, {
    setTimeout: (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
      realTimeout(inRealTime(run), ms, ...given),
  })
}

/**
 * Gives the steps of the pages' databases a time of the simulated clock, until the answered function is
 * called.
 */
export function installGlobals(clock: Clock, inDatabase: (run: () => void) => void): () => void {
  return replace(globalThis, {
    setImmediate: (run: (...given: unknown[]) => void, ...given: unknown[]) => {
      if (real > 0 || clock.outside) return realImmediate(inRealTime(run), ...given)
      inDatabase(() => run(...given))
    },
  })
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
