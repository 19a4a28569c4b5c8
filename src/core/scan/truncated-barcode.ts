/**
 * Completes a barcode without its first character: the page had no focus yet, or a person's key interfered.
 * The complete barcode is only proposed, and never used without confirmation.
 */
import { LIMITS } from '#core/wire/limits.ts'

/** The only barcode that equals the text plus a first character; undefined if there are none or several. */
export function completeTruncatedBarcode(text: string, barcodes: Iterable<string>): string | undefined {
  if (text.length !== LIMITS.barcodeLength - 1) return undefined
  const matches = new Set([...barcodes].filter((barcode) => barcode.slice(1) === text))
  const [barcode] = matches
  return matches.size === 1 ? barcode : undefined
}
