/** Chooses the keys of a burst that are a code. The code is unclear if two choices have a known form. */
import type { Keystroke, UnclearScan } from '../capture.ts'
import type { Decoded } from '../decode.ts'
import { commandPrefix } from '../formats.ts'
import { clockErrorMs, gapsOf, heldAfterMs, holdBy, median } from './evidence.ts'
import { atOnceMs, isLight, isQuick, jitterMs, unevenMs } from './held-up.ts'
import { isAcross } from './overlaps.ts'

export interface Candidate {
  /** The keys of the code, in order. */
  readonly keys: readonly Keystroke[]
  readonly decoded: Decoded
  readonly unclear?: UnclearScan
}

export type End = Pick<Keystroke, 'at' | 'shiftSince'>
export type Read = (keys: readonly Keystroke[]) => Candidate

/** Between the keys of one code a longer interval is a pause, in milliseconds. */
export const pauseMs = 400

/** The keys of a burst, as they are judged before its text is known. */
export interface Parts {
  /** The keys in front of the run. */
  readonly before: readonly Keystroke[]
  /** All keys of the run, a person's too. */
  readonly runKeys: readonly Keystroke[]
  /** The run's keys that no person pressed over the device's. */
  readonly deviceKeys: readonly Keystroke[]
  /** The device's keys that fit its rhythm. */
  readonly steadyKeys: readonly Keystroke[]
  /** Keys that are still down though the device releases each before the next. */
  readonly unreleased: readonly Keystroke[]
  readonly end: End | undefined
}

/** The keys that are read. */
export function chooseKeys(parts: Parts, now: number, read: Read): Candidate {
  const chosen = settleOverlaps(findKeys(parts, now, read), parts, now, read)
  const isUnclear = isBarcode(chosen) && chosen.unclear === undefined && mayBeAnother(chosen, parts, read)
  return isUnclear ? { ...chosen, unclear: 'mixed' } : chosen
}

// A key was left out that may be the barcode's, in place of one that may be a person's.
function mayBeAnother({ keys }: Candidate, { before, runKeys, end }: Parts, read: Read): boolean {
  const all = [...before, ...runKeys]
  const near = closeBefore(all.slice(0, keys[0] && all.indexOf(keys[0])), keys)
  const leftOut = [...near, ...runKeys].filter((key) => isText(key) && !keys.includes(key))
  // No finger is so quick, and no device writes small letters and capitals.
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

// Of two keys that were down at the same time, either may be the person's: a small letter is, or the one held
// much longer. Else it is unclear.
function settleOverlaps(chosen: Candidate, { before, runKeys }: Parts, now: number, read: Read): Candidate {
  if (!isBarcode(chosen) || chosen.unclear !== undefined) return chosen
  const held = ({ at, hold = now - at }: Keystroke): number => hold
  const usual = median(chosen.keys.map(held), 0)
  // Was the device held up at the key that was left out? It goes on at once.
  const isLate = (leftOut: Keystroke, key: Keystroke): boolean =>
    held(key) > Math.max(heldAfterMs, muchLonger * usual) &&
    chosen.keys.some(
      ({ at }) => at >= leftOut.at + held(leftOut) && at - leftOut.at - held(leftOut) < atOnceMs,
    )
  const all = [...before, ...runKeys]
  for (const leftOut of all) {
    if (chosen.keys.includes(leftOut) || !isText(leftOut)) continue
    for (const key of chosen.keys) {
      if (leftOut.at >= key.at + held(key) || key.at >= leftOut.at + held(leftOut)) continue
      const isIn = (each: Keystroke): boolean =>
        each === leftOut || (each !== key && chosen.keys.includes(each))
      const other = read(all.filter(isIn))
      if (!isBarcode(other) || (isSmall(leftOut) && !isSmall(key))) continue
      if (isSmall(key) && !isSmall(leftOut)) return other
      // A device has let its keys go before its terminator.
      if (isDown(leftOut) && !isDown(key)) continue
      if (isLate(leftOut, key) || held(leftOut) < muchLonger * held(key))
        return { ...chosen, unclear: 'mixed' }
    }
  }
  return chosen
}
const muchLonger = 1.5
const isSmall = ({ key }: Keystroke): boolean => /^[a-z]$/.test(key)

// A key that comes before this share of the usual interval is between two keys of the device.
const earlyBeat = 0.6

function findKeys(parts: Parts, now: number, read: Read): Candidate {
  const { before, deviceKeys, steadyKeys, unreleased, runKeys } = parts
  const first = read(steadyKeys)
  const near = closeBefore(before, deviceKeys)
  if (isKnown(first)) return readWithHead(first, parts, read)
  // No code of its own. With keys right before it is a barcode, or a command with the whole of its prefix: no
  // text of a person goes on as one.
  const withHead = near.map((_, index) => read([...near.slice(index), ...deviceKeys])).find(isWhole)
  if (withHead !== undefined) {
    // Typed digits that look held up may have made a number as long as that.
    const isSure = withHead.keys.every((key) => isLight(key) || deviceKeys.includes(key))
    const core = isSure ? undefined : readCore(deviceKeys, read)
    return core === undefined ? markUnclear(withHead, parts, read) : refuse(core, withHead.keys)
  }
  const holds = deviceKeys.flatMap(({ hold }) => (hold === undefined ? [] : [hold]))
  const longHold = Math.max(heldAfterMs, 2 * median(holds, 0))
  const isLong = (key: Keystroke): boolean => (holdBy(key, now) ?? 0) > longHold || isAcross(deviceKeys, key)
  const usual = median(gapsOf(steadyKeys), 0)
  const offBeat = unreleased.filter(
    (stroke) => stroke.at - (deviceKeys[deviceKeys.indexOf(stroke) - 1]?.at ?? 0) < earlyBeat * usual,
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
    // A person's keys in front look held up, and one more is still down.
    (unreleased.length > 0 ? readCore(withoutKeys(deviceKeys, unreleased), read) : undefined) ??
    first
  )
}

// A number with the keys right before it, if they are the device's too. It is unclear if they may be, or if
// the keys shortly before it make another code of it.
function readWithHead(code: Candidate, parts: Parts, read: Read): Candidate {
  if (!mayLackHead(code)) return markUnclear(code, parts, read)
  const core = readWithoutTyped(code.keys, parts.end, read)
  if (core !== undefined) return refuse(core, code.keys)
  const near = closeBefore(parts.before, code.keys, pauseMs)
  const isOther = isKnown(read([...near, ...code.keys])) && !near.some(isShortcut)
  // A device that was held up within the code may have been held up as long in front of it.
  const within = Math.max(closeMs, ...restsOf(code.keys).map((rest) => rest + unevenMs))
  const heads = isOther ? near : closeBefore(parts.before, code.keys, Math.min(within, pauseMs))
  if (heads.length === 0) return markUnclear(code, parts, read)
  const whole = read([...heads, ...code.keys])
  const isOne = heads.every(isLight) || (isBarcode(whole) && isLikeCode(heads, code.keys))
  if (isOne && isKnown(whole)) return whole
  return refuse(code, [...heads, ...code.keys])
}

// The number without the keys in front of it that may be typed: they are held for long, and the device does
// not go on after them as it does elsewhere.
function readWithoutTyped(
  keys: readonly Keystroke[],
  end: End | undefined,
  read: Read,
): Candidate | undefined {
  const from = keys.findIndex(isLight)
  const last = keys[from - 1]
  const own = keys.slice(from)
  const [first, second] = own
  if (last === undefined || first === undefined || second === undefined) return undefined
  if ((last.hold ?? 0) <= shortHoldMs) return undefined
  const rest = restOf(last, first)
  const rests = restsOf(own, end)
  const isOwn = rest >= Math.min(...rests) - unevenMs && rest <= Math.max(...rests) + jitterMs
  if (isOwn || rest < atOnceMs) return undefined
  const core = read(own)
  return isKnown(core) ? core : undefined
}

// The refused keys begin with the first one that is surely the device's.
function refuse(code: Candidate, keys: readonly Keystroke[]): Candidate {
  const from = keys.findIndex((key) => isQuick(key) || code.keys.includes(key))
  return { ...code, keys: keys.slice(from), unclear: 'mixed' }
}

// A person's keys right before or behind a code may look held up. If all make no code, those between the
// first and the last quick key are tried: a barcode has one length, a command has a prefix, a number may lack
// them.
function readCore(deviceKeys: readonly Keystroke[], read: Read): Candidate | undefined {
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
  // Letters that were typed in front of a number make it as long as a barcode.
  if (barcode !== undefined) return number === undefined ? barcode : { ...barcode, unclear: 'mixed' }
  if (number === undefined) return undefined
  const isClear = !mayLackHead(number) && to === deviceKeys.length && number.keys.at(-1) === deviceKeys.at(-1)
  return isClear ? number : { ...number, unclear: 'mixed' }
}

/** Has the reading the length of a barcode, or the prefix of a command? */
export function isWhole(reading: Candidate): boolean {
  return isKnown(reading) && !mayLackHead(reading)
}

// A number may be the end of a longer one. A command begins with its prefix: what is in front was typed.
const mayLackHead = ({ decoded: { format, text } }: Candidate): boolean =>
  format === 'variable' && !text.startsWith(commandPrefix)

// Keys in front of a code that may be its beginning: nobody types up to a scan in so few milliseconds, nor
// holds a key so shortly.
export const closeMs = 100
const shortHoldMs = 52

function closeBefore(
  strokes: readonly Keystroke[],
  [first]: readonly Keystroke[],
  within = closeMs,
): readonly Keystroke[] {
  let next = first
  let from = strokes.length
  // Behind a device's key the device may have been held up.
  const hasLight = strokes.some(isLight)
  for (; next !== undefined && from > 0; from -= 1) {
    const before = strokes[from - 1]
    if (before === undefined || before.channel === 'ime' || !isText(before)) break
    if (isOnPad(before) && first !== undefined && !isOnPad(first)) break
    const most = hasLight || (before.hold ?? 0) <= shortHoldMs ? pauseMs : within
    const rest = restOf(before, next)
    // A person's key over the code's hides none in front of it.
    if (rest < -clockErrorMs && (!hasLight || before.person || !isLight(before))) continue
    if (rest < -clockErrorMs || rest > most) break
    next = before
  }
  return strokes.slice(from)
}

// Outside of fields the page has run it: a person who confirms by a key may scan right after it.
const isShortcut = ({ handedOn, target }: Keystroke): boolean => handedOn && target.field === undefined

// A device types all of its code on the number pad, or none.
const isOnPad = ({ code }: Keystroke): boolean => code.startsWith('Numpad')

const restOf = ({ at, hold = 0 }: Keystroke, next: { readonly at: number }): number => next.at - at - hold

const restsOf = (keys: readonly Keystroke[], end?: End): readonly number[] =>
  keys.flatMap((key, index) => {
    const next = keys[index + 1] ?? end
    return next === undefined ? [] : [restOf(key, next)]
  })

// Are these keys held as shortly as those of the code, or does the device's own pace lead from one to the
// next?
function isLikeCode(heads: readonly Keystroke[], code: readonly Keystroke[]): boolean {
  const longestHold = Math.min(shortHoldMs, muchLonger * Math.max(...code.map(({ hold = 0 }) => hold)))
  if (heads.every(({ hold = 0 }) => hold <= longestHold)) return true
  const longestRest = Math.max(...restsOf(code)) + atOnceMs
  return heads.every((key, index) => restOf(key, heads[index + 1] ?? code[0] ?? key) <= longestRest)
}

// A barcode has one length. A number or a command may be another one with or without a key: then it is
// unclear which was scanned.
function markUnclear(reading: Candidate, { runKeys, unreleased, end }: Parts, read: Read): Candidate {
  if (isBarcode(reading)) return reading
  const lastKey = reading.keys.at(-1)
  const last = lastKey === undefined ? -1 : runKeys.lastIndexOf(lastKey)
  const soon = 2 * median(gapsOf(reading.keys), 0)
  // What comes behind the code and before its terminator may belong to it; without a terminator it is typed
  // on, unless it comes at once.
  const isTypedOn = (stroke: Keystroke, index: number): boolean =>
    end === undefined && index > last && stroke.at - (lastKey?.at ?? 0) > soon
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
  const isDoubted = (stroke: Keystroke): boolean =>
    unreleased.includes(stroke) ||
    ((stroke.hold ?? 0) > usualHold + unevenMs && isAcross(reading.keys, stroke))
  const doubted = reading.keys.filter(isDoubted)
  const shorter = doubted.length > 0 ? [withoutKeys(reading.keys, doubted)] : []
  const other = [...longer, ...shorter].map(read).find(isKnown)
  return other === undefined ? reading : { ...read(longer[0] ?? reading.keys), unclear: 'mixed' }
}

const isBarcode = (reading: Candidate): boolean => isKnown(reading) && reading.decoded.format === 'fixed'

const isText = ({ key }: Keystroke): boolean => [...key].length === 1

const withoutKeys = (keys: readonly Keystroke[], others: readonly Keystroke[]): readonly Keystroke[] =>
  keys.filter((key) => !others.includes(key))

/** Has the text a known form, with the profile's frame? */
export function isKnown({ decoded }: Candidate): boolean {
  return decoded.format !== 'none' && decoded.framed
}

/** Is the key still down? */
export function isDown({ hold }: Keystroke): boolean {
  return hold === undefined
}

// The only barcode with one of the keys that look like a person's: both were held for long, one over the
// other.
function readWithOne(
  deviceKeys: readonly Keystroke[],
  runKeys: readonly Keystroke[],
  read: Read,
): Candidate | undefined {
  const readings = runKeys
    .filter((key) => !deviceKeys.includes(key) && !isDown(key) && isText(key))
    .map((key) => runKeys.filter((other) => other === key || deviceKeys.includes(other)))
    .filter((keys) => !hasBothCases(keys))
    .map(read)
    .filter(isBarcode)
  return readings.length === 1 ? readings[0] : undefined
}

/** Does it have small letters and capitals? A device writes one or the other. */
export function hasBothCases(keys: readonly Keystroke[]): boolean {
  return keys.some(isSmall) && keys.some(({ key }) => /^[A-Z]$/.test(key))
}

// The only barcode after removing one long-held key; none if there are two. A number is not read so: it has
// no length of its own.
function readWithoutOne(
  keys: readonly Keystroke[],
  isDoubted: (key: Keystroke) => boolean,
  read: Read,
): Candidate | undefined {
  const readings = keys
    .filter(isDoubted)
    .map((key) => read(keys.filter((other) => other !== key)))
    .filter(isBarcode)
  return readings.length === 1 ? readings[0] : undefined
}
