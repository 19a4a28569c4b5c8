/** Keys that the device itself released late: it was held up, and sent nothing else meanwhile. */
import type { Keystroke } from '../capture.ts'
import { heldAfterMs, median } from './evidence.ts'

// No finger holds a key this shortly, in milliseconds.
const quickHoldMs = 25

/** Is the key surely a device's? */
export function isQuick({ hold, person, channel, bounced }: Keystroke): boolean {
  return channel === 'keys' && !person && !bounced && hold !== undefined && hold <= quickHoldMs
}

// The contact of a worn key is open for so long while the finger stays on it: less than a tick of a coarse
// clock, in milliseconds.
const bounceMs = 15.7
// Holds of a device differ by less, in milliseconds.
const unevenMs = 6

/** The release of the last key that was held as by a finger. */
export interface Release {
  readonly code: string
  readonly at: number
}

/**
 * Names the short strokes of a worn key: together they are one press of a finger. `lastLong` is the release
 * of a key that is no
 * longer among the strokes.
 */
export function markBounce(
  strokes: readonly Keystroke[],
  index: number,
  lastLong: Release | undefined,
): readonly Keystroke[] {
  const press = onePress(strokes, index)
  const [first] = press
  const stroke = strokes[index]
  if (first === undefined || stroke === undefined || stroke.code === '') return strokes
  const goesOn =
    lastLong?.code === stroke.code && first.at >= lastLong.at && first.at - lastLong.at <= bounceMs
  const holds = press.map(({ hold = 0 }) => hold)
  const isUneven = Math.max(...holds) - Math.min(...holds) > unevenMs
  const isSlow = isUneven && endOf(stroke) - first.at > heldAfterMs
  const isFingers = goesOn || press.some(isLong) || isSlow
  if (!isFingers || (press.length < 2 && !goesOn)) return strokes
  // A device's keys around it are short too.
  const around = strokes.slice(Math.max(0, index - 5)).filter((each) => each.code !== stroke.code)
  if (around.filter((each) => each.hold !== undefined && isShort(each)).length >= 2) return strokes
  return strokes.map((each) => (press.includes(each) && !isLong(each) ? { ...each, bounced: true } : each))
}

const endOf = ({ at, hold = 0 }: Keystroke): number => at + hold

// The strokes of one key up to this one between which its contact was hardly open.
function onePress(strokes: readonly Keystroke[], index: number): readonly Keystroke[] {
  let from = index
  for (; from > 0; from -= 1) {
    const [before, stroke] = [strokes[from - 1], strokes[from]]
    if (before?.hold === undefined || stroke === undefined || before.code !== stroke.code) break
    const open = stroke.at - endOf(before)
    if (open < 0 || open > bounceMs) break
  }
  return strokes.slice(from, index + 1)
}

/**
 * Do only machines send these keys: some are quick, the others short or held up? The last may still be down
 * at the terminator.
 */
export function areDevices(keys: readonly Keystroke[]): boolean {
  const heldUp = findHeldUp(keys)
  const last = keys.at(-1)
  const isOwn = (key: Keystroke): boolean =>
    isQuick(key) || heldUp.keys.has(key) || (key.hold === undefined ? key === last : isShort(key))
  return keys.filter(isQuick).length >= fewestQuick && keys.every(isOwn)
}

const isShort = ({ hold = 0, bounced }: Keystroke): boolean => hold <= heldAfterMs && !bounced
const fewestQuick = 2

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
