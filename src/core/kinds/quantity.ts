// Parses the input of a quantity field strictly (part 2 section 5, 'Quantities').

import { BARCODE_PATTERN } from '#core/wire/codes.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { type Refusal, refuse } from '#core/wire/refusals.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'

const digits = new RegExp(`^\\d{1,${LIMITS.quantityDigits}}$`)

/** Parses whole plants; refuses empty input, anything but digits, and text that looks like a barcode. */
export function readQuantity(typed: string): Result<number, Refusal> {
  const text = typed.trim()
  if (digits.test(text)) return succeed(Number(text))
  return fail(
    BARCODE_PATTERN.test(text)
      ? refuse('quantityLooksLikeBarcode', { value: text })
      : refuse('quantityNotNumber'),
  )
}

/** The error in a quantity during typing; an empty field has no error. */
export function quantityErrorOf(typed: string | null): Refusal | undefined {
  if (typed === null || typed.trim() === '') return undefined
  const read = readQuantity(typed)
  return read.ok ? undefined : read.error
}

/** The first eight digits of a document number that is typed into a search. */
export function digitsOnly(typed: string): string {
  return typed.replace(/\D/g, '').slice(0, LIMITS.documentNumberDigits)
}
