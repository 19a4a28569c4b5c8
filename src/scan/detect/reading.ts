/**
 * Separates the keys of a code from a person's keys typed at the same time. A person's key is held longer
 * than the scanner's and overlaps them, or does not fit their rhythm. A key that the device released late overlaps none. If a text
 * with and one without a key are both of a known form, the reading is unclear.
 */
import type { ScannerProfile } from '#contract/scanner-profile.ts'
import type { Keystroke, UnclearScan } from '../capture.ts'
import { type Decoded, decodeKeys } from '../decode.ts'
import { commandPrefix } from '../formats.ts'
import { gapsOf, heldAfterMs, holdBy, isOfOtherKind, median, reportsNoReleases } from './evidence.ts'
import { areDevices, findHeldUp, type HeldUp, isQuick } from './held-up.ts'
import { isAcross, overlapsCode } from './overlaps.ts'
import { weighAll, weighRun } from './weigh-run.ts'

export interface Reading {
  /** The keys of the code, in order. */
  readonly keys: readonly Keystroke[]
  readonly decoded: Decoded
  readonly nats: number
  /** The median interval between the code's keys, in milliseconds. */
  readonly gapMs: number
  /** The keys before a pause are missing: only a part of the code. */
  readonly cut?: true
  readonly unclear?: UnclearScan
}

// Between the keys of one code a longer interval is a pause, in milliseconds.
const pauseMs = 400

type End = Pick<Keystroke, 'at' | 'shiftSince'>
type Read = (keys: readonly Keystroke[]) => Reading

/**
 * Was a released key typed after a complete barcode whose terminator has not come yet? It was held longer
 * than the scanner holds. After a number it may belong to the number.
 */
export function followsCode(
  strokes: readonly Keystroke[],
  index: number,
  now: number,
  profile: ScannerProfile,
): boolean {
  const before = strokes.slice(0, index)
  const held = strokes[index]?.hold ?? 0
  if (held <= heldAfterMs) return false
  const reading = readBurst(before, now, profile)
  if (reading?.decoded.format !== 'fixed' || reading.nats < profile.detect.acceptKnown) return false
  // A key that is still down, or that overlaps others, may be the one that was typed.
  if (reading.keys.some((key) => isDown(key) || isAcross(reading.keys, key))) return false
  const holds = reading.keys.flatMap((stroke) => (stroke.hold === undefined ? [] : [stroke.hold]))
  return held > 2 * median(holds, 0)
}

/**
 * Reads the burst at the end of the strokes; undefined if there is none. `end` is the terminator, if any. A device's keys before a long
 * pause are read with it where both can only be one code: the device was held up. If they are not, the rest alone is no code either.
 */
export function readBurst(
  all: readonly Keystroke[],
  now: number,
  profile: ScannerProfile,
  end?: End,
): Reading | undefined {
  const strokes = all.filter(({ repeated }) => repeated !== true)
  const from = findPause(strokes)
  if (from <= 0) return readRun(strokes, now, profile, end)
  const last = strokes.slice(from)
  const after = readRun(last, now, profile, end)
  const heads = strokes.slice(0, from).filter(isQuick)
  const isWhole = after === undefined || (after.decoded.format === 'fixed' && after.decoded.framed)
  if (isWhole || heads.length === 0 || isOtherCase(heads, last)) return after
  const whole = readRun([...heads, ...last], now, profile, end)
  if (whole === undefined || whole.keys.length <= after.keys.length) return after
  if (!isKnown(whole)) {
    if (isKnown(after)) return { ...after, keys: whole.keys, cut: true }
    return areDevices(whole.keys) ? { ...whole, cut: true } : after
  }
  const head = readRun(heads, now, profile)
  const isTwo = isKnown(after) && head !== undefined && isKnown(head)
  return isTwo ? { ...whole, unclear: 'glued' } : whole
}

// Small letters before a code of capitals: a device writes one or the other.
const isOtherCase = (heads: readonly Keystroke[], code: readonly Keystroke[]): boolean =>
  heads.some(({ key }) => /^[a-z]$/.test(key)) && code.some(({ key }) => /^[A-Z]$/.test(key))

/** The reading of a device's keys before the last long pause, where they are a code of their own beside the one behind it. */
export function readHead(
  all: readonly Keystroke[],
  after: Reading,
  now: number,
  profile: ScannerProfile,
): Reading | undefined {
  const strokes = all.filter(({ repeated }) => repeated !== true)
  const first = after.keys[0]
  const from = findPause(strokes)
  if (from <= 0 || first === undefined || strokes.indexOf(first) < from) return undefined
  const head = readRun(strokes.slice(0, from).filter(isQuick), now, profile)
  return head !== undefined && head.keys.length > 1 ? head : undefined
}

// Where the keys go on after the last long pause; at most 0 if there is none. A key that is down is no pause.
function findPause(strokes: readonly Keystroke[]): number {
  const heldUp = findHeldUp(strokes)
  return strokes.findLastIndex(({ at }, index) => {
    const before = strokes[index - 1]
    const up = before !== undefined && heldUp.keys.has(before) ? (before.hold ?? 0) : 0
    return before !== undefined && at - before.at - up > pauseMs
  })
}

function readRun(
  strokes: readonly Keystroke[],
  now: number,
  profile: ScannerProfile,
  end?: End,
): Reading | undefined {
  const run = weighRun(strokes, now, end?.at)
  if (run.count === 0) return undefined
  const heldUp = findHeldUp(strokes, end?.at)
  const start = extendStart(strokes, run.start, heldUp)
  const members = strokes.slice(start)
  const orderly = releasesBeforeNext(members)
  const isRolled = rollsKeys(members)
  // Still down at the next key although the device releases first: a person's, or, if only just, perhaps the
  // device's own.
  const usualGap = median(gapsOf(members), profile.timing.gapMs.typical)
  const overdue = (stroke: Keystroke, index: number): boolean => {
    const next = members[index + 1] ?? end
    if (orderly === undefined || !isDown(stroke) || next === undefined) return false
    // Where each report has the next key in place of the last one, both change at the same time.
    return !isRolled || Math.abs(next.at - stroke.at - usualGap) > 0.5 * usualGap
  }
  const isOther = isOfOtherKind(strokes)
  const judged = members.map((stroke, index) => {
    if (isOther(stroke)) return true
    if (stroke.person || stroke.channel === 'ime') return stroke.person
    if (overdue(stroke, index) && now - stroke.at > (orderly ?? 0)) return true
    return overlapsCode(members, index, now) || (orderly !== undefined && isAcross(members, stroke))
  })
  const own = members.filter((_, index) => judged[index] !== true)
  const without = own.filter((stroke, index) => !isIntruder(own, index, stroke, now, heldUp, end?.at))
  const read: Read = (keys) => ({
    keys,
    decoded: decodeKeys(keys, profile, end?.shiftSince),
    nats: weigh(keys, now, end?.at),
    gapMs: median(gapsOf(keys), profile.timing.gapMs.typical),
  })
  const first = read(without.length > 0 ? without : own)
  const waiting = own.filter((stroke) => overdue(stroke, members.indexOf(stroke)))
  const near = closeBefore(strokes.slice(0, start), own[0])
  if (isKnown(first)) {
    const other =
      first.decoded.format === 'fixed' ? readOtherBarcode(first, near, members, end, read) : undefined
    if (other !== undefined) return { ...first, unclear: 'mixed' }
    const heads = mayLackHead(first) ? closeBefore(strokes.slice(0, start), first.keys[0]) : []
    if (heads.length === 0) return nameDoubt(first, { members, waiting, end }, read)
    const whole = { ...read([...heads, ...first.keys]), nats: first.nats }
    return whole.decoded.format === 'fixed' && whole.decoded.framed ? whole : { ...first, unclear: 'mixed' }
  }
  // The first keys of a radio's code may be held as shortly as hardly a finger does.
  const light = near.slice(near.findLastIndex(({ hold = Infinity }) => hold > heldAfterMs) + 1)
  const withHead = light.map((_, index) => read([...light.slice(index), ...own])).find(isBarcode)
  if (withHead !== undefined) return withHead
  // No code begins with the rest of a command's prefix.
  const command = read([...near.slice(-1), ...own])
  if (isKnown(command) && command.decoded.text.startsWith(commandPrefix)) return command
  const offBeat = waiting.filter(
    (stroke) => stroke.at - (own[own.indexOf(stroke) - 1]?.at ?? 0) < 0.6 * first.gapMs,
  )
  const choices = [own, withoutKeys(own, offBeat), withoutKeys(own, waiting), members].filter(
    (keys) => keys.length > 0 && keys.length !== first.keys.length,
  )
  for (const keys of choices) {
    const reading = read(keys)
    if (isKnown(reading)) return nameDoubt(reading, { members, waiting, end }, read)
  }
  return (
    readWithoutOne(own, now, read) ??
    readWithoutOne(without, now, read) ??
    readCore(own, read) ??
    // A person's keys in front look held up, and one more is still down.
    (waiting.length > 0 ? readCore(withoutKeys(own, waiting), read) : undefined) ??
    first
  )
}

// A person's keys right before or behind a code may look held up. If all make no code, those between the first and the last quick key are
// tried: a barcode has one length, a command has a prefix, a number may lack them.
function readCore(own: readonly Keystroke[], read: Read): Reading | undefined {
  if (own.every(({ hold = 0 }) => hold <= heldAfterMs)) return undefined
  const from = own.findIndex(isQuick)
  const to = own.findLastIndex(isQuick) + 1
  let barcode: Reading | undefined
  let number: Reading | undefined
  for (let start = 0; start <= from; start += 1) {
    for (let end = own.length; end >= to; end -= 1) {
      const reading = read(own.slice(start, end))
      if (!isKnown(reading)) continue
      if (reading.decoded.format === 'fixed') barcode ??= reading
      else number ??= reading
    }
  }
  // Letters that were typed in front of a number make it as long as a barcode.
  if (barcode !== undefined) return number === undefined ? barcode : { ...barcode, unclear: 'mixed' }
  if (number === undefined) return undefined
  const isClear = !mayLackHead(number) && to === own.length && number.keys.at(-1) === own.at(-1)
  return isClear ? number : { ...number, unclear: 'mixed' }
}

// A number may be the end of a longer one. A command begins with its prefix: what is in front was typed.
const mayLackHead = ({ decoded: { format, text } }: Reading): boolean =>
  format === 'variable' && !text.startsWith(commandPrefix)

// Keys in front of a number that may be its beginning: nobody types up to a scan in so few milliseconds, nor holds a key so shortly.
const closeMs = 100
const shortHoldMs = 52

function closeBefore(strokes: readonly Keystroke[], first: Keystroke | undefined): readonly Keystroke[] {
  let next = first
  let from = strokes.length
  // Behind a device's key the device may have been held up.
  const hasQuick = strokes.some(isQuick)
  for (; next !== undefined && from > 0; from -= 1) {
    const before = strokes[from - 1]
    if (before === undefined || before.person || before.channel === 'ime' || !isText(before)) break
    const pause = next.at - before.at - (before.hold ?? 0)
    const most = hasQuick || (before.hold ?? 0) <= shortHoldMs ? pauseMs : closeMs
    if (pause < 0 || pause > most) break
    next = before
  }
  return strokes.slice(from)
}

interface Doubts {
  readonly members: readonly Keystroke[]
  /** Keys that are still down though the device releases each before the next. */
  readonly waiting: readonly Keystroke[]
  readonly end: End | undefined
}

// A barcode has one length. A number or a command may be another one with or without a key: then it is unclear which was scanned.
function nameDoubt(reading: Reading, { members, waiting, end }: Doubts, read: Read): Reading {
  if (reading.decoded.format === 'fixed') return reading
  const lastKey = reading.keys.at(-1)
  const last = lastKey === undefined ? -1 : members.lastIndexOf(lastKey)
  // What comes behind the code and before its terminator may belong to it; without a terminator it is typed on.
  const others = members.filter(
    (stroke, index) =>
      !reading.keys.includes(stroke) && isText(stroke) && (end !== undefined || index < last),
  )
  const isIn = (keys: readonly Keystroke[]) => (stroke: Keystroke) =>
    reading.keys.includes(stroke) || keys.includes(stroke)
  const longer = [others, ...others.map((stroke) => [stroke])]
    .filter((keys) => keys.length > 0)
    .map((keys) => members.filter(isIn(keys)))
  const doubted = reading.keys.filter((stroke) => waiting.includes(stroke))
  const shorter = doubted.length > 0 ? [withoutKeys(reading.keys, doubted)] : []
  const other = [...longer, ...shorter].map(read).find(isKnown)
  return other === undefined ? reading : { ...read(longer[0] ?? reading.keys), unclear: 'mixed' }
}

// Another barcode of the same keys: without one that is still down at the terminator, and with one in front
// or between that was left out.
function readOtherBarcode(
  { keys }: Reading,
  near: readonly Keystroke[],
  members: readonly Keystroke[],
  end: End | undefined,
  read: Read,
): Reading | undefined {
  const down = keys.filter((key, index) => isDown(key) && (keys[index + 1] ?? end) !== undefined)
  if (down.length === 0 || keys.every(isDown)) return undefined
  const left = [...near, ...members].filter((stroke) => !keys.includes(stroke) && isText(stroke))
  for (const removed of down) {
    for (const added of left) {
      const isIn = (stroke: Keystroke) => stroke === added || (stroke !== removed && keys.includes(stroke))
      const other = read([...near, ...members].filter(isIn))
      if (isBarcode(other)) return other
    }
  }
  return undefined
}

const isBarcode = (reading: Reading): boolean => isKnown(reading) && reading.decoded.format === 'fixed'

const isText = ({ key }: Keystroke): boolean => [...key].length === 1

const withoutKeys = (keys: readonly Keystroke[], others: readonly Keystroke[]): readonly Keystroke[] =>
  keys.filter((key) => !others.includes(key))

const isKnown = ({ decoded }: Reading): boolean => decoded.format !== 'none' && decoded.framed

const isDown = (stroke: Keystroke): boolean => stroke.hold === undefined

// For a device that releases each key before the next, as most do: how long its key may still overlap the
// next one, in milliseconds. A longer overlap means a person's key. Undefined for other devices.
function releasesBeforeNext(members: readonly Keystroke[]): number | undefined {
  const holds = members.flatMap((stroke) => (stroke.hold === undefined ? [] : [stroke.hold]))
  const usualHold = median(holds, 0)
  const limit = Math.max(24, 2 * usualHold)
  const usual = members.filter(({ hold, person }) => !person && hold !== undefined && hold <= limit)
  const early = usual.filter(
    ({ at, hold = 0 }, index) => at + hold <= (usual[index + 1]?.at ?? Number.POSITIVE_INFINITY),
  )
  return usual.length >= 3 && early.length >= 0.8 * usual.length ? Math.max(8, 2 * usualHold) : undefined
}

// Does each key go up with the same report, and so at the same time, as the next goes down?
function rollsKeys(members: readonly Keystroke[]): boolean {
  const rolled = members.filter(
    ({ at, hold }, index) => hold !== undefined && at + hold === members[index + 1]?.at,
  )
  return rolled.length >= 2 && 2 * rolled.length >= members.length - 1
}

// The only barcode after removing one long-held key; none if there are two. A number is not read so: it has no length of its own.
function readWithoutOne(own: readonly Keystroke[], now: number, read: Read): Reading | undefined {
  const holds = own.flatMap((stroke) => (stroke.hold === undefined ? [] : [stroke.hold]))
  const limit = Math.max(heldAfterMs, 2 * median(holds, 0))
  const readings = own
    .filter((stroke) => (holdBy(stroke, now) ?? 0) > limit || isAcross(own, stroke))
    .map((stroke) => read(own.filter((other) => other !== stroke)))
    .filter((reading) => isKnown(reading) && reading.decoded.format === 'fixed')
  return readings.length === 1 ? readings[0] : undefined
}

// A much longer hold, at a point outside of the scanner's rhythm; or behind all of it, as a person types on.
function isIntruder(
  own: readonly Keystroke[],
  index: number,
  stroke: Keystroke,
  now: number,
  heldUp: HeldUp,
  end: number | undefined,
): boolean {
  const held = holdBy(stroke, now)
  if (held === undefined || heldUp.keys.has(stroke) || reportsNoReleases(own)) return false
  const others = own.filter((_, at) => at !== index)
  const holds = others.flatMap((other) => (other.hold === undefined ? [] : [other.hold]))
  if (holds.length < 2 || held <= Math.max(45, 3 * median(holds, 0))) return false
  const gaps = others.slice(1).map((other, at) => {
    const before = others[at]
    const late = before !== undefined && heldUp.keys.has(before) ? (before.hold ?? 0) - heldUp.hold : 0
    return other.at - (before?.at ?? other.at) - late
  })
  const usual = median(gaps, 0)
  const before = own[index - 1]?.at
  const after = own[index + 1]?.at ?? end
  if (after === undefined && before !== undefined && stroke.at - before > 1.6 * Math.max(...gaps)) return true
  const regular = gaps.length >= 3 && Math.max(...gaps) <= 2.5 * Math.min(...gaps)
  if (!regular) return false
  if (before !== undefined && after !== undefined) return after - before <= 1.6 * usual
  const gap = before === undefined ? (after ?? stroke.at) - stroke.at : stroke.at - before
  return gap < 0.6 * usual || gap > 1.6 * usual
}

// The first key of a slow scan may weigh below 0. It belongs to the run if hold and interval are no longer
// than the run's own, or if the device was held up at it.
function extendStart(strokes: readonly Keystroke[], start: number, heldUp: HeldUp): number {
  const run = strokes.slice(start).filter((stroke) => !stroke.person)
  const longestHold = run.length < 3 ? 0 : Math.max(...run.map((stroke) => stroke.hold ?? 0)) * 1.5 + 8
  const longestGap = Math.max(...gapsOf(run)) * 1.25 + 8
  let first = start
  for (;;) {
    const before = strokes[first - 1]
    const at = strokes[first]?.at
    if (before === undefined || at === undefined || before.person || before.hold === undefined) return first
    const isUsual = before.hold <= longestHold && at - before.at <= longestGap
    const isOwn = heldUp.keys.has(before) || (isQuick(before) && at - before.at <= pauseMs)
    if (!isUsual && !isOwn) return first
    first -= 1
  }
}

function weigh(keys: readonly Keystroke[], now: number, endAt?: number): number {
  // A run split by the choice of keys is still one burst: all holds and intervals count.
  const run = weighRun(keys, now, endAt)
  const all = weighAll(keys, now, endAt)
  return 3 * run.start <= keys.length ? Math.max(all, run.nats) : all
}
