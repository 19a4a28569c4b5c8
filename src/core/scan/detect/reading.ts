/**
 * Separates the keys of a code from a person's keys typed at the same time. A person's key is held longer
 * than the scanner's and overlaps them, or does not fit their rhythm. A key that the device released late
 * overlaps none. If a text with and one without a key are both of a known form, the reading is unclear.
 */
import type { ScannerProfile } from '#core/wire/scanner-profile.ts'
import type { Keystroke } from '../capture.ts'
import { decodeKeys } from '../decode.ts'
import {
  type Candidate,
  chooseKeys,
  closeMs,
  type End,
  hasBothCases,
  isDown,
  isKnown,
  isWhole,
  type Parts,
  pauseMs,
  type Read,
} from './choose-keys.ts'
import {
  clockErrorMs,
  endOf,
  gapsOf,
  heldAfterMs,
  holdBy,
  isDownAt,
  isOfOtherKind,
  median,
  reportsNoReleases,
} from './evidence.ts'
import { areDevices, findHeldUp, type HeldUp, isLight, isOfDevice, isQuick } from './held-up.ts'
import { isAcross, overlapsCode } from './overlaps.ts'
import { weighAll, weighRun } from './weigh-run.ts'

export interface Reading extends Candidate {
  readonly nats: number
  /** The median interval between the code's keys, in milliseconds. */
  readonly gapMs: number
  /** The keys before a pause are missing: only a part of the code. */
  readonly cut?: true
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
  // A key that is still down, or that overlaps others, may be the one that was typed.
  if (reading.keys.some((key) => isDown(key) || isAcross(reading.keys, key))) return false
  const holds = reading.keys.flatMap((stroke) => (stroke.hold === undefined ? [] : [stroke.hold]))
  return held > 2 * median(holds, 0)
}

/**
 * Reads the burst at the end of the strokes; undefined if there is none. `end` is the terminator, if any. A
 * device's keys before a long pause are read with it where both can only be one code: the device was held up.
 * If they are not, the rest alone is no code either.
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
  const heads = strokes.slice(0, from).filter((key, index) => isOfDevice(key, strokes[index + 1]))
  if (
    after === undefined ||
    isWhole(after) ||
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
    return areDevices(whole.keys) ? { ...whole, cut: true } : after
  }
  const head = readRun(heads, now, profile)
  const isTwo = isKnown(after) && head !== undefined && isKnown(head)
  if (isTwo) return { ...whole, unclear: 'glued' }
  // A key among them that may be a person's may be one of the code, unless that has all of its length.
  const isSure =
    whole.decoded.format === 'fixed' || from - strokes.findIndex((key) => key === heads[0]) === heads.length
  return isSure ? whole : { ...whole, unclear: 'mixed' }
}

// A device's keys that weigh too little for a run of their own: a number behind them lacks its head.
function joinHeads(
  heads: readonly Keystroke[],
  after: Reading,
  profile: ScannerProfile,
  end: End | undefined,
): Reading {
  const keys = [...heads, ...after.keys]
  const joined = { ...after, keys, decoded: decodeKeys(keys, profile, end?.shiftSince) }
  if (isWhole(joined)) return joined
  return isKnown(after) ? { ...joined, decoded: after.decoded, cut: true } : after
}

/**
 * The reading of a device's keys before the last long pause, where they are a code of their own beside the
 * one behind it.
 */
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
const findPause = (strokes: readonly Keystroke[]): number =>
  strokes.findLastIndex(({ at }, index) => {
    const before = strokes[index - 1]
    return before !== undefined && at - before.at - (before.hold ?? 0) > pauseMs
  })

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
  const runKeys = strokes.slice(start)
  const orderly = releasesBeforeNext(runKeys)
  const isRolled = rollsKeys(runKeys)
  // Still down at the next key although the device releases first: a person's, or, if only just, perhaps the
  // device's own.
  const usualGap = median(gapsOf(runKeys), profile.timing.gapMs.typical)
  const overdue = (stroke: Keystroke, index: number): boolean => {
    const next = runKeys[index + 1] ?? end
    if (orderly === undefined || !isDown(stroke) || next === undefined) return false
    // Where each report has the next key in place of the last one, both change at the same time.
    return !isRolled || Math.abs(next.at - stroke.at - usualGap) > 0.5 * usualGap
  }
  const isOther = isOfOtherKind(strokes)
  const judged = runKeys.map((stroke, index) => {
    if (isOther(stroke)) return true
    if (stroke.person || stroke.channel === 'ime') return stroke.person
    if (overdue(stroke, index) && now - stroke.at > (orderly ?? 0)) return true
    return overlapsCode(runKeys, index, now) || (orderly !== undefined && isAcross(runKeys, stroke))
  })
  const deviceKeys = runKeys.filter((_, index) => judged[index] !== true)
  const steady = deviceKeys.filter(
    (stroke, index) => !isIntruder(deviceKeys, index, stroke, now, heldUp, end?.at),
  )
  const read: Read = (keys) => ({ keys, decoded: decodeKeys(keys, profile, end?.shiftSince) })
  const parts: Parts = {
    before: strokes.slice(0, start),
    runKeys,
    deviceKeys,
    steadyKeys: steady.length > 0 ? steady : deviceKeys,
    unreleased: deviceKeys.filter((stroke) => overdue(stroke, runKeys.indexOf(stroke))),
    end,
  }
  const chosen = chooseKeys(parts, now, read)
  // Keys in front of a device's take nothing from the weight of those.
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

// For a device that releases each key before the next, as most do: how long its key may still overlap the
// next one, in milliseconds. A longer overlap means a person's key. Undefined for other devices.
function releasesBeforeNext(members: readonly Keystroke[]): number | undefined {
  const holds = members.flatMap((stroke) => (stroke.hold === undefined ? [] : [stroke.hold]))
  const usualHold = median(holds, 0)
  const limit = Math.max(24, 2 * usualHold)
  const usual = members.filter(
    (key) => !key.person && key.hold !== undefined && key.hold <= limit && !isAcross(members, key),
  )
  const early = usual.filter((key, index) => !isDownAt(key, usual[index + 1]?.at))
  return usual.length >= 3 && early.length >= 0.8 * usual.length ? Math.max(8, 2 * usualHold) : undefined
}

// Does each key go up with the same report, and so at the same time, as the next goes down?
function rollsKeys(members: readonly Keystroke[]): boolean {
  const rolled = members.filter((key, index) => {
    const next = members[index + 1]
    return key.hold !== undefined && next !== undefined && Math.abs(next.at - endOf(key)) <= clockErrorMs
  })
  return rolled.length >= 2 && 2 * rolled.length >= members.length - 1
}

// A person's key that overlaps none is held longer than this, in milliseconds.
const leastIntruderMs = 45

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
  if (held === undefined || held <= leastIntruderMs) return false
  if (heldUp.keys.has(stroke) || reportsNoReleases(own)) return false
  const others = own.filter((_, at) => at !== index)
  const holds = others.flatMap((other) => (other.hold === undefined ? [] : [other.hold]))
  if (holds.length < 2 || held <= 3 * median(holds, 0)) return false
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
    const rest = at - before.at - before.hold
    const isOwn =
      heldUp.keys.has(before) || (isLight(before) && rest <= (isQuick(before) ? pauseMs : closeMs))
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
