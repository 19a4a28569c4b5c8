import type { RateVerdict } from './rate-limit.ts'

/** Adds requests to a key's count of the current minute, over all servers; returns the count. */
export type CountRequests = (key: string, more: number) => Promise<number>

interface Window {
  readonly endsAt: number
  /** Requests that may still pass without asking; none: the others are counted first. */
  left: number
  uncounted: number
  refused: boolean
  asking: Promise<void> | undefined
}

// Window in milliseconds, and maximum number of keys.
const minute = 60_000
const mostKeys = 20_000

/**
 * Limits requests per key and minute over several servers. A tenth passes at each server before it asks the
 * shared count, so that normal use writes nothing; then it takes a tenth at a time. A refused key asks no
 * more until its minute is over. `now` is a clock in milliseconds.
 */
export function createSharedLimiter(
  perMinute: number,
  count: CountRequests,
  now: () => number = () => performance.now(),
) {
  const windows = new Map<string, Window>()
  const portion = Math.max(1, Math.floor(perMinute / 10))

  const windowOf = (key: string): Window => {
    const at = now()
    const known = windows.get(key)
    if (known && known.endsAt > at) return known
    if (windows.size >= mostKeys) {
      for (const [other, { endsAt }] of windows) if (endsAt <= at) windows.delete(other)
      if (windows.size >= mostKeys) windows.clear()
    }
    const fresh = {
      endsAt: at + minute,
      left: portion,
      uncounted: portion,
      refused: false,
      asking: undefined,
    }
    windows.set(key, fresh)
    return fresh
  }
  const ask = async (key: string, window: Window) => {
    const more = window.uncounted + portion
    window.uncounted = 0
    if ((await count(key, more)) <= perMinute) window.left += portion
    else window.refused = true
  }

  return async (key: string): Promise<RateVerdict> => {
    const window = windowOf(key)
    while (window.left === 0 && !window.refused) {
      window.asking ??= ask(key, window).finally(() => {
        window.asking = undefined
      })
      await window.asking
    }
    if (window.left > 0) {
      window.left -= 1
      return { admitted: true }
    }
    return { admitted: false, retryAfterSeconds: Math.max(1, Math.ceil((window.endsAt - now()) / 1000)) }
  }
}
