// The shapes of what can be scanned. Those of barcodes and document numbers are the contract's.
import { DOCUMENT_NUMBER_PATTERN, PRINTED_BARCODE_PATTERN } from '#contract/codes.ts'

/** What every command barcode begins with: no barcode and no number can. */
export const commandPrefix = '%T.'

/** A command barcode after its prefix: words and arguments, divided by dots (`SHIP`, `Q.25`, `R.DAMAGED`). */
export const commandPattern = /^%T\.[A-Z0-9_-]+(?:\.[A-Z0-9 _+%$/-]*)*$/

/** The longest text a scan may have; a longer one is a sheet of text or a mistake, not a code. */
export const longestScan = 512

/** How a text ends: at a fixed length, at a length of its own, or nothing known has this shape. */
export type FormatLength = 'fixed' | 'variable' | 'none'

/** Says which shape a text has, by its ending: barcodes have a fixed length, numbers and commands do not. */
export function measureFormat(text: string): FormatLength {
  if (PRINTED_BARCODE_PATTERN.test(text)) return 'fixed'
  if (DOCUMENT_NUMBER_PATTERN.test(text) || commandPattern.test(text)) return 'variable'
  return 'none'
}
