/**
 * Separates the keys of a code from a person's keys typed at the same time. A person's key is held longer
 * than the scanner's keys and overlaps them, or does not fit their rhythm. A key that a stalled device
 * released late overlaps no other. If the text has a known form with and without a key, it is unclear.
 */
import type { ScannerProfile } from '#core/wire/scanner-profile.ts'
import type { Keystroke } from '../capture.ts'
import { decodeKeys } from '../decode.ts'
import {
  type BurstKeys,
  type Candidate,
  chooseKeys,
  closeMs,
  hasBothCases,
  isCompleteCode,
  isDown,
  isKnown,
  pauseMs,
  type ReadKeys,
  type TerminatorKey,
} from './choose-keys.ts'
import {
  clockErrorMs,
  endOf,
  gapsOf,
  heldAfterMs,
  holdBy,
  isDownAt,
  isOutsideBurst,
  median,
  reportsNoReleases,
} from './evidence.ts'
import { isLongestOverlap, overlapsCode } from './overlaps.ts'
import { areDeviceKeys, findStalledKeys, isDeviceKey, isLight, isQuick, type StalledKeys } from './stalls.ts'
import { weighAll, weighRun } from './weigh-run.ts'

export interface Reading extends Candidate {
  readonly nats: number
  /** The median interval between the code's keys, in milliseconds. */
  readonly gapMs: number
  /** Only a part of the code: the keys before a pause are missing. */
  readonly cut?: true
}

/**
 * Was a released key typed between a complete barcode and its terminator? It was then held longer than the
 * scanner holds keys. After a number it may belong to the number.
 */
export function followsCode(
  strokes: readonly Keystroke[],
  index: number,
  now: number,
  profile: ScannerProfile,
): boolean {
  const before = strokes.slice(0, index)
  const holdMs = strokes[index]?.hold ?? 0
  if (holdMs <= heldAfterMs) return false
  const reading = readBurst(before, now, profile)
  if (reading?.decoded.format !== 'fixed' || reading.nats < profile.detect.acceptKnown) return false
  // A key of the reading that is still down or overlaps others may be the typed one.
  if (reading.keys.some((key) => isDown(key) || isLongestOverlap(reading.keys, key))) return false
  const holds = reading.keys.flatMap((stroke) => (stroke.hold === undefined ? [] : [stroke.hold]))
  return holdMs > 2 * median(holds, 0)
}

/**
 * Reads the burst at the end of the strokes; undefined if there is none. `end` is the terminator, if any. A
 * device's keys before a long pause are included if both parts together are one code, because the device may
 * have stalled. If they are no code together, the last part alone is only a part of a code.
 */
export function readBurst(
  all: readonly Keystroke[],
  now: number,
  profile: ScannerProfile,
  end?: TerminatorKey,
): Reading | undefined {
  const strokes = all.filter(({ repeated }) => repeated !== true)
  const from = findPause(strokes)
  if (from <= 0) return readRun(strokes, now, profile, end)
  const last = strokes.slice(from)
  const after = readRun(last, now, profile, end)
  const heads = strokes.slice(0, from).filter((key, index) => isDeviceKey(key, strokes[index + 1]))
  if (
    after === undefined ||
    isCompleteCode(after) ||
    heads.length === 0 ||
    !last.some(isLight) ||
    hasBothCases([...heads, ...last])
  )
    return after
  const whole = readRun([...heads, ...last], now, profile, end)
  if (whole === undefined) return after
  if (whole.keys.length <= after.keys.length) return joinHeads(heads, after, profile, end)
  if (!isKnown(whole)) {
    if (isKnown(after)) return { ...whole, decoded: after.decoded, cut: true }
    return areDeviceKeys(whole.keys) ? { ...whole, cut: true } : after
  }
  const head = readRun(heads, now, profile)
  const areTwoCodes = isKnown(after) && head !== undefined && isKnown(head)
  if (areTwoCodes) return { ...whole, unclear: 'glued' }
  // A skipped key may belong to the code, unless the code has the full length of a barcode.
  const isSure =
    whole.decoded.format === 'fixed' || from - strokes.findIndex((key) => key === heads[0]) === heads.length
  return isSure ? whole : { ...whole, unclear: 'mixed' }
}

// Joins a device's keys that are too few for a run to the following part. A number alone is then cut.
function joinHeads(
  heads: readonly Keystroke[],
  after: Reading,
  profile: ScannerProfile,
  end: TerminatorKey | undefined,
): Reading {
  const keys = [...heads, ...after.keys]
  const joined = { ...after, keys, decoded: decodeKeys(keys, profile, end?.shiftSince) }
  if (isCompleteCode(joined)) return joined
  return isKnown(after) ? { ...joined, decoded: after.decoded, cut: true } : after
}

/** The reading of a device's keys before the last long pause, if they are a separate code. */
export function readBeforePause(
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

// The index of the first key after the last long pause; at most 0 if there is none. A held key is no pause.
const findPause = (strokes: readonly Keystroke[]): number =>
  strokes.findLastIndex(({ at }, index) => {
    const before = strokes[index - 1]
    return before !== undefined && at - before.at - (before.hold ?? 0) > pauseMs
  })

function readRun(
  strokes: readonly Keystroke[],
  now: number,
  profile: ScannerProfile,
  end?: TerminatorKey,
): Reading | undefined {
  const run = weighRun(strokes, now, end?.at)
  if (run.count === 0) return undefined
  const heldUp = findStalledKeys(strokes, end?.at)
  const start = extendStart(strokes, run.start, heldUp)
  const runKeys = strokes.slice(start)
  const maxOverlapMs = findMaxOverlap(runKeys)
  const isRolledOver = isRollover(runKeys)
  // Is the key still down at the next one, although the device releases each key first?
  const usualGap = median(gapsOf(runKeys), profile.timing.gapMs.typical)
  const isOverdue = (stroke: Keystroke, index: number): boolean => {
    const next = runKeys[index + 1] ?? end
    if (maxOverlapMs === undefined || !isDown(stroke) || next === undefined) return false
    // If each report replaces the last key by the next one, both change at the same time.
    return !isRolledOver || Math.abs(next.at - stroke.at - usualGap) > 0.5 * usualGap
  }
  const isOther = isOutsideBurst(strokes)
  const isPersonKey = runKeys.map((stroke, index) => {
    if (isOther(stroke)) return true
    if (stroke.person || stroke.channel === 'ime') return stroke.person
    if (isOverdue(stroke, index) && now - stroke.at > (maxOverlapMs ?? 0)) return true
    return (
      overlapsCode(runKeys, index, now) || (maxOverlapMs !== undefined && isLongestOverlap(runKeys, stroke))
    )
  })
  const deviceKeys = runKeys.filter((_, index) => isPersonKey[index] !== true)
  const inRhythm = deviceKeys.filter(
    (stroke, index) => !isIntruder(deviceKeys, index, stroke, now, heldUp, end?.at),
  )
  const read: ReadKeys = (keys) => ({ keys, decoded: decodeKeys(keys, profile, end?.shiftSince) })
  const parts: BurstKeys = {
    before: strokes.slice(0, start),
    runKeys,
    deviceKeys,
    steadyKeys: inRhythm.length > 0 ? inRhythm : deviceKeys,
    unreleased: deviceKeys.filter((stroke) => isOverdue(stroke, runKeys.indexOf(stroke))),
    end,
  }
  const chosen = chooseKeys(parts, now, read)
  // Added keys must not reduce the weight of the device's keys.
  const isLonger =
    chosen.keys !== parts.steadyKeys && parts.steadyKeys.every((key) => chosen.keys.includes(key))
  return {
    ...chosen,
    nats: Math.max(
      weigh(chosen.keys, now, end?.at),
      isLonger ? weigh(parts.steadyKeys, now, end?.at) : Number.NEGATIVE_INFINITY,
    ),
    gapMs: median(gapsOf(chosen.keys), profile.timing.gapMs.typical),
  }
}

// For a device that releases each key before the next, as most do: the longest overlap of its keys, in
// milliseconds. A longer overlap means a person's key. Undefined for other devices.
function findMaxOverlap(members: readonly Keystroke[]): number | undefined {
  const holds = members.flatMap((stroke) => (stroke.hold === undefined ? [] : [stroke.hold]))
  const usualHold = median(holds, 0)
  const limit = Math.max(24, 2 * usualHold)
  const usual = members.filter(
    (key) => !key.person && key.hold !== undefined && key.hold <= limit && !isLongestOverlap(members, key),
  )
  const early = usual.filter((key, index) => !isDownAt(key, usual[index + 1]?.at))
  return usual.length >= 3 && early.length >= 0.8 * usual.length ? Math.max(8, 2 * usualHold) : undefined
}

// Does the release of each key come in one report, and so at the same time, with the press of the next key?
function isRollover(members: readonly Keystroke[]): boolean {
  const rolledKeys = members.filter((key, index) => {
    const next = members[index + 1]
    return key.hold !== undefined && next !== undefined && Math.abs(next.at - endOf(key)) <= clockErrorMs
  })
  return rolledKeys.length >= 2 && 2 * rolledKeys.length >= members.length - 1
}

// A person holds a key that overlaps no other for longer than this, in milliseconds.
const minIntruderMs = 45

// Is the key a person's: a much longer hold outside of the scanner's rhythm, or after all of its keys?
function isIntruder(
  own: readonly Keystroke[],
  index: number,
  stroke: Keystroke,
  now: number,
  heldUp: StalledKeys,
  end: number | undefined,
): boolean {
  const holdMs = holdBy(stroke, now)
  if (holdMs === undefined || holdMs <= minIntruderMs) return false
  if (heldUp.keys.has(stroke) || reportsNoReleases(own)) return false
  const others = own.filter((_, at) => at !== index)
  const holds = others.flatMap((other) => (other.hold === undefined ? [] : [other.hold]))
  if (holds.length < 2 || holdMs <= 3 * median(holds, 0)) return false
  const gaps = others.slice(1).map((other, at) => {
    const before = others[at]
    const stallMs = before !== undefined && heldUp.keys.has(before) ? (before.hold ?? 0) - heldUp.hold : 0
    return other.at - (before?.at ?? other.at) - stallMs
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

// Extends a run to earlier keys, because the first key of a slow scan may weigh below 0. A key belongs to the
// run if its hold and interval are as short as the run's, or if the device stalled at it.
function extendStart(strokes: readonly Keystroke[], start: number, heldUp: StalledKeys): number {
  const run = strokes.slice(start).filter((stroke) => !stroke.person)
  const longestHold = run.length < 3 ? 0 : Math.max(...run.map((stroke) => stroke.hold ?? 0)) * 1.5 + 8
  const longestGap = Math.max(...gapsOf(run)) * 1.25 + 8
  let first = start
  for (;;) {
    const before = strokes[first - 1]
    const at = strokes[first]?.at
    if (before === undefined || at === undefined || before.person || before.hold === undefined) return first
    const isUsual = before.hold <= longestHold && at - before.at <= longestGap
    const rest = at - before.at - before.hold
    const isOwn =
      heldUp.keys.has(before) || (isLight(before) && rest <= (isQuick(before) ? pauseMs : closeMs))
    if (!isUsual && !isOwn) return first
    first -= 1
  }
}

function weigh(keys: readonly Keystroke[], now: number, endAt?: number): number {
  // The choice of keys may split a run, but it is still one burst: all holds and intervals count.
  const run = weighRun(keys, now, endAt)
  const all = weighAll(keys, now, endAt)
  return 3 * run.start <= keys.length ? Math.max(all, run.nats) : all
}
