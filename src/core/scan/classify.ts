/**
 * Classifies a scanned text by its format; the route decides its effect on a screen. A text that looks like
 * half a code or two joined codes gets a hint, but is never repaired (docs/scanning.md).
 */
import { DOCUMENT_NUMBER_PATTERN, PRINTED_BARCODE_PATTERN } from '#core/wire/codes.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { commandPattern, commandPrefix, maxScanLength } from './formats.ts'

/** The probable reason why a text has no known form. */
export type UnknownHint =
  | 'fragment'
  | 'glued'
  | 'mixed'
  | 'shifted'
  | 'control'
  | 'too-long'
  | 'empty'
  | 'command'

export type Candidate =
  | { readonly kind: 'barcode'; readonly barcode: string }
  | {
      readonly kind: 'number'
      readonly number: string
      /** Names of the configured patterns that the number matches; empty if none. */
      readonly patterns: readonly string[]
    }
  | { readonly kind: 'command'; readonly command: string; readonly words: readonly string[] }
  | { readonly kind: 'unknown'; readonly text: string; readonly hint?: UnknownHint }

export type CandidateKind = Candidate['kind']

/** Patterns of document numbers by kind (`issuance`, `transfer`, …), from the runtime configuration. */
export type NumberPatterns = Readonly<Record<string, RegExp>>

/**
 * The candidates for a scanned text, most likely first; never empty. A barcode that also matches a number
 * pattern gives both candidates, and the screen decides.
 */
export function classify(
  text: string,
  options: { readonly numberPatterns?: NumberPatterns } = {},
): readonly [Candidate, ...Candidate[]] {
  const patterns = Object.entries(options.numberPatterns ?? {})
    .filter(([, pattern]) => new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '')).test(text))
    .map(([name]) => name)
  const number: Candidate = { kind: 'number', number: text, patterns }
  if (PRINTED_BARCODE_PATTERN.test(text)) {
    const barcode: Candidate = { kind: 'barcode', barcode: text }
    return patterns.length > 0 ? [barcode, number] : [barcode]
  }
  if (DOCUMENT_NUMBER_PATTERN.test(text) || patterns.length > 0) return [number]
  if (commandPattern.test(text)) {
    const command = text.slice(commandPrefix.length)
    return [{ kind: 'command', command, words: command.split('.') }]
  }
  const hint = explainUnknown(text)
  return [hint === undefined ? { kind: 'unknown', text } : { kind: 'unknown', text, hint }]
}

// The hint for a text of no known form, if the error is recognisable.
function explainUnknown(text: string): UnknownHint | undefined {
  if (text === '') return 'empty'
  if (text.length > maxScanLength) return 'too-long'
  if (hasControlCharacter(text)) return 'control'
  if (text.startsWith(commandPrefix)) return text.indexOf(commandPrefix, 1) > 0 ? 'glued' : 'command'
  if (text.includes(commandPrefix)) return 'glued'
  if (!/^[A-Z0-9]+$/.test(text)) return looksShifted(text) ? 'shifted' : undefined
  if (text.length < LIMITS.barcodeLength) return 'fragment'
  return looksGlued(text) ? 'glued' : undefined
}

// Does the text have control characters: Ctrl chords, a tab or a line break?
function hasControlCharacter(text: string): boolean {
  return [...text].some((character) => character < ' ' || character === '\u007f')
}

// Do symbols replace the digits of a code, from some position on, because Shift was down?
function looksShifted(text: string): boolean {
  if (text.startsWith('%T>')) return true
  if (!/^[A-Z0-9!@#$%^&*()"§/=]+$/.test(text)) return false
  return (
    text.length === LIMITS.barcodeLength || (text.length < LIMITS.barcodeLength && /^[^0-9]{2,}$/.test(text))
  )
}

// Are these joined codes: the same one twice, several barcodes, or a barcode and part of another code?
function looksGlued(text: string): boolean {
  const half = text.length / 2
  if (Number.isInteger(half) && text.slice(0, half) === text.slice(half)) return true
  if (!/[A-Z]/.test(text)) return text.length === 2 * LIMITS.barcodeLength
  if (text.length >= LIMITS.barcodeLength * 1.5) return true
  const [start, end] = [text.slice(0, LIMITS.barcodeLength), text.slice(-LIMITS.barcodeLength)]
  const isJoined = (code: string, other: string): boolean =>
    /[A-Z]/.test(code) && DOCUMENT_NUMBER_PATTERN.test(other)
  return (
    isJoined(start, text.slice(LIMITS.barcodeLength)) || isJoined(end, text.slice(0, -LIMITS.barcodeLength))
  )
}
