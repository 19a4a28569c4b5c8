/**
 * A scan's text -> what it may be. Knows formats, not screens: the route decides what a candidate means. A
 * text that looks like half a code, or like two codes joined, is named as such and never repaired
 * (docs/scanning.md).
 */
import { DOCUMENT_NUMBER_PATTERN, PRINTED_BARCODE_PATTERN } from '#core/wire/codes.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { commandPattern, commandPrefix, longestScan } from './formats.ts'

/** Why a text is unknown, if its form shows it. */
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
 * The candidates for a scanned text, most likely first, never empty. A barcode that also matches a number
 * pattern gives both; the screen decides.
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

// The hint for a text of no known form, if its form shows what went wrong.
function explainUnknown(text: string): UnknownHint | undefined {
  if (text === '') return 'empty'
  if (text.length > longestScan) return 'too-long'
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

// A code whose digits, all or from some position on, became the symbols above them: Shift was down.
function looksShifted(text: string): boolean {
  if (text.startsWith('%T>')) return true
  if (!/^[A-Z0-9!@#$%^&*()"§/=]+$/.test(text)) return false
  return (
    text.length === LIMITS.barcodeLength || (text.length < LIMITS.barcodeLength && /^[^0-9]{2,}$/.test(text))
  )
}

// Two codes without a pause: the same one twice, several barcodes, or a barcode and part of another code.
function looksGlued(text: string): boolean {
  const half = text.length / 2
  if (Number.isInteger(half) && text.slice(0, half) === text.slice(half)) return true
  if (!/[A-Z]/.test(text)) return text.length === 2 * LIMITS.barcodeLength
  if (text.length >= LIMITS.barcodeLength * 1.5) return true
  const [front, back] = [text.slice(0, LIMITS.barcodeLength), text.slice(-LIMITS.barcodeLength)]
  const rest = (code: string, other: string): boolean =>
    /[A-Z]/.test(code) && DOCUMENT_NUMBER_PATTERN.test(other)
  return rest(front, text.slice(LIMITS.barcodeLength)) || rest(back, text.slice(0, -LIMITS.barcodeLength))
}
