// Replaces timers of Node: those of the server's database stay real, those of pages' databases are simulated.
import type { Clock } from './clock.ts'

const { setTimeout: realTimeout, setImmediate: realImmediate } = globalThis

// Number of running callbacks of real timers. Timers that these set are real as well.
let realCallbacks = 0

const inRealTime =
  (run: (...given: unknown[]) => void) =>
  (...given: unknown[]) => {
    realCallbacks += 1
    try {
      run(...given)
    } finally {
      realCallbacks -= 1
    }
  }

/**
 * Marks the timers of the server's database as real, until the returned function is called. Call it before
 * the database opens: its timers set further ones while a seed runs.
 */
export function watchTimers(): () => void {
  return replace(globalThis, {
    setTimeout: (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
      realTimeout(inRealTime(run), ms, ...given),
  })
}

/** Runs the steps of the pages' databases on the simulated clock until the returned function is called. */
export function installGlobals(clock: Clock, inDatabase: (run: () => void) => void): () => void {
  return replace(globalThis, {
    setImmediate: (run: (...given: unknown[]) => void, ...given: unknown[]) => {
      if (realCallbacks > 0 || clock.outside) return realImmediate(inRealTime(run), ...given)
      inDatabase(() => run(...given))
    },
  })
}

/** Replaces properties of an object until the returned function is called. */
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
