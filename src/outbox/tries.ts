// How often something did not get through, and when it is tried again.

export interface Try {
  /** What went wrong, and how often in a row. */
  readonly code: string
  readonly count: number
  /** Not before, in milliseconds since 1970. */
  readonly until: number
}

export type Tries = Readonly<Record<string, Try>>

const FIRST_WAIT = 1000
const LONGEST_WAIT = 30_000

/** One more try that came to nothing; `named` is the server's own word on how long to wait, in milliseconds. */
export function failedAgain(
  before: Try | undefined,
  key: string,
  code: string,
  now: number,
  named?: number,
): Try {
  const count = before?.code === code ? before.count + 1 : 1
  return { code, count, until: now + (named ?? waitOf(key, count)) }
}

/** It may work now: nothing waits for its time any more. */
export function hurried(tries: Tries, now: number): Tries {
  return Object.fromEntries(Object.entries(tries).map(([key, each]) => [key, { ...each, until: now }]))
}

/** Without those that are done with. */
export function withoutTries(tries: Tries, keys: readonly string[]): Tries {
  return keys.some((key) => tries[key])
    ? Object.fromEntries(Object.entries(tries).filter(([key]) => !keys.includes(key)))
    : tries
}

/** When to look next, in milliseconds since 1970; undefined where nothing waits for its time. */
export function nextTry(tries: Tries, now: number): number | undefined {
  const times = Object.values(tries).flatMap(({ until }) => (until > now ? [until] : []))
  return times.length > 0 ? Math.min(...times) : undefined
}

// Doubled each time up to half a minute, and spread, so that devices that lost the network together do not return together.
const waitOf = (key: string, count: number): number => {
  const full = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(count - 1, 10))
  let spread = count
  for (const letter of key) spread = (spread * 31 + letter.charCodeAt(0)) % 1009
  return Math.round(full * (0.5 + spread / 2018))
}
