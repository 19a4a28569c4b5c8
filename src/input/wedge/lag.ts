// Measures event lag: a busy machine delivers keys late, with correct time stamps, while timers are on time.
// The detector then waits longer before it treats a pause as the end of a code.

export interface Lag {
  /** Records an event's time stamp and its arrival, both in milliseconds on the page's time scale. */
  readonly note: (at: number, now: number) => void
  /** The additional waiting time now, in milliseconds. */
  readonly patience: (now: number) => number
}

// A smaller lag is normal, in milliseconds.
const least = 12
// Maximum additional wait for a code without terminator, in milliseconds.
const most = 600
// Older events are ignored, in milliseconds: they were replayed, or the page was frozen.
const foreign = 1500
// The half-life of the lag, in milliseconds.
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
 * Returns `due` if it differs from `now` only by rounding. A timer for that difference would fire at the same
 * time, in an endless loop.
 */
export function roundTo(due: number, now: number): number {
  return Math.abs(due - now) < roundingMs ? due : now
}
