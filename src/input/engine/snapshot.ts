// Caches the engine's state: returns the same object until a value changes, so that React skips renders.
import type { EngineState } from './engine-state.ts'

export type Snapshot = ReturnType<typeof createSnapshot>

/** Creates a snapshot. `make` runs at the first read after a change. */
export function createSnapshot(make: () => EngineState) {
  let cached: EngineState | undefined
  let isCurrent = false
  return {
    /** The state may have changed. */
    drop: () => {
      isCurrent = false
    },
    get: (): EngineState => {
      if (cached && isCurrent) return cached
      isCurrent = true
      const made = make()
      cached = cached && isSame(cached, made) ? cached : made
      return cached
    },
  }
}

// `make` creates these parts anew each time, so compare their content. Shown outcomes keep their identity.
const rebuiltParts: ReadonlySet<string> = new Set<keyof EngineState>(['reading', 'count'])

const isSame = (one: object, other: object): boolean => {
  const before = new Map<string, unknown>(Object.entries(one))
  const now = Object.entries(other)
  return before.size === now.length && now.every(([name, part]) => isSamePart(name, before.get(name), part))
}

const isSamePart = (name: string, one: unknown, other: unknown): boolean =>
  Object.is(one, other) || (rebuiltParts.has(name) && isObject(one) && isObject(other) && isSame(one, other))

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
