/**
 * Separates the keys of a code from a person's keys typed at the same time. A person's key is held longer
 * than the scanner's, overlaps them, and does not fit their rhythm; if several readings are possible, one
 * with a known form is taken.
 */
import type { ScannerProfile } from '#contract/scanner-profile.ts'
import type { Keystroke } from '../capture.ts'
import { type Decoded, decodeKeys } from '../decode.ts'
import {
  gapsOf,
  heldAfterMs,
  holdBy,
  isOfOtherKind,
  median,
  weighGap,
  weighHold,
  weighRun,
} from './evidence.ts'
import { burstEndsMs } from './state.ts'

export interface Reading {
  /** The keys of the code, in order. */
  readonly keys: readonly Keystroke[]
  readonly decoded: Decoded
  readonly nats: number
  /** The median interval between the code's keys, in milliseconds. */
  readonly gapMs: number
}

/**
 * Was a released key a person's? Of two overlapping keys it is the one held longer, if longer than scanners
 * hold (over 24 ms and twice the median hold; over 45 ms while little is known).
 */
export function overlapsCode(strokes: readonly Keystroke[], index: number, now: number): boolean {
  const stroke = strokes[index]
  if (stroke === undefined || stroke.channel === 'ime') return false
  const held = stroke.hold ?? now - stroke.at
  if (held <= 24) return false
  const others = strokes.filter((other, at) => at !== index && !other.person)
  const holds = others.flatMap((other) => (other.hold === undefined ? [] : [other.hold]))
  const limit = holds.length < 3 ? 45 : Math.max(24, 2 * median(holds, 0))
  if (held <= limit) return false
  const up = stroke.at + held
  return others.some((other) => {
    const otherHeld = other.hold ?? now - other.at
    return other.at < up && other.at + otherHeld > stroke.at && otherHeld < held
  })
}

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
  const holds = reading.keys.flatMap((stroke) => (stroke.hold === undefined ? [] : [stroke.hold]))
  return held > 2 * median(holds, 0)
}

/**
 * Reads the burst at the end of the strokes; undefined if there is none. `end` is the terminator, if any. Keys before a long pause are
 * read with it only where they make a barcode of what is none without them: the device was held up.
 */
export function readBurst(
  strokes: readonly Keystroke[],
  now: number,
  profile: ScannerProfile,
  end?: Pick<Keystroke, 'at' | 'shiftSince'>,
): Reading | undefined {
  const from = strokes.findLastIndex(({ at }, index) => at - (strokes[index - 1]?.at ?? at) > burstEndsMs)
  const after = readRun(from > 0 ? strokes.slice(from) : strokes, now, profile, end)
  if (from <= 0 || after?.decoded.format === 'fixed') return after
  const whole = readRun(strokes, now, profile, end)
  return whole?.decoded.format === 'fixed' && whole.decoded.framed ? whole : after
}

function readRun(
  strokes: readonly Keystroke[],
  now: number,
  profile: ScannerProfile,
  end?: Pick<Keystroke, 'at' | 'shiftSince'>,
): Reading | undefined {
  const run = weighRun(strokes, now)
  if (run.count === 0) return undefined
  const members = strokes.slice(extendStart(strokes, run.start))
  const orderly = releasesBeforeNext(members)
  // Still down at the next key although the device releases first: a person's, or, if only just, perhaps the
  // device's own.
  const overdue = (stroke: Keystroke, index: number): boolean =>
    orderly !== undefined && isDown(stroke) && (members[index + 1] ?? end) !== undefined
  const isOther = isOfOtherKind(strokes)
  const judged = members.map((stroke, index) => {
    if (isOther(stroke)) return true
    if (stroke.person || stroke.channel === 'ime') return stroke.person
    return (overdue(stroke, index) && now - stroke.at > (orderly ?? 0)) || overlapsCode(members, index, now)
  })
  const own = members.filter((_, index) => judged[index] !== true)
  const without = own.filter((stroke, index) => !isIntruder(own, index, stroke, now, end?.at))
  const read = (keys: readonly Keystroke[]): Reading => ({
    keys,
    decoded: decodeKeys(keys, profile, end?.shiftSince),
    nats: weigh(keys, now),
    gapMs: median(gapsOf(keys), profile.timing.gapMs.typical),
  })
  const first = read(without.length > 0 ? without : own)
  if (isKnown(first)) return first
  const waiting = own.filter((stroke) => overdue(stroke, members.indexOf(stroke)))
  const offBeat = waiting.filter(
    (stroke) => stroke.at - (own[own.indexOf(stroke) - 1]?.at ?? 0) < 0.6 * first.gapMs,
  )
  const choices = [own, withoutKeys(own, offBeat), withoutKeys(own, waiting), members].filter(
    (keys) => keys.length > 0 && keys.length !== first.keys.length,
  )
  for (const keys of choices) {
    const reading = read(keys)
    if (isKnown(reading)) return reading
  }
  return readWithoutOne(own, now, read) ?? readWithoutOne(without, now, read) ?? first
}

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

// The only reading with a known form after removing one long-held key; none if there are two.
function readWithoutOne(
  own: readonly Keystroke[],
  now: number,
  read: (keys: readonly Keystroke[]) => Reading,
): Reading | undefined {
  const holds = own.flatMap((stroke) => (stroke.hold === undefined ? [] : [stroke.hold]))
  const limit = Math.max(heldAfterMs, 2 * median(holds, 0))
  const readings = own
    .filter((stroke) => (holdBy(stroke, now) ?? 0) > limit)
    .map((stroke) => read(own.filter((other) => other !== stroke)))
    .filter(isKnown)
  return readings.length === 1 ? readings[0] : undefined
}

// A much longer hold, at a point outside of the scanner's rhythm.
function isIntruder(
  own: readonly Keystroke[],
  index: number,
  stroke: Keystroke,
  now: number,
  end: number | undefined,
): boolean {
  const held = holdBy(stroke, now)
  if (held === undefined) return false
  const others = own.filter((_, at) => at !== index)
  const holds = others.flatMap((other) => (other.hold === undefined ? [] : [other.hold]))
  if (holds.length < 2 || held <= Math.max(45, 3 * median(holds, 0))) return false
  const gaps = gapsOf(others)
  const usual = median(gaps, 0)
  const regular = gaps.length >= 3 && Math.max(...gaps) <= 2.5 * Math.min(...gaps)
  if (!regular) return true
  const before = own[index - 1]?.at
  const after = own[index + 1]?.at ?? end
  if (before !== undefined && after !== undefined) return after - before <= 1.6 * usual
  const gap = before === undefined ? (after ?? stroke.at) - stroke.at : stroke.at - before
  return gap < 0.6 * usual || gap > 1.6 * usual
}

// The first key of a slow scan may weigh below 0. It belongs to the run if hold and interval are no longer
// than the run's own.
function extendStart(strokes: readonly Keystroke[], start: number): number {
  const run = strokes.slice(start).filter((stroke) => !stroke.person)
  if (run.length < 3) return start
  const longestHold = Math.max(...run.map((stroke) => stroke.hold ?? 0)) * 1.25 + 4
  const longestGap = Math.max(...gapsOf(run)) * 1.25 + 8
  let first = start
  for (;;) {
    const before = strokes[first - 1]
    const at = strokes[first]?.at
    if (before === undefined || at === undefined || before.person || before.hold === undefined) return first
    if (before.hold > longestHold || at - before.at > longestGap) return first
    first -= 1
  }
}

function weigh(keys: readonly Keystroke[], now: number): number {
  // A run split by the choice of keys is still one burst: all holds and intervals count.
  const run = weighRun(keys, now)
  if (run.start === 0) return run.nats
  const gaps = gapsOf(keys).reduce((sum, gap) => sum + weighGap(gap), 0)
  return keys.reduce((sum, key) => {
    const hold = holdBy(key, now)
    return sum + (hold === undefined ? 0 : weighHold(hold))
  }, gaps)
}
