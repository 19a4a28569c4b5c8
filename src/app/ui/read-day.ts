// Reads a typed day, in any format that is usual in a warehouse.
import { isDate } from '#core/wire/document-values.ts'
import { dateFormat } from '#text/formatters.ts'
import { languages } from '#text/languages.ts'
import { addDays } from './calendar-days.ts'
import { normalizeText } from './list-keys.ts'

interface Parts {
  readonly year?: number | undefined
  readonly month: number
  readonly date: number
}

const noon = (month: number, date: number) => new Date(Date.UTC(2026, month, date, 12))

// The names of each month in each language of the app: people mix them.
function monthNames(locale: string): readonly (readonly string[])[] {
  const locales = [locale, ...Object.keys(languages)]
  return Array.from({ length: 12 }, (_, month) =>
    locales.flatMap((each) =>
      (['long', 'short'] as const).map((style) =>
        normalizeText(dateFormat(each, { month: style, timeZone: 'UTC' }).format(noon(month, 1))).replace(
          '.',
          '',
        ),
      ),
    ),
  )
}

// The month whose name begins with a word of at least three letters; undefined if none or several match.
function monthOf(word: string, locale: string): number | undefined {
  if (word.length < 3) return undefined
  const found = monthNames(locale).flatMap((names, month) =>
    names.some((name) => name.startsWith(word)) ? [month + 1] : [],
  )
  return found.length === 1 ? found[0] : undefined
}

function isMonthFirst(locale: string): boolean {
  const parts = dateFormat(locale, { dateStyle: 'short', timeZone: 'UTC' }).formatToParts(noon(0, 2))
  return parts.find(({ type }) => type === 'month' || type === 'day')?.type === 'month'
}

// The words for days near today in each language, by their distance.
function nearDay(word: string, locale: string): number | undefined {
  if (word === 't') return 0
  return [0, 1, -1].find((days) =>
    [locale, ...Object.keys(languages)].some(
      (each) =>
        normalizeText(new Intl.RelativeTimeFormat(each, { numeric: 'auto' }).format(days, 'day')) === word,
    ),
  )
}

// 26 is 2026, but 0026 is a typing error.
const yearOf = (text: string | undefined) =>
  text === undefined ? undefined : Number(text.length <= 2 ? `20${twoDigits(Number(text))}` : text)
const twoDigits = (part: number) => String(part).padStart(2, '0')

// YYYY-MM-DD; without a year the day nearest to today.
function dayOfParts({ year, month, date }: Parts, today: string): string | undefined {
  const write = (full: number) => {
    const day = `${String(full).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(date)}`
    return isDate(day) ? day : undefined
  }
  if (year !== undefined) return write(year)
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(today))
  const now = Number(today.slice(0, 4))
  return [now, now + 1, now - 1]
    .flatMap((each) => write(each) ?? [])
    .toSorted((a, b) => distance(a) - distance(b))[0]
}

// Digits without separators: day and month, and perhaps a year.
function splitDigits(digits: string): readonly string[] | undefined {
  const pair = [digits.slice(0, 2), digits.slice(2, 4)]
  if (digits.length === 4) return pair
  if (digits.length === 6) return [...pair, digits.slice(4)]
  if (digits.length !== 8) return undefined
  return /^20(?!20)/.test(digits)
    ? [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)]
    : [...pair, digits.slice(4)]
}

function partsOf(tokens: readonly string[], today: string, locale: string): Parts | undefined {
  const [first = '', second, third, ...more] = tokens
  if (more.length > 0) return undefined
  if (second === undefined) {
    const digits = splitDigits(first)
    if (digits) return partsOf(digits, today, locale)
    return first.length > 2
      ? undefined
      : { year: Number(today.slice(0, 4)), month: Number(today.slice(5, 7)), date: Number(first) }
  }
  const [a, b] = [Number(first), Number(second)]
  if (first.length === 4) return third === undefined ? undefined : { year: a, month: b, date: Number(third) }
  const year = yearOf(third)
  const isDayFirst = isMonthFirst(locale) ? a > 12 : b <= 12
  return isDayFirst ? { year, month: b, date: a } : { year, month: a, date: b }
}

/** The day in a text, YYYY-MM-DD; undefined if there is none. `today` is YYYY-MM-DD. */
export function readDay(text: string, today: string, locale: string): string | undefined {
  const plain = normalizeText(text).trim()
  const distance = /^[+-]\d{1,4}$/.test(plain) ? Number(plain) : nearDay(plain, locale)
  if (distance !== undefined) return addDays(today, distance)
  const tokens = plain.match(/\d+|\p{L}+|[^\d\p{L}\s/.,-]/gu) ?? []
  const words = tokens.filter((token) => /\p{L}/u.test(token))
  const numbers = tokens.filter((token) => !words.includes(token))
  if (numbers.length === 0 || numbers.some((number) => !/^\d{1,8}$/.test(number))) return undefined
  if (words.length === 0) {
    const parts = partsOf(numbers, today, locale)
    return parts && dayOfParts(parts, today)
  }
  const [month, ...others] = words.flatMap((word) => monthOf(word, locale) ?? [])
  const [date, year, ...more] = numbers
  if (month === undefined || date === undefined || others.length + more.length > 0) return undefined
  return dayOfParts({ year: yearOf(year), month, date: Number(date) }, today)
}
