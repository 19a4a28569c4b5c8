/**
 * Learns the terminator of this session's codes, if the profile does not set one. Detects a cut code by its
 * missing terminator, and the rest of the code because it follows (docs/scanning.md, Detection, rules 3, 4).
 */
import type { ScannerProfile } from '#core/wire/scanner-profile.ts'
import type { Keystroke } from '../capture.ts'
import { commandPrefix, type FormatLength, formatLengthOf } from '../formats.ts'
import type { Reading } from './reading.ts'

export interface Endings {
  /** The terminator of the last codes. */
  readonly terminator?: string
  /** Confidence: the number of codes that ended with it, less those that did not. */
  readonly times: number
  /** The number of consecutive codes without a terminator. */
  readonly without?: number
  /**
   * A burst without terminator that is no complete barcode, and the time of its last key. `isPart`: it was
   * not used as a code, so a following burst is its rest.
   */
  readonly open?: { readonly text: string; readonly at: number; readonly isPart: boolean }
}

/** The end of a read code. */
export interface CodeEnd {
  readonly text: string
  readonly format: FormatLength
  readonly firstAt: number
  readonly lastAt: number
  readonly terminator?: string | undefined
}

export const noEndings: Endings = { times: 0 }

// This many equal terminators are no coincidence. The maximum is higher: one cut code must not unlearn it.
const learnedAfter = 2
const maxTimes = 3
// Text this soon after a cut code is its rest, in milliseconds; people need longer for another scan.
const restWithinMs = 1000
// The same if both parts together are one barcode.
const lateRestWithinMs = 2500

/** Are codes known to end with a terminator, by the profile or by the last codes? */
export function hasKnownTerminator({ frame }: ScannerProfile, endings: Endings): boolean {
  return frame.terminator === 'unknown' ? endings.times >= learnedAfter : frame.terminator !== 'none'
}

/** Are codes known to come without a terminator, by the profile or by the last codes? */
export function hasNoTerminator({ frame }: ScannerProfile, { without = 0 }: Endings): boolean {
  return frame.terminator === 'none' || (frame.terminator === 'unknown' && without >= learnedAfter)
}

/**
 * Records a code; returns if it is only a part. A barcode is complete without terminator. Any other text is
 * cut if the known terminator is missing. If the same text comes twice without it, the device sends none.
 */
export function recordCode(
  endings: Endings,
  code: CodeEnd,
  profile: ScannerProfile,
): readonly [Endings, cut: boolean] {
  const { terminator, times, open, without = 0 } = endings
  const after = open === undefined ? -1 : code.firstAt - open.at
  const joinedFormat = open?.isPart === true ? formatLengthOf(open.text + code.text) : 'none'
  const maxRestMs = joinedFormat === 'fixed' ? lateRestWithinMs : restWithinMs
  // A command has its prefix and a barcode its full length, so neither is the rest of another code.
  const mayBeRest = code.format === 'variable' && !code.text.startsWith(commandPrefix)
  const isRest = mayBeRest && after > 0 && after <= maxRestMs
  if (code.terminator !== undefined) {
    const newTimes = code.terminator === terminator ? Math.min(maxTimes, times + 1) : 1
    return [{ terminator: code.terminator, times: newTimes }, isRest]
  }
  const updated = { ...endings, without: without + 1 }
  if (code.format === 'fixed') return [{ ...withoutOpen(updated), times: Math.max(0, times - 1) }, false]
  if (profile.frame.terminator === 'none') return [endings, false]
  if (open?.text === code.text) return [{ ...noEndings, without: without + 1 }, false]
  const isPart = code.format === 'none' || (isRest && open?.isPart === true)
  const cut = code.format === 'variable' && (isPart || hasKnownTerminator(profile, endings))
  return [{ ...updated, open: { text: code.text, at: code.lastAt, isPart: isPart || cut } }, cut]
}

/** Records a late terminator of the last code: the code is complete, so a following burst is not its rest. */
export function recordLateTerminator(endings: Endings): Endings {
  return { ...withoutOpen(endings), without: 0 }
}

const withoutOpen = ({ open: _whole, ...rest }: Endings): Endings => rest

// A device sends its terminator this soon after its last key, in milliseconds.
const endFollowsMs = 36

/**
 * Marks a number or a command as unclear if it leaves out a key that was released right before the
 * terminator: a stalled device may have sent that key.
 */
export function markUnclearWithoutLast(
  reading: Reading,
  strokes: readonly Keystroke[],
  end: number,
): Reading {
  const { keys, decoded, gapMs } = reading
  const last = strokes.at(-1)
  if (decoded.format !== 'variable' || last?.hold === undefined || keys.includes(last)) return reading
  const isEnd = [...last.key].length === 1 && end - last.at - last.hold <= Math.max(endFollowsMs, gapMs)
  return isEnd ? { ...reading, unclear: 'mixed' } : reading
}
