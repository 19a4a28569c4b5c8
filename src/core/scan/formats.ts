// The forms of scannable texts. core/wire/codes.ts defines barcodes and document numbers.
import { DOCUMENT_NUMBER_PATTERN, PRINTED_BARCODE_PATTERN } from '#core/wire/codes.ts'

/** The prefix of every command barcode. It is not valid in barcodes and numbers. */
export const commandPrefix = '%T.'

/**
 * A command barcode: words and arguments after the prefix, separated by dots (`SHIP`, `Q.25`, `R.DAMAGED`).
 */
export const commandPattern = /^%T\.[A-Z0-9_-]+(?:\.[A-Z0-9 _+%$/-]*)*$/

/** The maximum length of a scan; longer text is no code. */
export const maxScanLength = 512

/** The length type of a text: fixed, variable, or of no known form. */
export type FormatLength = 'fixed' | 'variable' | 'none'

/** The length type by the text's form: barcodes are fixed, numbers and commands variable. */
export function formatLengthOf(text: string): FormatLength {
  if (PRINTED_BARCODE_PATTERN.test(text)) return 'fixed'
  if (DOCUMENT_NUMBER_PATTERN.test(text) || commandPattern.test(text)) return 'variable'
  return 'none'
}
