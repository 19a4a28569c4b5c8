/** The heaviest run of keys at the end of a burst. */
import type { Keystroke } from '../capture.ts'
import { holdBy, isOfOtherKind, type Run, reportsNoReleases, weighGap, weighHold } from './evidence.ts'
import { findHeldUp } from './held-up.ts'
import { findSlowRun } from './slow-runs.ts'

/**
 * The heaviest run that ends with the last key: its holds and intervals. Typing before a scan weighs below 0
 * and drops out. A person's keys are skipped. `endAt`: the time of the terminator, if any.
 */
export function weighRun(strokes: readonly Keystroke[], now: number, endAt?: number): Run {
  const run = weighFigures(strokes, now, endAt)
  if (run.nats >= clearNats) return run
  const slow = findSlowRun(strokes)
  return slow === undefined || slow.start > run.start ? run : { ...slow, nats: Math.max(run.nats, slow.nats) }
}

/** The weight of all keys together, where the choice of keys has split their run. */
export function weighAll(keys: readonly Keystroke[], now: number, endAt?: number): number {
  const heldUp = findHeldUp(keys, endAt)
  const isSilent = reportsNoReleases(keys)
  return keys.reduce((sum, key, index) => {
    const hold = isSilent ? undefined : holdBy(key, now)
    const before = keys[index - 1]
    const late = before !== undefined && heldUp.keys.has(before) ? (before.hold ?? 0) - heldUp.hold : 0
    const gap = before === undefined ? 0 : weighGap(key.at - before.at - late)
    return sum + gap + (hold === undefined || heldUp.keys.has(key) ? 0 : weighHold(hold))
  }, 0)
}

// A run of this weight is a scanner's whatever its rhythm.
const clearNats = 12
// Text of several characters at once is no typing.
const pieceNats = 2.2

function weighFigures(strokes: readonly Keystroke[], now: number, endAt?: number): Run {
  const isOther = isOfOtherKind(strokes)
  const firstSilent = strokes.length - countWithoutRelease(strokes)
  const heldUp = findHeldUp(strokes, endAt)
  let start = strokes.length
  let count = 0
  let nats = 0
  let before: Keystroke | undefined
  strokes.forEach((stroke, index) => {
    if (stroke.person || isOther(stroke)) return
    const hold = index >= firstSilent ? stroke.hold : holdBy(stroke, now)
    const weight = hold === undefined || heldUp.keys.has(stroke) ? 0 : weighHold(hold)
    const own = stroke.piece ? pieceNats : weight
    // A key that was held up has delayed those after it.
    const late = before !== undefined && heldUp.keys.has(before) ? (before.hold ?? 0) - heldUp.hold : 0
    const joined =
      before === undefined ? Number.NEGATIVE_INFINITY : nats + weighGap(stroke.at - before.at - late)
    // A run of weight 0 continues if the interval supports it: its first key may not be released yet.
    if (count > 0 && joined >= 0) {
      nats = joined + own
      count += 1
    } else {
      start = index
      count = 1
      nats = own
    }
    before = stroke
  })
  return { start, count, nats }
}

// How many of the last keys were pressed without any release. From five on the device reports no releases,
// and their age says nothing.
function countWithoutRelease(strokes: readonly Keystroke[]): number {
  let count = 0
  for (let index = strokes.length - 1; index >= 0; index -= 1) {
    if (strokes[index]?.hold !== undefined) break
    count += 1
  }
  return count >= 5 ? count : 0
}
