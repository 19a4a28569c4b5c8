/** Draws traces by whether their first keys may be a person's. */
import type { Random } from '../random.ts'
import type { Trace } from '../traces.ts'

type Make = (random: Random) => Trace

/** Draws traces until one fits. */
export function drawWhere(make: Make, fits: (trace: Trace) => boolean): Make {
  return (random) => {
    let made = make(random)
    while (!fits(made)) made = make(random)
    return made
  }
}

export const headAsTyped =
  "a first key with a finger's hold and pause, or a pause as between two codes, may be typed"

// No code is told from typing by its first keys where one was held this long and paused this long after, in
// milliseconds.
const typedHoldMs = 52
const typedPauseMs = 40
const mostPauseMs = 350

/** Do hold and pause of one of the first two keys look typed, or is there a pause as between two codes? */
export function isPulledApart({ events }: Trace): boolean {
  const own = events.filter(({ key, repeat }) => key !== 'Shift' && !repeat)
  const steps = own.slice(1).map(({ at }, index) => at - (own[index]?.at ?? at))
  const isTyped = (index: number): boolean =>
    (steps[index] ?? 0) > typedHoldMs && (steps[index + 1] ?? 0) > typedPauseMs
  return isTyped(0) || isTyped(2) || Math.max(...steps) > mostPauseMs
}
