/** A limit per key: `perMinute` steadily, `burst` in immediate succession. */
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

// Maximum number of keys. Full buckets are removed first.
const maxKeys = 20_000

/**
 * A token bucket per key, refilled steadily: admits a scanner's burst, slows a runaway loop.
 * Counts in memory, per server. `now` is a clock in milliseconds.
 */
export function createRateLimiter(limit: RateLimit, now: () => number = () => performance.now()) {
  const buckets = new Map<string, Bucket>()
  const perMillisecond = limit.perMinute / 60_000

  const removeFullBuckets = () => {
    const at = now()
    for (const [key, bucket] of buckets) {
      if (bucket.tokens + (at - bucket.filledAt) * perMillisecond >= limit.burst) buckets.delete(key)
    }
    if (buckets.size >= maxKeys) buckets.clear()
  }

  return (key: string): RateVerdict => {
    const at = now()
    let bucket = buckets.get(key)
    if (!bucket) {
      if (buckets.size >= maxKeys) removeFullBuckets()
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
