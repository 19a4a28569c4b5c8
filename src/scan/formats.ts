/**
 * The shapes of what can be scanned. This is the one place that says which characters a barcode has.
 */

/** A barcode: exactly ten characters, letters A to Z and digits. Ten digits are a barcode, never a number. */
export const barcodePattern = /^[A-Z0-9]{10}$/
export const barcodeLength = 10

/** A document number (tag, log, transfer, request): one to eight digits. Which document it is, the screen says. */
export const numberPattern = /^[0-9]{1,8}$/

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
  if (barcodePattern.test(text)) return 'fixed'
  if (numberPattern.test(text) || commandPattern.test(text)) return 'variable'
  return 'none'
}
