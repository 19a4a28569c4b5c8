// Failed attempts and retry times.

export interface Try {
  /** The error code, and how often in a row. */
  readonly code: string
  readonly count: number
  /** Not before this time, in milliseconds that only run forward. */
  readonly until: number
  /** How long it was to wait then, in milliseconds. */
  readonly wait: number
}

export type Tries = Readonly<Record<string, Try>>

const FIRST_WAIT = 1000
const LONGEST_WAIT = 30_000

/** One more failed attempt; `named` is the server's retry-after, in milliseconds. */
export function failedAgain(
  before: Try | undefined,
  key: string,
  code: string,
  now: number,
  named?: number,
): Try {
  const count = before?.code === code ? before.count + 1 : 1
  const wait = named ?? waitOf(key, count)
  return { code, count, until: now + wait, wait }
}

/** Is it time for a retry? A time further away than it was set is one of another clock. */
export function isDue(tried: Try | undefined, now: number): boolean {
  return !tried || tried.until <= now || tried.until - now > tried.wait
}

/** A retry may succeed now: nothing waits for its time any more. */
export function withoutDelays(tries: Tries, now: number): Tries {
  return Object.fromEntries(Object.entries(tries).map(([key, each]) => [key, { ...each, until: now }]))
}

/** Removes finished ones. */
export function withoutTries(tries: Tries, keys: readonly string[]): Tries {
  return keys.some((key) => tries[key])
    ? Object.fromEntries(Object.entries(tries).filter(([key]) => !keys.includes(key)))
    : tries
}

/** The time of the next retry; undefined if none is waiting. */
export function nextTry(tries: Tries, now: number): number | undefined {
  const times = Object.values(tries).flatMap(({ until }) => (until > now ? [until] : []))
  return times.length > 0 ? Math.min(...times) : undefined
}

// Doubled each time up to half a minute, with jitter, so that devices that lost the network together do not
// return together.
const waitOf = (key: string, count: number): number => {
  const full = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(count - 1, 10))
  let spread = count
  for (const letter of key) spread = (spread * 31 + letter.charCodeAt(0)) % 1009
  return Math.round(full * (0.5 + spread / 2018))
}
