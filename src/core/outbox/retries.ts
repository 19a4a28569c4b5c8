// Failed attempts and retry times.

interface RetryState {
  /** The code of the last error, and how many attempts in a row had it. */
  readonly code: string
  readonly count: number
  /** Earliest time of the next attempt, in milliseconds of a monotonic clock. */
  readonly until: number
  /** The delay before `until`, in milliseconds. */
  readonly wait: number
}

export type RetryStates = Readonly<Record<string, RetryState>>

const firstWaitMs = 1000
const longestWaitMs = 30_000

/** Counts one more failed attempt. `retryAfterMs` is the delay that the server sent. */
export function countFailure(
  before: RetryState | undefined,
  key: string,
  code: string,
  now: number,
  retryAfterMs?: number,
): RetryState {
  const count = before?.code === code ? before.count + 1 : 1
  const wait = retryAfterMs ?? backoffMs(key, count)
  return { code, count, until: now + wait, wait }
}

/** Is a retry due? Also yes if `until` is further away than its delay: then the clock was reset. */
export function isDue(tried: RetryState | undefined, now: number): boolean {
  return !tried || tried.until <= now || tried.until - now > tried.wait
}

/** Makes all retries due now. */
export function makeAllDue(tries: RetryStates, now: number): RetryStates {
  return Object.fromEntries(Object.entries(tries).map(([key, each]) => [key, { ...each, until: now }]))
}

/** Removes the attempts of these keys. */
export function removeRetries(tries: RetryStates, keys: readonly string[]): RetryStates {
  return keys.some((key) => tries[key])
    ? Object.fromEntries(Object.entries(tries).filter(([key]) => !keys.includes(key)))
    : tries
}

/** The time of the next retry; undefined if none is waiting. */
export function nextRetryTime(tries: RetryStates, now: number): number | undefined {
  const times = Object.values(tries).flatMap(({ until }) => (until > now ? [until] : []))
  return times.length > 0 ? Math.min(...times) : undefined
}

// Exponential backoff up to 30 seconds. Jitter spreads the retries of devices that lost the network together.
const backoffMs = (key: string, count: number): number => {
  const full = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(count - 1, 10))
  let spread = count
  for (const letter of key) spread = (spread * 31 + letter.charCodeAt(0)) % 1009
  return Math.round(full * (0.5 + spread / 2018))
}
