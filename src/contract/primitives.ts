// Schemas of single values. Answers are read tolerantly (other servers may send numbers as text, null for
// missing texts, statuses in any case); bodies are checked strictly.
import * as v from 'valibot'
import { BARCODE_PATTERN, DOCUMENT_NUMBER_PATTERN } from './codes.ts'
import { COMMODITIES } from './constants.ts'
import { LIMITS } from './limits.ts'

// ---- read from answers; a default in `nullish` also covers a missing key

/** An identifier: text or number on the wire, text here. */
export const id = v.pipe(
  v.union([v.string(), v.number()]),
  withoutNul(),
  v.transform((value) => String(value)),
)

/** An identifier that may be missing. */
export const idOrNull = v.pipe(
  v.nullish(v.union([v.string(), v.number()]), ''),
  v.transform((value) => (value === '' ? null : String(value))),
)

/** A text; '' if missing, or a list or an object. */
export const text = v.fallback(
  v.pipe(v.nullish(v.union([v.string(), v.number(), v.boolean()]), ''), v.transform(String)),
  '',
)

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

/** A boolean in any of the servers' forms. */
export const flag = v.pipe(
  v.nullish(v.union([v.boolean(), v.number(), v.string()]), false),
  v.transform((value) => value === true || value === 1 || /^(true|1|y|yes)$/i.test(String(value))),
)

/** One of a closed list, in any case; any other value makes the answer invalid. */
export function oneOf<const Options extends readonly string[]>(options: Options) {
  return v.pipe(
    v.string(),
    v.transform(
      (value) => options.find((option) => option.toUpperCase() === value.trim().toUpperCase()) ?? value,
    ),
    v.picklist(options, `one of ${options.join(', ')}`),
  )
}

/** A list; empty if null or missing. */
export function listOf<Schema extends v.GenericSchema>(item: Schema) {
  return v.nullish(v.array(item), () => [])
}

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

/** Free text up to a length; control characters are refused, except line breaks and tabs. */
export function shortText(most: number) {
  return v.pipe(
    v.nullish(v.string(), ''),
    v.maxLength(most, `at most ${most} characters`),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
    v.check(
      (value) => !/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/.test(value),
      'no control characters',
    ),
  )
}

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
// Can the input still become a decimal number? Empty, a sign or a point alone can.
const isDecimalBegun = (value: string): boolean => DECIMAL_BEGUN.test(value)

/** The same for a temperature, which has at most seven characters. */
export function isTemperatureBegun(value: string): boolean {
  return value.length <= LIMITS.temperature && isDecimalBegun(value)
}

/** A temperature: a decimal number of at most seven characters, never a lone '-' (part 2 section 5). */
export function isTemperature(value: string): boolean {
  return isTemperatureBegun(value) && /\d/.test(value)
}
export const temperature = v.pipe(
  v.nullish(v.union([v.string(), v.number()]), ''),
  v.transform((value) => String(value).trim()),
  v.check(
    (value) => value === '' || isTemperature(value),
    'a temperature: up to 3 digits, up to 2 after the point',
  ),
)

// A number in a query string: plain digits. `Number` alone takes '0x10', '1e3', ' 5 ' and '' for numbers, too.
const queryNumberBetween = (least: number, most: number) =>
  v.pipe(
    v.union([v.pipe(v.string(), v.regex(/^\d{1,10}$/)), v.number()], 'a whole number'),
    v.transform((value) => Number(value)),
    v.integer('a whole number'),
    v.minValue(least, `at least ${least}`),
    v.maxValue(most, `at most ${most}`),
  )

/** A number in a query string, with a default. */
export function queryNumber(least: number, most: number, fallback: number) {
  return v.optional(queryNumberBetween(least, most), fallback)
}

/** An optional number in a query string. */
export function queryNumberOrNone(least: number, most: number) {
  return v.optional(queryNumberBetween(least, most))
}

/** Databases accept no NUL character in a text. */
export function withoutNul<Input extends string | number | undefined>() {
  return v.check<Input, string>((value) => !String(value).includes('\0'), 'no control characters')
}

/** A required text in a query string; `what` names it in the error. */
export function needed(what: string) {
  return v.pipe(
    v.union([v.string(), v.number()], what),
    withoutNul(),
    v.transform(String),
    v.minLength(1, what),
  )
}

/** A commodity in a query string. */
export const queryCommodity = v.picklist(COMMODITIES, 'BLACK, BLUE, RASP or STRAW')

/** An optional text in a query string; '' counts as absent. */
export const queryText = v.pipe(
  v.optional(v.union([v.string(), v.number()])),
  withoutNul(),
  v.transform((value) =>
    value === undefined || String(value).trim() === '' ? undefined : String(value).trim(),
  ),
)

/** A comma-separated list of statuses in a query string, such as `OPEN,RESERVED`; absent means all. */
export function queryStatuses<const Options extends readonly string[]>(options: Options) {
  return v.pipe(
    v.optional(v.string(), ''),
    v.transform((value) =>
      value
        .split(',')
        .map((part) => part.trim().toUpperCase())
        .filter((part) => part !== ''),
    ),
    v.array(v.picklist(options, `statuses out of ${options.join(', ')}`)),
  )
}

/** A flag in a query string. */
export const queryFlag = v.pipe(
  v.optional(v.union([v.string(), v.boolean()]), false),
  v.transform((value) => value === true || /^(true|1|y|yes)$/i.test(String(value))),
)
