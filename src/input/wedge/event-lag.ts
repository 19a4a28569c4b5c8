// Measures event lag: a busy machine delivers keys late, with correct time stamps, while timers are on time.
// The detector then waits longer before it treats a pause as the end of a code.

interface Lag {
  /** Records an event's time stamp and its arrival, both in milliseconds on the page's time scale. */
  readonly note: (at: number, now: number) => void
  /** The additional waiting time now, in milliseconds. */
  readonly additionalWait: (now: number) => number
}

// A smaller lag is normal, in milliseconds.
const minLagMs = 12
// Maximum additional wait for a code without terminator, in milliseconds.
const maxPatienceMs = 600
// Older events are ignored, in milliseconds: they were replayed, or the page was frozen.
const maxLagMs = 1500
// The half-life of the lag, in milliseconds.
const halfLifeMs = 1000

export function createLag(): Lag {
  let worstLag = 0
  let worstAt = 0
  const remainingLag = (now: number): number => worstLag * 0.5 ** (Math.max(0, now - worstAt) / halfLifeMs)
  return {
    note: (at, now) => {
      const delay = now - at
      if (delay < remainingLag(now) || delay > maxLagMs) return
      worstLag = delay
      worstAt = now
    },
    // The next event may be equally late.
    additionalWait: (now) =>
      remainingLag(now) < minLagMs ? 0 : Math.min(maxPatienceMs, 2 * remainingLag(now)),
  }
}

const roundingMs = 0.001

/** Returns `due` if it differs from `now` only by rounding: a timer for the rest would fire endlessly. */
export function roundTo(due: number, now: number): number {
  return Math.abs(due - now) < roundingMs ? due : now
}
