/** Requests per key: `perMinute` steadily, `burst` at once. */
export interface RateLimit {
  readonly perMinute: number
  readonly burst: number
}

/** Admitted, or the whole seconds to wait. */
export type RateVerdict =
  | { readonly admitted: true }
  | { readonly admitted: false; readonly retryAfterSeconds: number }

interface Bucket {
  tokens: number
  filledAt: number
}

// Maximum number of keys; the fullest buckets are removed first.
const mostKeys = 20_000

/**
 * A token bucket per key, refilled steadily: a scanner's burst passes, a runaway loop is slowed down. In
 * memory, so each server counts for itself. `now` is a clock in milliseconds.
 */
export function createRateLimiter(limit: RateLimit, now: () => number = () => performance.now()) {
  const buckets = new Map<string, Bucket>()
  const perMillisecond = limit.perMinute / 60_000

  const forgetFull = () => {
    const at = now()
    for (const [key, bucket] of buckets) {
      if (bucket.tokens + (at - bucket.filledAt) * perMillisecond >= limit.burst) buckets.delete(key)
    }
    if (buckets.size >= mostKeys) buckets.clear()
  }

  return (key: string): RateVerdict => {
    const at = now()
    let bucket = buckets.get(key)
    if (!bucket) {
      if (buckets.size >= mostKeys) forgetFull()
      bucket = { tokens: limit.burst, filledAt: at }
      buckets.set(key, bucket)
    }
    bucket.tokens = Math.min(limit.burst, bucket.tokens + (at - bucket.filledAt) * perMillisecond)
    bucket.filledAt = at
    if (bucket.tokens < 1) {
      const wait = (1 - bucket.tokens) / perMillisecond
      return { admitted: false, retryAfterSeconds: Math.max(1, Math.ceil(wait / 1000)) }
    }
    bucket.tokens -= 1
    return { admitted: true }
  }
}

export type RateLimiter = ReturnType<typeof createRateLimiter>
