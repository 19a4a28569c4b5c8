/**
 * Codes of a device without an end that came so close that no quiet parted them. They are taken apart where the device
 * itself parts them: by a breath between whole barcodes that is longer than any inside them. Nothing is ever guessed from
 * the length of a text alone, and what nothing parts stays two codes in one, which are named.
 */
import { LIMITS } from '#contract/limits.ts'
import type { ScannerProfile } from '#contract/scanner-profile.ts'
import type { Keystroke } from '../capture.ts'
import { decodeKeys } from '../decode.ts'
import { type Endings, endsAreKnown } from './endings.ts'
import { gapsOf } from './evidence.ts'
import type { Reading } from './reading.ts'

// A breath is so many times the longest gap inside a code, and so many milliseconds more.
const breathTimes = 1.5
const breathMs = 5

/** The barcodes that a reading without an end consists of, in order; undefined where it is a single code or cannot be told. */
export function splitReading(
  { keys, decoded, nats, gapMs }: Reading,
  endings: Endings,
  profile: ScannerProfile,
): readonly Reading[] | undefined {
  // A device that ends its codes has lost an end here: what else it has lost, nobody knows.
  if (decoded.format !== 'none' || endsAreKnown(profile, endings)) return undefined
  for (const parts of [...partsByBreath(keys), ...partsAlike(keys, profile)]) {
    const readings = parts.map((part) => ({ keys: part, decoded: decodeKeys(part, profile), nats, gapMs }))
    if (readings.every((part) => part.decoded.format === 'fixed' && part.decoded.framed)) return readings
  }
  return undefined
}

type Parts = readonly (readonly Keystroke[])[]

// Cuts at the longest gaps, as many of them as leave a clear difference to all others.
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

// A profile that says that no end comes leaves only the shape: barcodes of which each has its letters and digits where the
// others have them. Digits alone have no shape, and may be any longer code.
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
