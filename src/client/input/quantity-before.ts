// The quantity that is given before a barcode: typed, or scanned digit by digit or as a whole. What looks like a barcode
// never becomes one (scanning.md, A person's habits).
import type { CommandOutcome } from '#commands/command.ts'
import { refusalOutcome } from '#commands/dispatch.ts'
import { LIMITS } from '#contract/limits.ts'
import { refuse } from '#contract/refusals.ts'
import { barcodePattern } from '#scan/formats.ts'

export interface QuantityBefore {
  /** Its digits; '' for none. */
  readonly digits: () => string
  /** A person's digit, or Backspace. A refusal where it has become too long for a quantity: it is dropped then. */
  readonly type: (key: string) => CommandOutcome | undefined
  /** The whole of it at once. */
  readonly set: (value: number | string) => CommandOutcome
  readonly clear: () => void
  /** These digits at its end were a scan's, not a person's. */
  readonly takeBack: (digits: string) => void
  /** Gives it to a barcode, once; in whole plants. */
  readonly take: () => number | undefined
}

const looksLikeBarcode = (value: string) => refusalOutcome(refuse('quantityLooksLikeBarcode', { value }))

/** None at first; `changed` is called after every change. */
export function createQuantityBefore(changed: () => void): QuantityBefore {
  let digits = ''
  const become = (next: string) => {
    digits = next
    changed()
  }
  return {
    digits: () => digits,
    type: (key) => {
      if (key === 'Backspace') {
        become(digits.slice(0, -1))
        return undefined
      }
      if (!/^[0-9]$/.test(key)) return undefined
      const next = (digits + key).replace(/^0+(?=[0-9])/, '')
      const tooLong = next.length > LIMITS.quantityDigits
      become(tooLong ? '' : next)
      return tooLong ? { ...looksLikeBarcode(next), tone: 'warning' } : undefined
    },
    set: (value) => {
      const text = String(value)
      if (barcodePattern.test(text.toUpperCase())) return looksLikeBarcode(text)
      if (!new RegExp(`^[0-9]{1,${LIMITS.quantityDigits}}$`).test(text))
        return refusalOutcome(refuse('quantityNotNumber'))
      become(String(Number(text)))
      return { tone: 'ok', code: 'scan-quantity-set', facts: { quantity: digits } }
    },
    clear: () => become(''),
    takeBack: (theirs) => {
      if (theirs !== '' && digits.endsWith(theirs)) become(digits.slice(0, -theirs.length))
    },
    take: () => {
      if (digits === '') return undefined
      const quantity = Number(digits)
      digits = ''
      return quantity
    },
  }
}
