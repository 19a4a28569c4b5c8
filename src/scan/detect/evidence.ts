/**
 * Evidence per key for a scanner and against a person, in nats (docs/scanning.md, Detection). The figures are
 * log likelihood ratios from recorded devices and typists: intervals and holds that are too short for fingers
 * count most.
 */
import type { Keystroke } from '../capture.ts'
import { isAltCharacter } from '../modifiers.ts'

type Table = readonly (readonly [upTo: number, nats: number])[]

const gapTable: Table = [
  [14, 2],
  [24, 1.4],
  [36, 0.8],
  [52, 0.2],
  [90, -0.5],
  [Number.POSITIVE_INFINITY, -0.8],
]

const holdTable: Table = [
  [14, 2.2],
  [22, 1.6],
  [32, 0.4],
  [45, -0.8],
  [Number.POSITIVE_INFINITY, -2.5],
]

function lookUp(table: Table, value: number): number {
  for (const [upTo, nats] of table) if (value <= upTo) return nats
  return 0
}

/** From when on a pressed key counts as long, in milliseconds; people hold longer, scanners do not. */
export const heldAfterMs = 32

/** Evidence of the interval to the key before, in milliseconds. */
export function weighGap(ms: number): number {
  return lookUp(gapTable, ms)
}

/** Evidence of a key's hold time, in milliseconds. */
export function weighHold(ms: number): number {
  return lookUp(holdTable, ms)
}

/** How long a key has been held by `now`; undefined if unknown or too early to tell. */
export function holdBy(stroke: Keystroke, now: number): number | undefined {
  if (stroke.hold !== undefined) return stroke.hold
  if (stroke.channel === 'ime') return undefined
  const age = now - stroke.at
  return age > heldAfterMs ? age : undefined
}

/** A run of connected keys and its weight. */
export interface Run {
  /** Index of its first key; the number of strokes if there is no run. */
  readonly start: number
  /** Number of its keys, without a person's. */
  readonly count: number
  readonly nats: number
}

/**
 * Is a key not part of the burst at the end of the strokes? All of its characters have Alt, or none (rule
 * 10).
 */
export function isOfOtherKind(strokes: readonly Keystroke[]): (stroke: Keystroke) => boolean {
  const last = strokes.findLast(({ person }) => !person)
  const kind = last !== undefined && isAltCharacter(last)
  return (stroke) => isAltCharacter(stroke) !== kind
}

/**
 * The heaviest run that ends with the last key: its holds and intervals. Typing before a scan weighs below 0
 * and drops out. A person's keys are skipped.
 */
export function weighRun(strokes: readonly Keystroke[], now: number): Run {
  const run = weighFigures(strokes, now)
  if (run.nats >= clearNats) return run
  const steady = findSteadyRun(strokes)
  return steady !== undefined && steady.start <= run.start && steady.nats > run.nats ? steady : run
}

function weighFigures(strokes: readonly Keystroke[], now: number): Run {
  const isOther = isOfOtherKind(strokes)
  const silent = countWithoutRelease(strokes)
  let start = strokes.length
  let count = 0
  let nats = 0
  let before: Keystroke | undefined
  strokes.forEach((stroke, index) => {
    if (stroke.person || isOther(stroke)) return
    const hold = index >= strokes.length - silent ? stroke.hold : holdBy(stroke, now)
    const own = hold === undefined ? 0 : weighHold(hold)
    const joined = before === undefined ? Number.NEGATIVE_INFINITY : nats + weighGap(stroke.at - before.at)
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

// A run of this weight is a scanner's whatever its rhythm.
const clearNats = 12
// This many keys in a steady rhythm are no coincidence.
const fewestSteady = 6
// Additional weight per key of a steady rhythm.
const steadyNats = 1.5

// The longest run up to the last released key with equal, short holds and one pace. Single keys may look like
// a person's, but nobody types that regularly.
function findSteadyRun(strokes: readonly Keystroke[]): Run | undefined {
  const isOther = isOfOtherKind(strokes)
  let [shortest, longest, closest, widest] = [Infinity, 0, Infinity, 0]
  let nats = 0
  let run: Run | undefined
  let next: Keystroke | undefined
  for (let index = strokes.length - 1; index >= 0; index -= 1) {
    const stroke = strokes[index]
    if (stroke === undefined || stroke.channel === 'ime') break
    if (stroke.person || isOther(stroke)) continue
    const { hold } = stroke
    // The last key may still be down.
    if (hold === undefined && next !== undefined) break
    if (hold !== undefined) {
      shortest = Math.min(shortest, hold)
      longest = Math.max(longest, hold)
      nats += weighHold(hold)
    }
    if (next !== undefined) {
      const gap = next.at - stroke.at
      closest = Math.min(closest, gap)
      widest = Math.max(widest, gap)
      nats += weighGap(gap) + steadyNats
    }
    if (longest > heldAfterMs || longest - shortest > 10 || widest > 2.5 * closest) break
    run = { start: index, count: (run?.count ?? 0) + 1, nats }
    next = stroke
  }
  return run !== undefined && run.count >= fewestSteady ? run : undefined
}

// How many of the last keys were pressed without any release. From five on the device reports no releases,
// and their age says nothing.
function countWithoutRelease(strokes: readonly Keystroke[]): number {
  let count = 0
  for (let index = strokes.length - 1; index >= 0; index -= 1) {
    if (strokes[index]?.hold !== undefined) break
    count += 1
  }
  return count >= 5 ? count : 0
}

/** The median, or `otherwise` if there are no figures. */
export function median(figures: readonly number[], otherwise: number): number {
  if (figures.length === 0) return otherwise
  const sorted = [...figures].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? otherwise
}

/** The intervals between keys, in milliseconds. */
export function gapsOf(strokes: readonly Keystroke[]): readonly number[] {
  return strokes.slice(1).map((stroke, index) => stroke.at - (strokes[index]?.at ?? stroke.at))
}
