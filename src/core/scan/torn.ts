/**
 * A barcode without its first character: the page was not focused yet, or a person's key interfered. If the
 * possible barcodes are known, the complete one is proposed; never used without confirmation.
 */
import { LIMITS } from '#core/wire/limits.ts'

/**
 * The only one of these barcodes that equals the text plus a first character; undefined if none or several.
 */
export function completeTorn(text: string, barcodes: Iterable<string>): string | undefined {
  if (text.length !== LIMITS.barcodeLength - 1) return undefined
  const whole = new Set([...barcodes].filter((barcode) => barcode.slice(1) === text))
  const [barcode] = whole
  return whole.size === 1 ? barcode : undefined
}
