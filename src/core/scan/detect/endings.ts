/**
 * The terminators of this session's codes. A profile without a known terminator learns it here; a cut code is
 * recognised by its missing terminator, and its rest by following it (docs/scanning.md, Detection, rules 3
 * and 4).
 */
import type { ScannerProfile } from '#core/wire/scanner-profile.ts'
import type { Keystroke } from '../capture.ts'
import { commandPrefix, type FormatLength, measureFormat } from '../formats.ts'
import type { Reading } from './reading.ts'

export interface Endings {
  /** The terminator of the last codes. */
  readonly terminator?: string
  /** Confidence: codes that ended with it, less those that did not. */
  readonly times: number
  /** How many codes in a row came without a terminator. */
  readonly without?: number
  /**
   * A burst without terminator that is no complete barcode, and the time of its last key. `isPart`: it was
   * not used as a code, so that what follows is its rest.
   */
  readonly open?: { readonly text: string; readonly at: number; readonly isPart: boolean }
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
// The same if the two are one barcode.
const lateRestWithinMs = 2500

/** Are codes known to end with a terminator, by the profile or by the last codes? */
export function endsAreKnown({ frame }: ScannerProfile, endings: Endings): boolean {
  return frame.terminator === 'unknown' ? endings.times >= learnedAfter : frame.terminator !== 'none'
}

/** Are codes known to come without a terminator, by the profile or by the last codes? */
export function areWithoutEnd({ frame }: ScannerProfile, { without = 0 }: Endings): boolean {
  return frame.terminator === 'none' || (frame.terminator === 'unknown' && without >= learnedAfter)
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
  const { terminator, times, open, without = 0 } = endings
  const after = open === undefined ? -1 : code.firstAt - open.at
  const joined = open?.isPart === true ? measureFormat(open.text + code.text) : 'none'
  const most = joined === 'fixed' ? lateRestWithinMs : restWithinMs
  // A command begins with its prefix, and a barcode has its whole length: neither is the rest of another
  // code.
  const mayBeRest = code.format === 'variable' && !code.text.startsWith(commandPrefix)
  const isRest = mayBeRest && after > 0 && after <= most
  if (code.terminator !== undefined) {
    const again = code.terminator === terminator ? Math.min(mostTimes, times + 1) : 1
    return [{ terminator: code.terminator, times: again }, isRest]
  }
  const counted = { ...endings, without: without + 1 }
  if (code.format === 'fixed') return [{ ...forget(counted), times: Math.max(0, times - 1) }, false]
  if (profile.frame.terminator === 'none') return [endings, false]
  if (open?.text === code.text) return [{ ...noEndings, without: without + 1 }, false]
  const isPart = code.format === 'none' || (isRest && open?.isPart === true)
  const cut = code.format === 'variable' && (isPart || endsAreKnown(profile, endings))
  return [{ ...counted, open: { text: code.text, at: code.lastAt, isPart: isPart || cut } }, cut]
}

/** The terminator of the last code comes late: the code is whole, so what follows is not its rest. */
export function noteLateTerminator(endings: Endings): Endings {
  return { ...forget(endings), without: 0 }
}

const forget = ({ open: _whole, ...rest }: Endings): Endings => rest

// A device sends its terminator this soon after its last key, in milliseconds.
const endFollowsMs = 36

/**
 * A number or a command is unclear without a key behind it that was released right before the terminator: its
 * own may be held up.
 */
export function doubtWithoutLast(reading: Reading, strokes: readonly Keystroke[], end: number): Reading {
  const { keys, decoded, gapMs } = reading
  const last = strokes.at(-1)
  if (decoded.format !== 'variable' || last?.hold === undefined || keys.includes(last)) return reading
  const isEnd = [...last.key].length === 1 && end - last.at - last.hold <= Math.max(endFollowsMs, gapMs)
  return isEnd ? { ...reading, unclear: 'mixed' } : reading
}
