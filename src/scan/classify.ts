/**
 * Text of a scan -> what it may be. Knows formats, not screens: what a candidate means is the route's business. A text
 * that looks like half a code, or like two codes glued together, is named as such and never repaired (docs/scanning.md).
 */
import { DOCUMENT_NUMBER_PATTERN, PRINTED_BARCODE_PATTERN } from '#contract/codes.ts'
import { LIMITS } from '#contract/limits.ts'
import { commandPattern, commandPrefix, longestScan } from './formats.ts'

/** Why an unknown text is unknown, where its shape tells. */
export type UnknownHint = 'fragment' | 'glued' | 'shifted' | 'control' | 'too-long' | 'empty' | 'command'

export type Candidate =
  | { readonly kind: 'barcode'; readonly barcode: string }
  | {
      readonly kind: 'number'
      readonly number: string
      /** Names of the configured patterns that the number fits; empty when none is configured or none fits. */
      readonly patterns: readonly string[]
    }
  | { readonly kind: 'command'; readonly command: string; readonly words: readonly string[] }
  | { readonly kind: 'unknown'; readonly text: string; readonly hint?: UnknownHint }

export type CandidateKind = Candidate['kind']

/** Patterns of document numbers by name (`issuance`, `transfer`, …), from the runtime configuration. */
export type NumberPatterns = Readonly<Record<string, RegExp>>

/**
 * Names what a scanned text may be, most likely first and never empty. A barcode that also fits a configured number
 * pattern yields both, so that the screen can decide.
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

// The hint for a text that nothing known has the shape of, where its shape tells what went wrong.
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

// Whether a text is data that no barcode has: Ctrl+something, a tab or an end of line.
function hasControlCharacter(text: string): boolean {
  return [...text].some((character) => character < ' ' || character === '\u007f')
}

// A code whose digits have become what stands above them, all of them or from some place on: Shift was down.
function looksShifted(text: string): boolean {
  if (text.startsWith('%T>')) return true
  if (!/^[A-Z0-9!@#$%^&*()"§/=]+$/.test(text)) return false
  return (
    text.length === LIMITS.barcodeLength || (text.length < LIMITS.barcodeLength && /^[^0-9]{2,}$/.test(text))
  )
}

// Two codes without a pause: the same one twice, barcodes in a row, or a barcode and what is left of another code.
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
