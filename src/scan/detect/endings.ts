/**
 * The terminators of this session's codes. A profile without a known terminator learns it here; a cut code is
 * recognised by its missing terminator, and its rest by following it (docs/scanning.md, Detection, rules 3
 * and 4).
 */
import type { ScannerProfile } from '#contract/scanner-profile.ts'
import type { FormatLength } from '../formats.ts'

export interface Endings {
  /** The terminator of the last codes. */
  readonly terminator?: string
  /** Confidence: codes that ended with it, less those that did not. */
  readonly times: number
  /** A burst without terminator that is no complete barcode, and the time of its last key. */
  readonly open?: { readonly text: string; readonly at: number }
}

/** The end of a read code. */
export interface Ended {
  readonly text: string
  readonly format: FormatLength
  readonly firstAt: number
  readonly lastAt: number
  readonly terminator?: string | undefined
}

export const noEndings: Endings = { times: 0 }

// This many equal terminators are no coincidence; the maximum, so that one cut code does not unlearn it.
const learnedAfter = 2
const mostTimes = 3
// Text this soon after a cut code is its rest, in milliseconds; people need longer to scan again.
const restWithinMs = 1000

/** Are codes known to end with a terminator, by the profile or by the last codes? */
export function endsAreKnown({ frame }: ScannerProfile, endings: Endings): boolean {
  return frame.terminator === 'unknown' ? endings.times >= learnedAfter : frame.terminator !== 'none'
}

/**
 * Records a code; returns whether it is only a part. A complete barcode is complete without terminator. Any
 * other text is cut if the known terminator is missing, unless the same text was just read the same way: then
 * the device sends none.
 */
export function noteEnding(
  endings: Endings,
  code: Ended,
  profile: ScannerProfile,
): readonly [Endings, cut: boolean] {
  const { terminator, times, open } = endings
  if (code.terminator !== undefined) {
    const again = code.terminator === terminator ? Math.min(mostTimes, times + 1) : 1
    const after = open === undefined ? -1 : code.firstAt - open.at
    const isRest = after > 0 && after <= restWithinMs
    return [{ terminator: code.terminator, times: again }, isRest && code.format === 'variable']
  }
  if (code.format === 'fixed') return [{ ...forget(endings), times: Math.max(0, times - 1) }, false]
  if (profile.frame.terminator === 'none') return [endings, false]
  if (open?.text === code.text) return [noEndings, false]
  const cut = endsAreKnown(profile, endings) && code.format === 'variable'
  return [{ ...endings, open: { text: code.text, at: code.lastAt } }, cut]
}

const forget = ({ open: _whole, ...rest }: Endings): Endings => rest
