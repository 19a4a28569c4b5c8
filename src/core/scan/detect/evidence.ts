/**
 * The evidence of each key for a scanner and against a person, in nats (docs/scanning.md, Detection). The
 * weights are log likelihood ratios from recorded devices and typists. Intervals and holds that are too short
 * for fingers weigh most.
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
  [150, -0.8],
  [Number.POSITIVE_INFINITY, -1.5],
]

const holdTable: Table = [
  [22, 2.2],
  [32, 0.4],
  [45, -0.8],
  [Number.POSITIVE_INFINITY, -2.5],
]

function lookUp(table: Table, value: number): number {
  for (const [upTo, nats] of table) if (value <= upTo) return nats
  return 0
}

/** A longer hold is a person's, in milliseconds; scanners hold keys for less. */
export const heldAfterMs = 32

/** The evidence of an interval to the key before, in milliseconds. */
export function weighGap(ms: number): number {
  return lookUp(gapTable, ms)
}

/** The evidence of a key's hold time, in milliseconds. */
export function weighHold(ms: number): number {
  return lookUp(holdTable, ms)
}

/** The rounding error of added time stamps, in milliseconds. */
export const clockErrorMs = 0.01

/** The time at which a released key went up. */
export function endOf({ at, hold = 0 }: Keystroke): number {
  return at + hold
}

/** Was a released key still down when the next one came? */
export function isDownAt(stroke: Keystroke, nextAt = Number.POSITIVE_INFINITY): boolean {
  return endOf(stroke) > nextAt + clockErrorMs
}

/** How long a key has been held by `now`; undefined if unknown or too early to tell. */
export function holdBy(stroke: Keystroke, now: number): number | undefined {
  if (stroke.bounced) return undefined
  if (stroke.hold !== undefined) return stroke.hold
  if (stroke.channel === 'ime') return undefined
  const age = now - stroke.at
  return age > heldAfterMs ? age : undefined
}

// This many consecutive keys without a release show that the device reports no releases.
const minSilentKeys = 5

/** Does the device report no releases? The age of its keys is then no evidence. */
export function reportsNoReleases(strokes: readonly Keystroke[]): boolean {
  return strokes.length >= minSilentKeys && strokes.every(({ hold }) => hold === undefined)
}

/** A run of connected keys and its weight. */
export interface Run {
  /** Index of its first key; the number of strokes if there is no run. */
  readonly start: number
  /** The number of its keys, without keys of a person. */
  readonly count: number
  readonly nats: number
}

/** Tests if a key is not part of the last burst: in a burst all characters have Alt, or none (rule 10). */
export function isOutsideBurst(strokes: readonly Keystroke[]): (stroke: Keystroke) => boolean {
  const last = strokes.findLast(({ person }) => !person)
  const isAltBurst = last !== undefined && isAltCharacter(last)
  return (stroke) => isAltCharacter(stroke) !== isAltBurst
}

/** The median, or `otherwise` if the list is empty. */
export function median(figures: readonly number[], otherwise: number): number {
  if (figures.length === 0) return otherwise
  const sorted = [...figures].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? otherwise
}

/** The intervals between keys, in milliseconds. */
export function gapsOf(strokes: readonly Keystroke[]): readonly number[] {
  return strokes.slice(1).map((stroke, index) => stroke.at - (strokes[index]?.at ?? stroke.at))
}
