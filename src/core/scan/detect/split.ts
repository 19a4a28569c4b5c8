/**
 * Splits codes of a device without terminator that follow each other too closely for a quiet time. It splits
 * only at pauses between complete codes that are longer than any interval inside, never by length alone.
 * Otherwise the codes stay joined and are refused. Digits with such a pause are unclear: one number or two.
 */
import { LIMITS } from '#core/wire/limits.ts'
import type { ScannerProfile } from '#core/wire/scanner-profile.ts'
import type { Keystroke } from '../capture.ts'
import { decodeKeys } from '../decode.ts'
import { type Endings, hasKnownTerminator } from './endings.ts'
import { gapsOf } from './evidence.ts'
import type { Reading } from './reading.ts'
import { findStalledKeys } from './stalls.ts'

// A pause is longer than the longest interval inside a code by this factor and by this time in milliseconds.
const pauseFactor = 1.5
const marginMs = 5
const maxParts = 4
// The longest pause inside a number if a radio repeats a packet, in milliseconds, from the median interval.
const longestInnerPause = (usual: number): number => 2.2 * usual + 10

/** The codes of a reading without terminator, in order; undefined if it is one code or cannot be split. */
export function splitReading(
  { keys, decoded, nats, gapMs }: Reading,
  endings: Endings,
  profile: ScannerProfile,
): readonly Reading[] | undefined {
  // A device with terminators has lost one here, and possibly more.
  if (hasKnownTerminator(profile, endings)) return undefined
  const read = (part: readonly Keystroke[]): Reading => ({
    keys: part,
    decoded: decodeKeys(part, profile),
    nats,
    gapMs,
  })
  const isCode = ({ decoded: { format, framed } }: Reading): boolean => format !== 'none' && framed
  if (decoded.format !== 'none') {
    if (keys.some(({ channel }) => channel === 'ime')) return undefined
    const mayBeTwo = partsByPause(keys, longestInnerPause(gapMs)).some(
      (parts) => !isRhythm(parts) && parts.map(read).every(isCode),
    )
    return mayBeTwo && /^[0-9]+$/.test(decoded.text) ? [{ ...read(keys), unclear: 'glued' }] : undefined
  }
  for (const parts of partsByPause(keys)) {
    const readings = parts.map(read)
    const isBarcode = readings.some((part) => part.decoded.format === 'fixed')
    if (isBarcode && readings.every(isCode)) return readings
  }
  for (const parts of partsByForm(keys, profile)) {
    const readings = parts.map(read)
    if (readings.every((part) => part.decoded.format === 'fixed' && part.decoded.framed)) return readings
  }
  return undefined
}

type Parts = readonly (readonly Keystroke[])[]

// Splits at the longest intervals, if they are clearly longer than the others.
function partsByPause(keys: readonly Keystroke[], minPause = 0): readonly Parts[] {
  const heldUp = findStalledKeys(keys)
  // A stall delays the next keys; that is no pause between codes.
  const gaps = gapsOf(keys).map((gap, index) => {
    const key = keys[index]
    return key !== undefined && heldUp.keys.has(key) ? gap - (key.hold ?? 0) + heldUp.hold : gap
  })
  const byLength = gaps.map((_, index) => index).sort((a, b) => (gaps[b] ?? 0) - (gaps[a] ?? 0))
  return byLength.slice(0, maxParts - 1).flatMap((at, index): readonly Parts[] => {
    const [pause, inner] = [gaps[at] ?? 0, gaps[byLength[index + 1] ?? -1] ?? 0]
    if (inner === 0 || pause < minPause || pause < pauseFactor * inner || pause < inner + marginMs) return []
    const cuts = byLength.slice(0, index + 1).sort((a, b) => a - b)
    const starts = [0, ...cuts.map((cut) => cut + 1)]
    return [starts.map((start, part) => keys.slice(start, starts[part + 1]))]
  })
}

// Are there several pauses of equal length? A radio delivers several keys at each of its events.
function isRhythm(parts: readonly (readonly Keystroke[])[]): boolean {
  const pauses = parts.slice(1).map((part, index) => (part[0]?.at ?? 0) - (parts[index]?.at(-1)?.at ?? 0))
  return pauses.length > 1 && Math.max(...pauses) <= 1.2 * Math.min(...pauses)
}

// Splits by form if the profile has no terminator: barcodes with letters and digits at the same positions.
// Digits alone have no form, and may be one longer code.
function partsByForm(keys: readonly Keystroke[], profile: ScannerProfile): readonly Parts[] {
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
