/**
 * Event lag. A busy machine delivers keys late but with correct time stamps, while the page's timers are on
 * time: an apparent pause is then waited out longer.
 */

export interface Lag {
  /** An event with this time stamp has arrived; both in milliseconds on the page's time scale. */
  readonly note: (at: number, now: number) => void
  /** Additional waiting time, in milliseconds. */
  readonly patience: (now: number) => number
}

// A smaller lag is normal.
const least = 12
// The maximum additional wait for a code without terminator.
const most = 600
// Older events were replayed, or the page was frozen: they say nothing about the next ones.
const foreign = 1500
// The lag's half-life.
const halfLife = 1000

export function createLag(): Lag {
  let worst = 0
  let since = 0
  const left = (now: number): number => worst * 0.5 ** (Math.max(0, now - since) / halfLife)
  return {
    note: (at, now) => {
      const behind = now - at
      if (behind < left(now) || behind > foreign) return
      worst = behind
      since = now
    },
    // The next event may be equally late.
    patience: (now) => (left(now) < least ? 0 : Math.min(most, 2 * left(now))),
  }
}

const roundingMs = 0.001

/**
 * The time that is due if only rounding is between: a timer for that rest would run at the same time, without
 * end.
 */
export function roundTo(due: number, now: number): number {
  return Math.abs(due - now) < roundingMs ? due : now
}
