// Schemas of single values. Answers are parsed tolerantly, because other servers may send numbers as text,
// null for missing texts, or statuses in any case. Bodies are checked strictly.
import * as v from 'valibot'
import { COMMODITIES } from './constants.ts'

// ---- answers; a default in `nullish` also applies to a missing key

/** An identifier: text or number in the answer, text after parsing. */
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

/** A text; '' if it is missing, a list or an object. */
export const text = v.fallback(
  v.pipe(v.nullish(v.union([v.string(), v.number(), v.boolean()]), ''), v.transform(String)),
  '',
)

/** A boolean in any form that servers send. */
export const flag = v.pipe(
  v.nullish(v.union([v.boolean(), v.number(), v.string()]), false),
  v.transform((value) => value === true || value === 1 || /^(true|1|y|yes)$/i.test(String(value))),
)

/** One value of a closed list, in upper or lower case. Any other value makes the answer invalid. */
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

// ---- queries and bodies

/** Free text up to a length; control characters are refused, except line breaks and tabs. */
export function shortText(max: number) {
  return v.pipe(
    v.nullish(v.string(), ''),
    v.maxLength(max, `at most ${max} characters`),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
    v.check(
      (value) => !/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/.test(value),
      'no control characters',
    ),
  )
}

// A number in a query string: plain digits. `Number` alone also accepts '0x10', '1e3', ' 5 ' and ''.
const queryNumberBetween = (min: number, max: number) =>
  v.pipe(
    v.union([v.pipe(v.string(), v.regex(/^\d{1,10}$/)), v.number()], 'a whole number'),
    v.transform((value) => Number(value)),
    v.integer('a whole number'),
    v.minValue(min, `at least ${min}`),
    v.maxValue(max, `at most ${max}`),
  )

/** A number in a query string, with a default. */
export function queryNumber(min: number, max: number, fallback: number) {
  return v.optional(queryNumberBetween(min, max), fallback)
}

/** An optional number in a query string. */
export function queryNumberOrNone(min: number, max: number) {
  return v.optional(queryNumberBetween(min, max))
}

/** Refuses NUL characters, which databases do not accept in texts. */
export function withoutNul<Input extends string | number | undefined>() {
  return v.check<Input, string>((value) => !String(value).includes('\0'), 'no control characters')
}

/** Refuses a blank text. `what` names the value in the error. */
export function notBlank(what: string) {
  return v.check<string, string>((value) => value.trim() !== '', what)
}

/** A required text in a query string. `what` names the value in the error. */
export function needed(what: string) {
  return v.pipe(v.union([v.string(), v.number()], what), withoutNul(), v.transform(String), notBlank(what))
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
