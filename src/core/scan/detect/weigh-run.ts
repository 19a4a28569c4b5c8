/** Finds the run of keys with the highest evidence at the end of a burst. */
import type { Keystroke } from '../capture.ts'
import { holdBy, isOutsideBurst, type Run, reportsNoReleases, weighGap, weighHold } from './evidence.ts'
import { findSlowRun } from './slow-runs.ts'
import { findStalledKeys } from './stalls.ts'

/**
 * The heaviest run up to the last key, by holds and intervals. Typing before a scan weighs below 0 and drops
 * out. Skips keys of a person. `endAt` is the time of the terminator, if any.
 */
export function weighRun(strokes: readonly Keystroke[], now: number, endAt?: number): Run {
  const run = weighTimes(strokes, now, endAt)
  if (run.nats >= clearNats) return run
  const slow = findSlowRun(strokes)
  return slow === undefined || slow.start > run.start ? run : { ...slow, nats: Math.max(run.nats, slow.nats) }
}

/** The weight of all keys together, if the choice of keys has split their run. */
export function weighAll(keys: readonly Keystroke[], now: number, endAt?: number): number {
  const heldUp = findStalledKeys(keys, endAt)
  const isSilent = reportsNoReleases(keys)
  return keys.reduce((sum, key, index) => {
    const hold = isSilent ? undefined : holdBy(key, now)
    const before = keys[index - 1]
    const stallMs = before !== undefined && heldUp.keys.has(before) ? (before.hold ?? 0) - heldUp.hold : 0
    const gap = before === undefined ? 0 : weighGap(key.at - before.at - stallMs)
    return sum + gap + (hold === undefined || heldUp.keys.has(key) ? 0 : weighHold(hold))
  }, 0)
}

// A run with this weight is a scanner's with any rhythm.
const clearNats = 12
// The weight of a piece of text with several characters, which a person does not type.
const pieceNats = 2.2

function weighTimes(strokes: readonly Keystroke[], now: number, endAt?: number): Run {
  const isOther = isOutsideBurst(strokes)
  const firstSilent = strokes.length - countWithoutRelease(strokes)
  const heldUp = findStalledKeys(strokes, endAt)
  let start = strokes.length
  let count = 0
  let nats = 0
  let before: Keystroke | undefined
  strokes.forEach((stroke, index) => {
    if (stroke.person || isOther(stroke)) return
    const hold = index >= firstSilent ? stroke.hold : holdBy(stroke, now)
    const weight = hold === undefined || heldUp.keys.has(stroke) ? 0 : weighHold(hold)
    const own = stroke.piece ? pieceNats : weight
    // A stall delays the next keys.
    const stallMs = before !== undefined && heldUp.keys.has(before) ? (before.hold ?? 0) - heldUp.hold : 0
    const joined =
      before === undefined ? Number.NEGATIVE_INFINITY : nats + weighGap(stroke.at - before.at - stallMs)
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

// The number of last keys without a release. Below five it is 0: from five on the device reports no releases,
// and their age is no evidence.
function countWithoutRelease(strokes: readonly Keystroke[]): number {
  let count = 0
  for (let index = strokes.length - 1; index >= 0; index -= 1) {
    if (strokes[index]?.hold !== undefined) break
    count += 1
  }
  return count >= 5 ? count : 0
}
