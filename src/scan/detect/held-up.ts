/** Keys that the device itself released late: it was held up, and sent nothing else meanwhile. */
import type { Keystroke } from '../capture.ts'
import { heldAfterMs, median } from './evidence.ts'

// No finger holds a key this shortly, in milliseconds.
const quickHoldMs = 25

/** Is the key surely a device's? */
export function isQuick({ hold, person, channel }: Keystroke): boolean {
  return channel === 'keys' && !person && hold !== undefined && hold <= quickHoldMs
}

export interface HeldUp {
  readonly keys: ReadonlySet<Keystroke>
  /** The device's usual hold, in milliseconds. */
  readonly hold: number
}

// A device that pauses between its keys does so at one pace; this much jitter is no other pace, in milliseconds.
const jitterMs = 12

/**
 * The keys of a burst that were held up. The next key, or the terminator at `endAt`, follows the release as it does elsewhere in the burst; a
 * person's key comes at any time, and mostly overlaps others.
 */
export function findHeldUp(strokes: readonly Keystroke[], endAt?: number): HeldUp {
  const quick = strokes.filter(isQuick)
  const hold = median(
    quick.map((stroke) => stroke.hold ?? 0),
    0,
  )
  if (quick.length === 0) return { keys: new Set(), hold }
  const own = strokes.filter(({ person, channel }) => !person && channel === 'keys')
  const restOf = (stroke: Keystroke, index: number): number =>
    (own[index + 1]?.at ?? endAt ?? Number.POSITIVE_INFINITY) - stroke.at - (stroke.hold ?? 0)
  const rests = own.flatMap((stroke, index) => {
    const rest = isQuick(stroke) ? restOf(stroke, index) : -1
    return rest >= 0 && Number.isFinite(rest) ? [rest] : []
  })
  const longestRest = 2 * median(rests, jitterMs) + jitterMs
  const paces = own.flatMap(({ at }, index) => {
    const before = own[index - 1]
    return before !== undefined && isQuick(before) ? [at - before.at] : []
  })
  // Nothing follows the last key: it is the device's if it was pressed in the rhythm.
  const isOnBeat = (gap: number): boolean =>
    paces.length > 1 && gap >= 0.6 * median(paces, 0) && gap <= 1.6 * median(paces, 0)
  // Who typed up to the scan stopped before it; keys of the device go on at once.
  const firstQuick = own.findIndex(isQuick)
  const lastTyped = own.findLastIndex(
    (stroke, index) => index < firstQuick && isLong(stroke) && restOf(stroke, index) > longestRest,
  )
  const keys = new Set<Keystroke>()
  own.forEach((stroke, index) => {
    if (index <= lastTyped || !isLong(stroke)) return
    const before = own[index - 1]
    const upBefore = before === undefined ? undefined : before.at + (before.hold ?? Number.POSITIVE_INFINITY)
    if (upBefore !== undefined && upBefore > stroke.at) return
    const rest = restOf(stroke, index)
    const late = before !== undefined && keys.has(before) ? (before.hold ?? 0) - hold : 0
    const isNext = before !== undefined && isOnBeat(stroke.at - before.at - late)
    if (Number.isFinite(rest) ? rest >= 0 && rest <= longestRest : isNext) keys.add(stroke)
  })
  return { keys, hold }
}

const isLong = ({ hold }: Keystroke): boolean => hold !== undefined && hold > heldAfterMs

/** When a key was released, if it was held up; else when it was pressed. */
export function goesOnAt(stroke: Keystroke, { keys }: HeldUp): number {
  return keys.has(stroke) ? stroke.at + (stroke.hold ?? 0) : stroke.at
}
