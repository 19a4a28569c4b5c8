/** Chooses the keys of a burst that form a code. The code is unclear if two choices have a known form. */
import type { Keystroke, UnclearScan } from '../capture.ts'
import type { Decoded } from '../decode.ts'
import { commandPrefix } from '../formats.ts'
import { clockErrorMs, gapsOf, heldAfterMs, holdBy, median } from './evidence.ts'
import { isLongestOverlap } from './overlaps.ts'
import { isLight, isQuick, jitterMs, resumeWithinMs, unevenMs } from './stalls.ts'

export interface Candidate {
  /** The keys of the code, in order. */
  readonly keys: readonly Keystroke[]
  readonly decoded: Decoded
  readonly unclear?: UnclearScan
}

export type TerminatorKey = Pick<Keystroke, 'at' | 'shiftSince'>
export type ReadKeys = (keys: readonly Keystroke[]) => Candidate

/** A longer interval between the keys of one code is a pause, in milliseconds. */
export const pauseMs = 400

/** The keys of a burst, classified before its text is known. */
export interface BurstKeys {
  /** The keys before the run. */
  readonly before: readonly Keystroke[]
  /** All keys of the run, including keys of a person. */
  readonly runKeys: readonly Keystroke[]
  /** The run's keys without keys of a person that overlap them. */
  readonly deviceKeys: readonly Keystroke[]
  /** The device's keys that fit its rhythm. */
  readonly steadyKeys: readonly Keystroke[]
  /** Keys that are still down, although the device releases each key before the next. */
  readonly unreleased: readonly Keystroke[]
  readonly end: TerminatorKey | undefined
}

/** Chooses the keys that form the code. */
export function chooseKeys(parts: BurstKeys, now: number, read: ReadKeys): Candidate {
  const chosen = resolveOverlaps(findKeys(parts, now, read), parts, now, read)
  const isUnclear = isBarcode(chosen) && chosen.unclear === undefined && mayBeAnother(chosen, parts, read)
  return isUnclear ? { ...chosen, unclear: 'mixed' } : chosen
}

// May another choice be the barcode: with a key that was left out, instead of one that may be a person's?
function mayBeAnother({ keys }: Candidate, { before, runKeys, end }: BurstKeys, read: ReadKeys): boolean {
  const all = [...before, ...runKeys]
  const closeKeys = closeBefore(all.slice(0, keys[0] && all.indexOf(keys[0])), keys)
  const leftOut = [...closeKeys, ...runKeys].filter((key) => isText(key) && !keys.includes(key))
  // A light key is no finger's, and a device does not mix small letters and capitals.
  if (leftOut.some(isLight) || (leftOut.length > 0 && hasBothCases(keys))) return true
  if (keys.every(isDown)) return false
  const down = keys.filter((key, index) => isDown(key) && (keys[index + 1] ?? end) !== undefined)
  return down.some((removed) =>
    leftOut.some((added) => {
      const other = all.filter((key) => key === added || (key !== removed && keys.includes(key)))
      return !hasBothCases(other) && isBarcode(read(other))
    }),
  )
}

// Of two overlapping keys, one is the person's: a small letter, or the key held much longer. Otherwise the
// barcode is unclear.
function resolveOverlaps(
  chosen: Candidate,
  { before, runKeys }: BurstKeys,
  now: number,
  read: ReadKeys,
): Candidate {
  if (!isBarcode(chosen) || chosen.unclear !== undefined) return chosen
  const holdOf = ({ at, hold = now - at }: Keystroke): number => hold
  const usual = median(chosen.keys.map(holdOf), 0)
  // Did the device stall at the key that was left out? It then continues immediately.
  const isLate = (leftOut: Keystroke, key: Keystroke): boolean =>
    holdOf(key) > Math.max(heldAfterMs, longerFactor * usual) &&
    chosen.keys.some(
      ({ at }) => at >= leftOut.at + holdOf(leftOut) && at - leftOut.at - holdOf(leftOut) < resumeWithinMs,
    )
  const all = [...before, ...runKeys]
  for (const leftOut of all) {
    if (chosen.keys.includes(leftOut) || !isText(leftOut)) continue
    for (const key of chosen.keys) {
      if (leftOut.at >= key.at + holdOf(key) || key.at >= leftOut.at + holdOf(leftOut)) continue
      const isIn = (each: Keystroke): boolean =>
        each === leftOut || (each !== key && chosen.keys.includes(each))
      const other = read(all.filter(isIn))
      if (!isBarcode(other) || (isSmall(leftOut) && !isSmall(key))) continue
      if (isSmall(key) && !isSmall(leftOut)) return other
      // A device releases its keys before its terminator.
      if (isDown(leftOut) && !isDown(key)) continue
      if (isLate(leftOut, key) || holdOf(leftOut) < longerFactor * holdOf(key))
        return { ...chosen, unclear: 'mixed' }
    }
  }
  return chosen
}
const longerFactor = 1.5
const isSmall = ({ key }: Keystroke): boolean => /^[a-z]$/.test(key)

// A key that comes earlier than this share of the usual interval is between two keys of the device.
const offBeatShare = 0.6

function findKeys(parts: BurstKeys, now: number, read: ReadKeys): Candidate {
  const { before, deviceKeys, steadyKeys, unreleased, runKeys } = parts
  const first = read(steadyKeys)
  const closeKeys = closeBefore(before, deviceKeys)
  if (isKnown(first)) return readWithHead(first, parts, read)
  // The keys alone are no code. With the keys right before them they may be a barcode or a complete command:
  // a person's text does not continue as one.
  const withHead = closeKeys
    .map((_, index) => read([...closeKeys.slice(index), ...deviceKeys]))
    .find(isCompleteCode)
  if (withHead !== undefined) {
    // Typed digits that look like stalled keys may have made a number as long as a barcode.
    const isSure = withHead.keys.every((key) => isLight(key) || deviceKeys.includes(key))
    const core = isSure ? undefined : readCore(deviceKeys, read)
    return core === undefined ? markUnclear(withHead, parts, read) : refuse(core, withHead.keys)
  }
  const holds = deviceKeys.flatMap(({ hold }) => (hold === undefined ? [] : [hold]))
  const longHold = Math.max(heldAfterMs, 2 * median(holds, 0))
  const isLong = (key: Keystroke): boolean =>
    (holdBy(key, now) ?? 0) > longHold || isLongestOverlap(deviceKeys, key)
  const usual = median(gapsOf(steadyKeys), 0)
  const offBeat = unreleased.filter(
    (stroke) => stroke.at - (deviceKeys[deviceKeys.indexOf(stroke) - 1]?.at ?? 0) < offBeatShare * usual,
  )
  const choices = [
    deviceKeys,
    withoutKeys(deviceKeys, offBeat),
    withoutKeys(deviceKeys, unreleased),
    runKeys,
  ].filter((keys) => keys.length > 0)
  for (const keys of choices) {
    const candidate = read(keys)
    if (!isKnown(candidate)) continue
    const other = isBarcode(candidate) ? readWithoutOne(deviceKeys, isLong, read) : undefined
    if (other === undefined || hasBothCases(other.keys)) return readWithHead(candidate, parts, read)
    if (!hasBothCases(keys)) return { ...candidate, unclear: 'mixed' }
  }
  return (
    readWithoutOne(deviceKeys, isLong, read) ??
    readWithoutOne(steadyKeys, isLong, read) ??
    readWithOne(deviceKeys, runKeys, read) ??
    readWithOne(withoutKeys(deviceKeys, unreleased), runKeys, read) ??
    readCore(deviceKeys, read) ??
    // A person's keys before the code look stalled, and another one is still down.
    (unreleased.length > 0 ? readCore(withoutKeys(deviceKeys, unreleased), read) : undefined) ??
    first
  )
}

// Extends a number by the keys right before it, if the device sent them. The number is unclear if the device
// may have sent them, or if the keys shortly before it form another code with it.
function readWithHead(code: Candidate, parts: BurstKeys, read: ReadKeys): Candidate {
  if (!mayLackStart(code)) return markUnclear(code, parts, read)
  const core = readWithoutTyped(code.keys, parts.end, read)
  if (core !== undefined) return refuse(core, code.keys)
  const closeKeys = closeBefore(parts.before, code.keys, pauseMs)
  const isOtherCode = isKnown(read([...closeKeys, ...code.keys])) && !closeKeys.some(isShortcut)
  // A device that stalled within the code may have stalled as long before it.
  const withinMs = Math.max(closeMs, ...pausesOf(code.keys).map((pause) => pause + unevenMs))
  const headKeys = isOtherCode ? closeKeys : closeBefore(parts.before, code.keys, Math.min(withinMs, pauseMs))
  if (headKeys.length === 0) return markUnclear(code, parts, read)
  const whole = read([...headKeys, ...code.keys])
  const isOneCode = headKeys.every(isLight) || (isBarcode(whole) && isLikeCode(headKeys, code.keys))
  if (isOneCode && isKnown(whole)) return whole
  return refuse(code, [...headKeys, ...code.keys])
}

// The number without leading keys that a person may have typed: their hold is long, and the next key does not
// follow them at the device's pace.
function readWithoutTyped(
  keys: readonly Keystroke[],
  end: TerminatorKey | undefined,
  read: ReadKeys,
): Candidate | undefined {
  const from = keys.findIndex(isLight)
  const last = keys[from - 1]
  const own = keys.slice(from)
  const [first, second] = own
  if (last === undefined || first === undefined || second === undefined) return undefined
  if ((last.hold ?? 0) <= shortHoldMs) return undefined
  const pause = pauseAfter(last, first)
  const pauses = pausesOf(own, end)
  const isOwn = pause >= Math.min(...pauses) - unevenMs && pause <= Math.max(...pauses) + jitterMs
  if (isOwn || pause < resumeWithinMs) return undefined
  const core = read(own)
  return isKnown(core) ? core : undefined
}

// Marks a code as unclear; its keys begin with the first one that is certainly the device's.
function refuse(code: Candidate, keys: readonly Keystroke[]): Candidate {
  const from = keys.findIndex((key) => isQuick(key) || code.keys.includes(key))
  return { ...code, keys: keys.slice(from), unclear: 'mixed' }
}

// A person's keys right before or after a code may look stalled. If all keys form no code, tries ranges
// around the quick keys. A barcode has one length and a command a prefix; a number may be incomplete.
function readCore(deviceKeys: readonly Keystroke[], read: ReadKeys): Candidate | undefined {
  if (deviceKeys.every(({ hold = 0 }) => hold <= heldAfterMs)) return undefined
  const from = deviceKeys.findIndex(isQuick)
  const to = deviceKeys.findLastIndex(isQuick) + 1
  let barcode: Candidate | undefined
  let number: Candidate | undefined
  for (let start = 0; start <= from; start += 1) {
    for (let end = deviceKeys.length; end >= to; end -= 1) {
      const reading = read(deviceKeys.slice(start, end))
      if (!isKnown(reading)) continue
      if (reading.decoded.format === 'fixed') barcode ??= reading
      else number ??= reading
    }
  }
  // Letters typed before a number may make it as long as a barcode.
  if (barcode !== undefined) return number === undefined ? barcode : { ...barcode, unclear: 'mixed' }
  if (number === undefined) return undefined
  const isClear =
    !mayLackStart(number) && to === deviceKeys.length && number.keys.at(-1) === deviceKeys.at(-1)
  return isClear ? number : { ...number, unclear: 'mixed' }
}

/** Is the reading a barcode or a command, which cannot lack leading keys? */
export function isCompleteCode(reading: Candidate): boolean {
  return isKnown(reading) && !mayLackStart(reading)
}

// A number may be the end of a longer one. A command begins with its prefix, so keys before it were typed.
const mayLackStart = ({ decoded: { format, text } }: Candidate): boolean =>
  format === 'variable' && !text.startsWith(commandPrefix)

// Keys before a code may be its beginning if they are this close or this short, in milliseconds. A person
// does not type so close to a scan, nor hold a key so shortly.
export const closeMs = 100
const shortHoldMs = 52

function closeBefore(
  strokes: readonly Keystroke[],
  [first]: readonly Keystroke[],
  withinMs = closeMs,
): readonly Keystroke[] {
  let next = first
  let from = strokes.length
  // After a light key, the device may have stalled.
  const hasLight = strokes.some(isLight)
  for (; next !== undefined && from > 0; from -= 1) {
    const before = strokes[from - 1]
    if (before === undefined || before.channel === 'ime' || !isText(before)) break
    if (isOnPad(before) && first !== undefined && !isOnPad(first)) break
    const maxPauseMs = hasLight || (before.hold ?? 0) <= shortHoldMs ? pauseMs : withinMs
    const pause = pauseAfter(before, next)
    // A person's key that overlaps the code does not hide the keys before it.
    if (pause < -clockErrorMs && (!hasLight || before.person || !isLight(before))) continue
    if (pause < -clockErrorMs || pause > maxPauseMs) break
    next = before
  }
  return strokes.slice(from)
}

// The page has run this key as a shortcut: a person may confirm by a key and scan right after it.
const isShortcut = ({ handedOn, target }: Keystroke): boolean => handedOn && target.field === undefined

// A device sends either its whole code from the number pad, or none of it.
const isOnPad = ({ code }: Keystroke): boolean => code.startsWith('Numpad')

const pauseAfter = ({ at, hold = 0 }: Keystroke, next: { readonly at: number }): number => next.at - at - hold

const pausesOf = (keys: readonly Keystroke[], end?: TerminatorKey): readonly number[] =>
  keys.flatMap((key, index) => {
    const next = keys[index + 1] ?? end
    return next === undefined ? [] : [pauseAfter(key, next)]
  })

// Do these keys look like the code's: is their hold as short, or do they follow each other at the same pace?
function isLikeCode(headKeys: readonly Keystroke[], code: readonly Keystroke[]): boolean {
  const longestHold = Math.min(shortHoldMs, longerFactor * Math.max(...code.map(({ hold = 0 }) => hold)))
  if (headKeys.every(({ hold = 0 }) => hold <= longestHold)) return true
  const longestPause = Math.max(...pausesOf(code)) + resumeWithinMs
  return headKeys.every(
    (key, index) => pauseAfter(key, headKeys[index + 1] ?? code[0] ?? key) <= longestPause,
  )
}

// Marks a number or a command as unclear if it is another code with or without a key. A barcode has a fixed
// length, so it stays.
function markUnclear(reading: Candidate, { runKeys, unreleased, end }: BurstKeys, read: ReadKeys): Candidate {
  if (isBarcode(reading)) return reading
  const lastKey = reading.keys.at(-1)
  const last = lastKey === undefined ? -1 : runKeys.lastIndexOf(lastKey)
  const soonMs = 2 * median(gapsOf(reading.keys), 0)
  // A key between the code and its terminator may belong to the code. Without a terminator it is typed,
  // unless it follows immediately.
  const isTypedOn = (stroke: Keystroke, index: number): boolean =>
    end === undefined && index > last && stroke.at - (lastKey?.at ?? 0) > soonMs
  const others = runKeys.filter(
    (stroke, index) => !reading.keys.includes(stroke) && isText(stroke) && !isTypedOn(stroke, index),
  )
  const isIn = (keys: readonly Keystroke[]) => (stroke: Keystroke) =>
    reading.keys.includes(stroke) || keys.includes(stroke)
  const longer = [others, ...others.map((stroke) => [stroke])]
    .filter((keys) => keys.length > 0)
    .map((keys) => [...withoutKeys(reading.keys, runKeys), ...runKeys].filter(isIn(keys)))
  const usualHold = median(
    reading.keys.flatMap(({ hold }) => hold ?? []),
    0,
  )
  const isDoubtful = (stroke: Keystroke): boolean =>
    unreleased.includes(stroke) ||
    ((stroke.hold ?? 0) > usualHold + unevenMs && isLongestOverlap(reading.keys, stroke))
  const doubtful = reading.keys.filter(isDoubtful)
  const shorter = doubtful.length > 0 ? [withoutKeys(reading.keys, doubtful)] : []
  const other = [...longer, ...shorter].map(read).find(isKnown)
  return other === undefined ? reading : { ...read(longer[0] ?? reading.keys), unclear: 'mixed' }
}

const isBarcode = (reading: Candidate): boolean => isKnown(reading) && reading.decoded.format === 'fixed'

const isText = ({ key }: Keystroke): boolean => [...key].length === 1

const withoutKeys = (keys: readonly Keystroke[], others: readonly Keystroke[]): readonly Keystroke[] =>
  keys.filter((key) => !others.includes(key))

/** Does the text have a known form, and the profile's frame? */
export function isKnown({ decoded }: Candidate): boolean {
  return decoded.format !== 'none' && decoded.framed
}

/** Is the key still down? */
export function isDown({ hold }: Keystroke): boolean {
  return hold === undefined
}

// The only barcode with one more key that looks like a person's; undefined if there are several.
function readWithOne(
  deviceKeys: readonly Keystroke[],
  runKeys: readonly Keystroke[],
  read: ReadKeys,
): Candidate | undefined {
  const readings = runKeys
    .filter((key) => !deviceKeys.includes(key) && !isDown(key) && isText(key))
    .map((key) => runKeys.filter((other) => other === key || deviceKeys.includes(other)))
    .filter((keys) => !hasBothCases(keys))
    .map(read)
    .filter(isBarcode)
  return readings.length === 1 ? readings[0] : undefined
}

/** Do the keys have small letters and capitals? A device sends only one of them. */
export function hasBothCases(keys: readonly Keystroke[]): boolean {
  return keys.some(isSmall) && keys.some(({ key }) => /^[A-Z]$/.test(key))
}

// The only barcode after removing one long-held key; undefined if there are several. Ignores numbers, because
// they have no fixed length.
function readWithoutOne(
  keys: readonly Keystroke[],
  isDoubtful: (key: Keystroke) => boolean,
  read: ReadKeys,
): Candidate | undefined {
  const readings = keys
    .filter(isDoubtful)
    .map((key) => read(keys.filter((other) => other !== key)))
    .filter(isBarcode)
  return readings.length === 1 ? readings[0] : undefined
}
