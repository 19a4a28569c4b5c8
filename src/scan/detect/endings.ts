/**
 * How the codes of this session ended. A profile that does not know its device's terminator learns it here; and a code that
 * a stall has cut is known by the end it lacks, and its rest by what it follows (docs/scanning.md, Detection, rules 3 and 4).
 */
import type { ScannerProfile } from '#contract/scanner-profile.ts'
import type { FormatLength } from '../formats.ts'

export interface Endings {
  /** What the last codes with a terminator ended with. */
  readonly terminator?: string
  /** How sure that is: codes that ended so, less those that ended without. */
  readonly times: number
  /** A burst that ended without a terminator and is no whole barcode, and when its last key came. */
  readonly open?: { readonly text: string; readonly at: number }
}

/** One code that was read, as far as its end goes. */
export interface Ended {
  readonly text: string
  readonly format: FormatLength
  readonly firstAt: number
  readonly lastAt: number
  readonly terminator?: string | undefined
}

export const noEndings: Endings = { times: 0 }

// So many codes that end alike are no chance; so many are remembered, that one cut code unlearns nothing.
const learnedAfter = 2
const mostTimes = 3
// What comes so soon after a code that was cut is its rest, in milliseconds; a person takes longer to scan again.
const restWithinMs = 1000

/** Whether codes are known to end with a terminator: by the profile, or because the last ones did. */
export function endsAreKnown({ frame }: ScannerProfile, endings: Endings): boolean {
  return frame.terminator === 'unknown' ? endings.times >= learnedAfter : frame.terminator !== 'none'
}

/**
 * Takes note of a code; answers whether it is a part of one. A whole barcode is whole without its end. Any other text is cut
 * when it lacks the end that is known, unless it has just been read the same way: then the device ends its codes so.
 */
export function noteEnding(
  endings: Endings,
  code: Ended,
  profile: ScannerProfile,
): readonly [Endings, cut: boolean] {
  const { terminator, times, open } = endings
  if (code.terminator !== undefined) {
    const again = code.terminator === terminator ? Math.min(mostTimes, times + 1) : 1
    const isRest = open !== undefined && code.firstAt - open.at <= restWithinMs
    return [{ terminator: code.terminator, times: again }, isRest && code.format === 'variable']
  }
  if (code.format === 'fixed') return [{ ...forget(endings), times: Math.max(0, times - 1) }, false]
  if (profile.frame.terminator === 'none') return [endings, false]
  if (open?.text === code.text) return [noEndings, false]
  const cut = endsAreKnown(profile, endings) && code.format === 'variable'
  return [{ ...endings, open: { text: code.text, at: code.lastAt } }, cut]
}

const forget = ({ open: _whole, ...rest }: Endings): Endings => rest
