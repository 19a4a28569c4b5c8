/** Selects traces by whether their first keys look typed. */
import type { Random } from '../random.ts'
import type { Trace } from '../traces.ts'

type Make = (random: Random) => Trace

/** Draws traces until one is accepted. */
export function drawWhere(make: Make, isAccepted: (trace: Trace) => boolean): Make {
  return (random) => {
    let drawn = make(random)
    while (!isAccepted(drawn)) drawn = make(random)
    return drawn
  }
}

export const headAsTyped =
  "a first key with a finger's hold and pause, or a pause as between two codes, may be typed"

// The first keys cannot show a scanner if one is held and followed by a pause at least this long.
const typedHoldMs = 52
const typedPauseMs = 40
const maxPauseMs = 350

/** Whether one of the first two keys has a typed hold and pause, or a pause is as long as between codes. */
export function isPulledApart({ events }: Trace): boolean {
  const presses = events.filter(({ key, repeat }) => key !== 'Shift' && !repeat)
  const steps = presses.slice(1).map(({ at }, index) => at - (presses[index]?.at ?? at))
  const isTyped = (index: number): boolean =>
    (steps[index] ?? 0) > typedHoldMs && (steps[index + 1] ?? 0) > typedPauseMs
  return isTyped(0) || isTyped(2) || Math.max(...steps) > maxPauseMs
}
