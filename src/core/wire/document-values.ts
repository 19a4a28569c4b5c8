// Schemas of values in documents and stock, in addition to primitives.ts. A separate file, because the app
// does not need them at start.
import * as v from 'valibot'
import { BARCODE_PATTERN, DOCUMENT_NUMBER_PATTERN } from './codes.ts'
import { LIMITS } from './limits.ts'

// ---- read from answers

const countOnTheWire = v.union([
  v.number(),
  v.pipe(v.string(), v.trim(), v.regex(/^-?\d*(\.\d+)?$/, 'a number')),
])

/** A number of plants. Numeric text becomes a number; null, missing and other values become 0. */
export const quantity = v.fallback(v.pipe(v.nullish(countOnTheWire, 0), v.transform(Number)), 0)

/** A number of plants that may be unknown. */
export const quantityOrNull = v.fallback(
  v.pipe(
    v.nullish(countOnTheWire, ''),
    v.transform((value) => (value === '' ? null : Number(value))),
  ),
  null,
)

// ---- written in queries and bodies

export const barcode = v.pipe(
  v.string(),
  v.regex(BARCODE_PATTERN, `${LIMITS.barcodeLength} letters or digits`),
)

export const documentNumber = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((value) => String(value).trim()),
  v.regex(DOCUMENT_NUMBER_PATTERN, '1 to 8 digits'),
)

/** The number of a document; null for a new one. */
export const newOrDocumentNumber = v.nullish(
  v.union([
    v.pipe(
      v.literal(''),
      v.transform(() => null),
    ),
    documentNumber,
  ]),
  null,
)

/** A whole, non-negative number of plants with at most nine digits (part 1 section 5). */
export const plantCount = v.pipe(
  v.number('a whole number, 0 or more'),
  v.integer('a whole number, 0 or more'),
  v.minValue(0, 'a whole number, 0 or more'),
  v.maxValue(10 ** LIMITS.quantityDigits - 1, 'at most 9 digits'),
)

// Does this day exist? `Date.parse` alone accepts 30 February.
const isCalendarDay = (value: string): boolean => {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})([T ]|$)/.exec(value)?.map(Number) ?? []
  if (!year || !month || !day) return false
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const hasYear = (value: string): boolean => {
  const year = Number(value.slice(0, 4))
  return year >= LIMITS.firstYear && year <= LIMITS.lastYear
}

/** Is it an ISO 8601 date or time in the allowed years? */
export function isDate(value: string): boolean {
  return isCalendarDay(value) && hasYear(value) && !Number.isNaN(Date.parse(value))
}
export const isoDate = v.pipe(
  v.string(),
  v.check(isDate, `a date from ${LIMITS.firstYear} to ${LIMITS.lastYear} (YYYY-MM-DD)`),
)
export const isoDateOrNull = v.nullish(
  v.union([
    v.pipe(
      v.literal(''),
      v.transform(() => null),
    ),
    isoDate,
  ]),
  null,
)

// A decimal, complete or partial (part 1 section 5): an optional sign, up to 3 digits before the point and up
// to 2 after it.
const PARTIAL_DECIMAL = new RegExp(
  `^[+-]?\\d{0,${LIMITS.decimalDigits}}(\\.\\d{0,${LIMITS.decimalFraction}})?$`,
)
const isDecimal = (value: string): boolean =>
  value.length <= LIMITS.temperature && PARTIAL_DECIMAL.test(value) && /\d/.test(value)

/** Is this input a temperature, or the beginning of one? Empty, a minus or a point alone count. */
export function isPartialTemperature(value: string): boolean {
  const isPartial =
    value.length <= LIMITS.temperature && PARTIAL_DECIMAL.test(value) && !value.startsWith('+')
  return isPartial && (!/\d/.test(value) || isInRange(Number(value)))
}

/**
 * Is it a valid transport temperature in degrees Celsius? At most seven characters, and a minus is the only
 * allowed sign.
 */
export function isTemperature(value: string): boolean {
  return isPartialTemperature(value) && /\d$/.test(value)
}
const isInRange = (degrees: number): boolean =>
  degrees >= LIMITS.temperatureLowest && degrees <= LIMITS.temperatureHighest

// Accepts all temperatures of the specification: older documents have values that forms do not accept.
export const temperature = v.pipe(
  v.nullish(v.union([v.string(), v.number()]), ''),
  v.transform((value) => String(value).trim()),
  v.check(
    (value) => value === '' || isDecimal(value),
    'a temperature: up to 3 digits, up to 2 after the point',
  ),
)
