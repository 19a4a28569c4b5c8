/** Keys that the device itself released late: it was held up, and sent nothing else meanwhile. */
import type { Keystroke } from '../capture.ts'
import { clockErrorMs, endOf, heldAfterMs, isDownAt, median } from './evidence.ts'

// No finger holds a key this shortly, in milliseconds.
const quickHoldMs = 25

/** Is the key surely a device's? */
export function isQuick({ hold, person, channel, bounced }: Keystroke): boolean {
  return channel === 'keys' && !person && !bounced && hold !== undefined && hold <= quickHoldMs
}

/** Was the key down for less than by any finger? */
export function isLight({ hold, person, channel, bounced }: Keystroke): boolean {
  return channel === 'keys' && !person && !bounced && hold !== undefined && hold <= heldAfterMs
}

/**
 * Is the key a device's by its hold, or by a device's key that follows its release sooner than a finger does?
 */
export function isOfDevice(key: Keystroke, next: Keystroke | undefined): boolean {
  if (isLight(key)) return true
  if (key.channel !== 'keys' || key.person || key.hold === undefined || next === undefined) return false
  const rest = next.at - endOf(key)
  return isLight(next) && rest >= -clockErrorMs && rest < atOnceMs
}

/** A device that was held up goes on within this time, in milliseconds. */
export const atOnceMs = 2

// The contact of a worn key is open for so long while the finger stays on it: less than a tick of a coarse
// clock, in milliseconds.
const bounceMs = 15.7
// No keyboard is so quick to see it open, but a radio sends two packets at once. A coarse clock has the same
// time for both.
const quickestBounceMs = 1
/** Holds of a device differ by less, in milliseconds. */
export const unevenMs = 3

// So many light keys of others show that a device presses.
const fewestAround = 2

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
  const goesOn = lastLong?.code === stroke.code && isBounce(first.at - lastLong.at)
  if (press.length < 2 && !goesOn) return strokes
  const holds = press.map(({ hold = 0 }) => hold)
  const opens = press.slice(1).map(({ at }, place) => at - endOf(press[place] ?? stroke))
  const isUneven = [holds, opens].some((times) => Math.max(...times) - Math.min(...times) > unevenMs)
  const isSlow = isUneven && endOf(stroke) - first.at > heldAfterMs
  const isFingers = goesOn || press.some(isLong) || isSlow
  if (!isFingers) return strokes
  // A device's keys around it are short too: one is enough where the strokes are all short themselves.
  const around = strokes.slice(Math.max(0, index - 5)).filter((each) => each.code !== stroke.code)
  const fewest = goesOn || press.some(isLong) ? fewestAround : 1
  if (around.filter(isLight).length >= fewest) return strokes
  return strokes.map((each) => (press.includes(each) && !isLong(each) ? { ...each, bounced: true } : each))
}

const isBounce = (open: number): boolean =>
  Math.abs(open) <= clockErrorMs || (open >= quickestBounceMs && open <= bounceMs)

// The strokes of one key up to this one between which its contact was hardly open.
function onePress(strokes: readonly Keystroke[], index: number): readonly Keystroke[] {
  let from = index
  for (; from > 0; from -= 1) {
    const [before, stroke] = [strokes[from - 1], strokes[from]]
    if (before?.hold === undefined || stroke === undefined || before.code !== stroke.code) break
    const open = stroke.at - endOf(before)
    if (!isBounce(open)) break
  }
  return strokes.slice(from, index + 1)
}

/**
 * Are the last strokes of one key, hardly open between them and down at last? A device's keys around it are
 * light.
 */
export function isWorn(keys: readonly Keystroke[]): boolean {
  const last = keys.at(-1)
  const isOtherLight = (key: Keystroke): boolean => isLight(key) && key.code !== last?.code
  const isOnePress = last?.hold === undefined && onePress(keys, keys.length - 1).length > 1
  return isOnePress && keys.filter(isOtherLight).length < fewestAround
}

/**
 * Do only machines send these keys: some are quick, the others short or held up? The last may still be down
 * at the terminator.
 */
export function areDevices(keys: readonly Keystroke[], endAt?: number): boolean {
  const heldUp = findHeldUp(keys, endAt)
  const last = keys.at(-1)
  const isOwn = (key: Keystroke): boolean =>
    isLight(key) || heldUp.keys.has(key) || (key.hold === undefined && key === last)
  return keys.filter(isQuick).length >= fewestQuick && keys.every(isOwn)
}

const fewestQuick = 2

export interface HeldUp {
  readonly keys: ReadonlySet<Keystroke>
  /** The device's usual hold, in milliseconds. */
  readonly hold: number
}

const noneHeldUp: HeldUp = { keys: new Set(), hold: 0 }

/**
 * A device that pauses between its keys does so at one pace; this much jitter is no other pace, in
 * milliseconds.
 */
export const jitterMs = 12

/**
 * The keys of a burst that were held up. The next key, or the terminator at `endAt`, follows the release as
 * it does elsewhere in the burst; a person's key comes at any time, and mostly overlaps others.
 */
export function findHeldUp(strokes: readonly Keystroke[], endAt?: number): HeldUp {
  if (!strokes.some(isQuick)) return noneHeldUp
  const hold = median(
    strokes.filter(isQuick).map((stroke) => stroke.hold ?? 0),
    0,
  )
  if (!strokes.some(isLong)) return { ...noneHeldUp, hold }
  const own = strokes.filter(({ person, channel }) => !person && channel === 'keys')
  const restOf = (stroke: Keystroke, index: number): number =>
    (own[index + 1]?.at ?? endAt ?? Number.POSITIVE_INFINITY) - stroke.at - (stroke.hold ?? 0)
  const rests = own.flatMap((stroke, index) => {
    const rest = isQuick(stroke) ? restOf(stroke, index) : -1
    return rest >= -clockErrorMs && Number.isFinite(rest) ? [rest] : []
  })
  const order = rests.toSorted((a, b) => a - b)
  const longestRest =
    Math.max(2 * median(rests, jitterMs), order[Math.floor(0.75 * order.length)] ?? 0) + jitterMs
  const paces = own.flatMap(({ at }, index) => {
    const before = own[index - 1]
    return before !== undefined && isQuick(before) ? [at - before.at] : []
  })
  // Nothing follows the last key: it is the device's if it was pressed in the rhythm.
  const isOnBeat = (gap: number): boolean =>
    paces.length > 1 && gap >= 0.6 * median(paces, 0) && gap <= 1.6 * median(paces, 0)
  // A person stops typing before the scan, or types on into it; a device goes on at once.
  const firstQuick = own.findIndex(isQuick)
  const quickAt = own[firstQuick]?.at ?? 0
  const typedAt = strokes.findLast(({ person, at }) => person && at < quickAt)?.at ?? 0
  const lastTyped = own.findLastIndex(
    (stroke, index) =>
      index < firstQuick &&
      isLong(stroke) &&
      restOf(stroke, index) > (stroke.at < typedAt ? atOnceMs : longestRest),
  )
  const keys = new Set<Keystroke>()
  own.forEach((stroke, index) => {
    if (index <= lastTyped || !isLong(stroke)) return
    const before = own[index - 1]
    if (before !== undefined && (before.hold === undefined || isDownAt(before, stroke.at))) return
    const rest = restOf(stroke, index)
    const late = before !== undefined && keys.has(before) ? (before.hold ?? 0) - hold : 0
    const isNext = before !== undefined && isOnBeat(stroke.at - before.at - late)
    if (Number.isFinite(rest) ? rest >= -clockErrorMs && rest <= longestRest : isNext) keys.add(stroke)
  })
  return { keys, hold }
}

const isLong = ({ hold }: Keystroke): boolean => hold !== undefined && hold > heldAfterMs

/** When a key was released, if it was held up; else when it was pressed. */
export function goesOnAt(stroke: Keystroke, { keys }: HeldUp): number {
  return keys.has(stroke) ? stroke.at + (stroke.hold ?? 0) : stroke.at
}
