// Dates and times of documents.

import { isDate } from '#core/wire/document-values.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { type RefusalCode, refuse, type Verdict } from '#core/wire/refusals.ts'

/** The day of a date or time in a header, YYYY-MM-DD; '' for none. */
export function dayOf(value: string | undefined): string {
  return (value ?? '').slice(0, 10)
}

const minuteMs = 60_000

/** Do the device's time and the server's time differ by more than a minute? Both ISO 8601; '' if unknown. */
export function isLate(arrivedAt: string, doneAt: string): boolean {
  return arrivedAt !== '' && doneAt !== '' && Math.abs(Date.parse(arrivedAt) - Date.parse(doneAt)) > minuteMs
}

/** Is this date valid for the header? `missing` is the refusal for a missing date, if one is required. */
export function checkDay(value: string | undefined, missing?: RefusalCode): Verdict {
  const day = dayOf(value)
  if (isDate(day) || (day === '' && missing === undefined)) return true
  const year = Number(day.slice(0, 4))
  const isOutOfRange = day !== '' && (year < LIMITS.firstYear || year > LIMITS.lastYear)
  // As text, so that years get no thousands separator.
  return isOutOfRange || missing === undefined
    ? refuse('dateWrong', { first: String(LIMITS.firstYear), last: String(LIMITS.lastYear) })
    : refuse(missing)
}
