/**
 * Codes of a device without terminator that came too close for a quiet time. They are split only where the
 * device pauses: at intervals between complete barcodes that are longer than any inside. Never by length
 * alone; otherwise they stay joined and are refused as such.
 */
import { LIMITS } from '#contract/limits.ts'
import type { ScannerProfile } from '#contract/scanner-profile.ts'
import type { Keystroke } from '../capture.ts'
import { decodeKeys } from '../decode.ts'
import { type Endings, endsAreKnown } from './endings.ts'
import { gapsOf } from './evidence.ts'
import type { Reading } from './reading.ts'

// A pause is this many times the longest interval inside a code, plus this many milliseconds.
const breathTimes = 1.5
const breathMs = 5

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
  if (decoded.format !== 'none' || endsAreKnown(profile, endings)) return undefined
  for (const parts of [...partsByBreath(keys), ...partsAlike(keys, profile)]) {
    const readings = parts.map((part) => ({ keys: part, decoded: decodeKeys(part, profile), nats, gapMs }))
    if (readings.every((part) => part.decoded.format === 'fixed' && part.decoded.framed)) return readings
  }
  return undefined
}

type Parts = readonly (readonly Keystroke[])[]

// Splits at the longest intervals, as many as stand out clearly from the others.
function partsByBreath(keys: readonly Keystroke[]): readonly Parts[] {
  const gaps = gapsOf(keys)
  const order = gaps.map((_, index) => index).sort((a, b) => (gaps[b] ?? 0) - (gaps[a] ?? 0))
  const most = Math.floor(keys.length / LIMITS.barcodeLength) - 1
  return order.slice(0, Math.max(0, most)).flatMap((at, index): readonly Parts[] => {
    const [breath, inner] = [gaps[at] ?? 0, gaps[order[index + 1] ?? -1] ?? 0]
    if (breath < breathTimes * inner || breath < inner + breathMs) return []
    const cuts = order.slice(0, index + 1).sort((a, b) => a - b)
    const starts = [0, ...cuts.map((cut) => cut + 1)]
    return [starts.map((start, part) => keys.slice(start, starts[part + 1]))]
  })
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
