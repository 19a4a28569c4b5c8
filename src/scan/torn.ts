/**
 * A barcode whose first character got lost on its way: the keyboard was not listening yet, or the person's own key met it.
 * What completes it can be proposed where the barcodes are known that it may be; it is never taken by itself.
 */
import { LIMITS } from '#contract/limits.ts'

/** The one barcode of these that the text is, but for its first character; undefined where it is none or several. */
export function completeTorn(text: string, barcodes: Iterable<string>): string | undefined {
  if (text.length !== LIMITS.barcodeLength - 1) return undefined
  const whole = new Set([...barcodes].filter((barcode) => barcode.slice(1) === text))
  const [barcode] = whole
  return whole.size === 1 ? barcode : undefined
}
