/**
 * Codes of a device without terminator that came too close for a quiet time. They are split only where the
 * device pauses: at intervals between complete codes that are longer than any inside. Never by length alone;
 * otherwise they stay joined and are refused as such. Digits with such a pause may be two numbers or one:
 * they are unclear.
 */
import { LIMITS } from '#core/wire/limits.ts'
import type { ScannerProfile } from '#core/wire/scanner-profile.ts'
import type { Keystroke } from '../capture.ts'
import { decodeKeys } from '../decode.ts'
import { type Endings, endsAreKnown } from './endings.ts'
import { gapsOf } from './evidence.ts'
import { findHeldUp } from './held-up.ts'
import type { Reading } from './reading.ts'

// A pause is this many times the longest interval inside a code, plus this many milliseconds.
const breathTimes = 1.5
const breathMs = 5
const mostParts = 4
// A radio that repeats a packet pauses up to this long inside a number, by its median interval, in
// milliseconds.
const joinedGap = (usual: number): number => 2.2 * usual + 10

/**
 * The barcodes of a reading without terminator, in order; undefined if it is a single code or cannot be
 * split.
 */
export function splitReading(
  { keys, decoded, nats, gapMs }: Reading,
  endings: Endings,
  profile: ScannerProfile,
): readonly Reading[] | undefined {
  // A device with terminators has lost one here, and perhaps more.
  if (endsAreKnown(profile, endings)) return undefined
  const read = (part: readonly Keystroke[]): Reading => ({
    keys: part,
    decoded: decodeKeys(part, profile),
    nats,
    gapMs,
  })
  const isCode = ({ decoded: { format, framed } }: Reading): boolean => format !== 'none' && framed
  if (decoded.format !== 'none') {
    if (keys.some(({ channel }) => channel === 'ime')) return undefined
    const isJoined = partsByBreath(keys, joinedGap(gapMs)).some(
      (parts) => !isRhythm(parts) && parts.map(read).every(isCode),
    )
    return isJoined && /^[0-9]+$/.test(decoded.text) ? [{ ...read(keys), unclear: 'glued' }] : undefined
  }
  for (const parts of partsByBreath(keys)) {
    const readings = parts.map(read)
    const isBarcode = readings.some((part) => part.decoded.format === 'fixed')
    if (isBarcode && readings.every(isCode)) return readings
  }
  for (const parts of partsAlike(keys, profile)) {
    const readings = parts.map(read)
    if (readings.every((part) => part.decoded.format === 'fixed' && part.decoded.framed)) return readings
  }
  return undefined
}

type Parts = readonly (readonly Keystroke[])[]

// Splits at the longest intervals, as many as stand out clearly from the others.
function partsByBreath(keys: readonly Keystroke[], least = 0): readonly Parts[] {
  const heldUp = findHeldUp(keys)
  // A key that was held up has delayed those after it; that is no pause between codes.
  const gaps = gapsOf(keys).map((gap, index) => {
    const key = keys[index]
    return key !== undefined && heldUp.keys.has(key) ? gap - (key.hold ?? 0) + heldUp.hold : gap
  })
  const order = gaps.map((_, index) => index).sort((a, b) => (gaps[b] ?? 0) - (gaps[a] ?? 0))
  return order.slice(0, mostParts - 1).flatMap((at, index): readonly Parts[] => {
    const [breath, inner] = [gaps[at] ?? 0, gaps[order[index + 1] ?? -1] ?? 0]
    if (inner === 0 || breath < least || breath < breathTimes * inner || breath < inner + breathMs) return []
    const cuts = order.slice(0, index + 1).sort((a, b) => a - b)
    const starts = [0, ...cuts.map((cut) => cut + 1)]
    return [starts.map((start, part) => keys.slice(start, starts[part + 1]))]
  })
}

// Pauses of one length, two at least: a radio hands over several keys at each of its events.
function isRhythm(parts: readonly (readonly Keystroke[])[]): boolean {
  const pauses = parts.slice(1).map((part, index) => (part[0]?.at ?? 0) - (parts[index]?.at(-1)?.at ?? 0))
  return pauses.length > 1 && Math.max(...pauses) <= 1.2 * Math.min(...pauses)
}

// If the profile says that there is no terminator, only the form is left: barcodes with letters and digits at
// the same positions. Digits only have no form, and may be one longer code.
function partsAlike(keys: readonly Keystroke[], profile: ScannerProfile): readonly Parts[] {
  const count = keys.length / LIMITS.barcodeLength
  if (profile.frame.terminator !== 'none' || !Number.isInteger(count)) return []
  const parts = Array.from({ length: count }, (_, index) =>
    keys.slice(index * LIMITS.barcodeLength, (index + 1) * LIMITS.barcodeLength),
  )
  const shapes = new Set(
    parts.map((part) => decodeKeys(part, profile).text.replace(/[A-Z]/g, 'A').replace(/[0-9]/g, '0')),
  )
  const [shape = ''] = shapes
  return shapes.size === 1 && /A/.test(shape) && /0/.test(shape) ? [parts] : []
}
