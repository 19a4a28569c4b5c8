// Dates in a document's header.

import { isDate } from '#core/wire/document-values.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { type RefusalCode, refuse, type Verdict } from '#core/wire/refusals.ts'

/** The day of a date or time in a header, YYYY-MM-DD; '' for none. */
export function dayOf(value: string | undefined): string {
  return (value ?? '').slice(0, 10)
}

const MINUTE = 60_000

/**
 * Was it done, by the device's clock, more than a minute from when it arrived? Both ISO 8601; '' is unknown.
 */
export function isLate(arrivedAt: string, doneAt: string): boolean {
  return arrivedAt !== '' && doneAt !== '' && Math.abs(Date.parse(arrivedAt) - Date.parse(doneAt)) > MINUTE
}

/** Is this date valid for the header? `missing` is the refusal if there is none and one is required. */
export function dayFits(value: string | undefined, missing?: RefusalCode): Verdict {
  const day = dayOf(value)
  if (isDate(day) || (day === '' && missing === undefined)) return true
  const year = Number(day.slice(0, 4))
  const outside = day !== '' && (year < LIMITS.firstYear || year > LIMITS.lastYear)
  // Years are names, not amounts: as text they have no thousands.
  return outside || missing === undefined
    ? refuse('dateWrong', { first: String(LIMITS.firstYear), last: String(LIMITS.lastYear) })
    : refuse(missing)
}
