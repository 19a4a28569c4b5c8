import type { RateVerdict } from './rate-limit.ts'

// Adds requests to a key's count of the current minute, across all servers, and returns the count.
type CountRequests = (key: string, more: number) => Promise<number>

interface Window {
  readonly endsAt: number
  /** Requests that may pass before the next count. */
  remaining: number
  uncounted: number
  refused: boolean
  pendingCount: Promise<void> | undefined
}

// Window in milliseconds, and maximum number of keys.
const windowMs = 60_000
const maxKeys = 20_000

/**
 * Limits requests per key and minute across several servers.
 * Each server admits a tenth of the limit before it uses the shared count, so normal use writes nothing.
 * It then reserves a tenth at a time. A refused key is not counted again in its minute.
 * `now` is a clock in milliseconds.
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
    if (windows.size >= maxKeys) {
      for (const [other, { endsAt }] of windows) if (endsAt <= at) windows.delete(other)
      if (windows.size >= maxKeys) windows.clear()
    }
    const created = {
      endsAt: at + windowMs,
      remaining: portion,
      uncounted: portion,
      refused: false,
      pendingCount: undefined,
    }
    windows.set(key, created)
    return created
  }
  const reserve = async (key: string, window: Window) => {
    const more = window.uncounted + portion
    window.uncounted = 0
    if ((await count(key, more)) <= perMinute) window.remaining += portion
    else window.refused = true
  }

  return async (key: string): Promise<RateVerdict> => {
    const window = windowOf(key)
    while (window.remaining === 0 && !window.refused) {
      window.pendingCount ??= reserve(key, window).finally(() => {
        window.pendingCount = undefined
      })
      await window.pendingCount
    }
    if (window.remaining > 0) {
      window.remaining -= 1
      return { admitted: true }
    }
    return { admitted: false, retryAfterSeconds: Math.max(1, Math.ceil((window.endsAt - now()) / 1000)) }
  }
}
