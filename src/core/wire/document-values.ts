// Schemas of the values of documents and plants, read and written as in primitives.ts: apart, since the start
// needs none of them.
import * as v from 'valibot'
import { BARCODE_PATTERN, DOCUMENT_NUMBER_PATTERN } from './codes.ts'
import { LIMITS } from './limits.ts'

// ---- read from answers

const countOnTheWire = v.union([
  v.number(),
  v.pipe(v.string(), v.trim(), v.regex(/^-?\d*(\.\d+)?$/, 'a number')),
])

/** A number of plants; null, missing and what is no number are 0, numeric text is a number. */
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

/** The number of a document, or none yet. */
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

// Does the calendar have this day? `Date.parse` alone accepts 30 February.
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

/** Is it a date or a time, ISO 8601, with a plausible year? */
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

// The specification's decimal helper (part 1 section 5): up to 3 digits before the point, up to 2 after it,
// and an optional sign.
const DECIMAL_BEGUN = new RegExp(
  `^[+-]?\\d{0,${LIMITS.decimalDigits}}(\\.\\d{0,${LIMITS.decimalFraction}})?$`,
)
const isDecimal = (value: string): boolean =>
  value.length <= LIMITS.temperature && DECIMAL_BEGUN.test(value) && /\d/.test(value)

/** Can the input still become a temperature? Empty, a minus or a point alone can. */
export function isTemperatureBegun(value: string): boolean {
  const isBegun = value.length <= LIMITS.temperature && DECIMAL_BEGUN.test(value) && !value.startsWith('+')
  return isBegun && (!/\d/.test(value) || isBearable(Number(value)))
}

/**
 * A temperature that plants may travel at, in degrees Celsius: at most seven characters, and no sign but a
 * minus.
 */
export function isTemperature(value: string): boolean {
  return isTemperatureBegun(value) && /\d$/.test(value)
}
const isBearable = (degrees: number): boolean =>
  degrees >= LIMITS.temperatureLowest && degrees <= LIMITS.temperatureHighest

// As the specification takes it: documents from before have what no form takes any more.
export const temperature = v.pipe(
  v.nullish(v.union([v.string(), v.number()]), ''),
  v.transform((value) => String(value).trim()),
  v.check(
    (value) => value === '' || isDecimal(value),
    'a temperature: up to 3 digits, up to 2 after the point',
  ),
)
