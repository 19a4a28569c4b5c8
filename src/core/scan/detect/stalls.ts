/** Finds keys that a stalled device released late; it sent no other key meanwhile. */
import type { Keystroke } from '../capture.ts'
import { clockErrorMs, endOf, heldAfterMs, isDownAt, median } from './evidence.ts'

// A finger holds a key longer than this, in milliseconds.
const quickHoldMs = 25

/** Was the key held too shortly for a finger, so that it is certainly a device's? */
export function isQuick({ hold, person, channel, bounced }: Keystroke): boolean {
  return channel === 'keys' && !person && !bounced && hold !== undefined && hold <= quickHoldMs
}

/** Was the key held no longer than a device holds keys? */
export function isLight({ hold, person, channel, bounced }: Keystroke): boolean {
  return channel === 'keys' && !person && !bounced && hold !== undefined && hold <= heldAfterMs
}

/**
 * Is the key a device's, by its hold or because a light key follows its release sooner than a finger could?
 */
export function isDeviceKey(key: Keystroke, next: Keystroke | undefined): boolean {
  if (isLight(key)) return true
  if (key.channel !== 'keys' || key.person || key.hold === undefined || next === undefined) return false
  const pause = next.at - endOf(key)
  return isLight(next) && pause >= -clockErrorMs && pause < resumeWithinMs
}

/** A device continues this soon after a stall, in milliseconds. */
export const resumeWithinMs = 2

// The longest time that the contact of a worn key opens under a finger, in milliseconds; less than a tick of
// a coarse clock.
const bounceMs = 15.7
// A shorter opening is no bounce, because keyboards cannot detect it; but a radio sends two packets at once.
// A coarse clock has the same time for both.
const shortestBounceMs = 1
/** The holds of a device differ by less than this, in milliseconds. */
export const unevenMs = 3

// This many light strokes of other keys show that a device sends the keys.
const minLightAround = 2

/** The release of the last key with a long hold. */
export interface Release {
  readonly code: string
  readonly at: number
}

/**
 * Marks the short strokes of a worn key as bounced: together they are one press of a finger. `lastLong` is
 * the release of a key that is no longer among the strokes.
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
  const isContinued = lastLong?.code === stroke.code && isBounce(first.at - lastLong.at)
  if (press.length < 2 && !isContinued) return strokes
  const holds = press.map(({ hold = 0 }) => hold)
  const openTimes = press.slice(1).map(({ at }, place) => at - endOf(press[place] ?? stroke))
  const isUneven = [holds, openTimes].some((times) => Math.max(...times) - Math.min(...times) > unevenMs)
  const isSlow = isUneven && endOf(stroke) - first.at > heldAfterMs
  const isFinger = isContinued || press.some(isLong) || isSlow
  if (!isFinger) return strokes
  // If other keys nearby are light too, a device sends them. One is enough if all strokes are short.
  const otherKeys = strokes.slice(Math.max(0, index - 5)).filter((each) => each.code !== stroke.code)
  const minOthers = isContinued || press.some(isLong) ? minLightAround : 1
  if (otherKeys.filter(isLight).length >= minOthers) return strokes
  return strokes.map((each) => (press.includes(each) && !isLong(each) ? { ...each, bounced: true } : each))
}

const isBounce = (open: number): boolean =>
  Math.abs(open) <= clockErrorMs || (open >= shortestBounceMs && open <= bounceMs)

// The consecutive strokes of one key up to this one, with hardly any time between them.
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
 * Are the last strokes one press of a worn key that is still down? Not if several other keys are light, as
 * those of a device are.
 */
export function isWornKey(keys: readonly Keystroke[]): boolean {
  const last = keys.at(-1)
  const isOtherLight = (key: Keystroke): boolean => isLight(key) && key.code !== last?.code
  const isOnePress = last?.hold === undefined && onePress(keys, keys.length - 1).length > 1
  return isOnePress && keys.filter(isOtherLight).length < minLightAround
}

/**
 * Does a device send all of these keys: some are quick, the others light or stalled? The last key may still
 * be down at the terminator.
 */
export function areDeviceKeys(keys: readonly Keystroke[], endAt?: number): boolean {
  const heldUp = findStalledKeys(keys, endAt)
  const last = keys.at(-1)
  const isOwn = (key: Keystroke): boolean =>
    isLight(key) || heldUp.keys.has(key) || (key.hold === undefined && key === last)
  return keys.filter(isQuick).length >= minQuickKeys && keys.every(isOwn)
}

const minQuickKeys = 2

export interface StalledKeys {
  readonly keys: ReadonlySet<Keystroke>
  /** The device's usual hold, in milliseconds. */
  readonly hold: number
}

const noHeldUpKeys: StalledKeys = { keys: new Set(), hold: 0 }

/** The jitter of the pauses between a device's keys, in milliseconds. */
export const jitterMs = 12

/**
 * The keys of a burst at which the device stalled. The next key, or the terminator at `endAt`, follows the
 * release as fast as elsewhere in the burst. A person's key comes at any time and usually overlaps others.
 */
export function findStalledKeys(strokes: readonly Keystroke[], endAt?: number): StalledKeys {
  if (!strokes.some(isQuick)) return noHeldUpKeys
  const hold = median(
    strokes.filter(isQuick).map((stroke) => stroke.hold ?? 0),
    0,
  )
  if (!strokes.some(isLong)) return { ...noHeldUpKeys, hold }
  const own = strokes.filter(({ person, channel }) => !person && channel === 'keys')
  const pauseAfter = (stroke: Keystroke, index: number): number =>
    (own[index + 1]?.at ?? endAt ?? Number.POSITIVE_INFINITY) - stroke.at - (stroke.hold ?? 0)
  const pauses = own.flatMap((stroke, index) => {
    const pause = isQuick(stroke) ? pauseAfter(stroke, index) : -1
    return pause >= -clockErrorMs && Number.isFinite(pause) ? [pause] : []
  })
  const sortedGaps = pauses.toSorted((a, b) => a - b)
  const longestPause =
    Math.max(2 * median(pauses, jitterMs), sortedGaps[Math.floor(0.75 * sortedGaps.length)] ?? 0) + jitterMs
  const intervals = own.flatMap(({ at }, index) => {
    const before = own[index - 1]
    return before !== undefined && isQuick(before) ? [at - before.at] : []
  })
  // No key follows the last one: it is the device's if it was pressed in the device's rhythm.
  const isInRhythm = (gap: number): boolean =>
    intervals.length > 1 && gap >= 0.6 * median(intervals, 0) && gap <= 1.6 * median(intervals, 0)
  // A person stops typing before the scan or continues into it. A stalled device continues immediately.
  const firstQuick = own.findIndex(isQuick)
  const quickAt = own[firstQuick]?.at ?? 0
  const typedAt = strokes.findLast(({ person, at }) => person && at < quickAt)?.at ?? 0
  const lastTypedIndex = own.findLastIndex(
    (stroke, index) =>
      index < firstQuick &&
      isLong(stroke) &&
      pauseAfter(stroke, index) > (stroke.at < typedAt ? resumeWithinMs : longestPause),
  )
  const keys = new Set<Keystroke>()
  own.forEach((stroke, index) => {
    if (index <= lastTypedIndex || !isLong(stroke)) return
    const before = own[index - 1]
    if (before !== undefined && (before.hold === undefined || isDownAt(before, stroke.at))) return
    const pause = pauseAfter(stroke, index)
    const stallMs = before !== undefined && keys.has(before) ? (before.hold ?? 0) - hold : 0
    const isInDeviceRhythm = before !== undefined && isInRhythm(stroke.at - before.at - stallMs)
    if (Number.isFinite(pause) ? pause >= -clockErrorMs && pause <= longestPause : isInDeviceRhythm)
      keys.add(stroke)
  })
  return { keys, hold }
}

const isLong = ({ hold }: Keystroke): boolean => hold !== undefined && hold > heldAfterMs

/** The time of a key's release if the device stalled at it, else of its press. */
export function resumedAt(stroke: Keystroke, { keys }: StalledKeys): number {
  return keys.has(stroke) ? stroke.at + (stroke.hold ?? 0) : stroke.at
}
