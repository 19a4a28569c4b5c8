/**
 * How far events are behind. A busy machine hands keys over late, in order and with the time stamps that they should have
 * had, while the page's own timers come on time: what looks quiet then is only slow, and is waited for longer.
 */

export interface Lag {
  /** An event with this time stamp has come now; both in milliseconds on the page's time scale. */
  readonly note: (at: number, now: number) => void
  /** How much longer to wait than usual, in milliseconds. */
  readonly patience: (now: number) => number
}

// Less is the usual way of an event.
const least = 12
// Nobody waits longer than this for a code without an end.
const most = 600
// An event as old as this was kept and played again, or the page itself stood still: nothing about the next ones.
const foreign = 1500
// After so long half of it is forgotten.
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
    // The next one may be as late again.
    patience: (now) => (left(now) < least ? 0 : Math.min(most, 2 * left(now))),
  }
}
