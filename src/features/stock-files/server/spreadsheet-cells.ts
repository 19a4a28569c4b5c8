// Protects cells that a spreadsheet would change when it opens a file: formulas, dates, numbers. A leading
// apostrophe makes it treat them as text.

// Characters that start a formula, in normal or full width, or that a spreadsheet skips before one.
const FORMULA = /^[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20]/

// The names of months in spreadsheets: English, Spanish, German, Dutch, French.
const MONTHS: readonly (readonly string[])[] = [
  ['jan', 'january', 'ene', 'enero', 'januar', 'januari', 'janv', 'janvier'],
  ['feb', 'february', 'febrero', 'februar', 'februari', 'févr', 'février'],
  ['mar', 'march', 'marzo', 'mrz', 'mär', 'märz', 'mrt', 'maart', 'mars'],
  ['apr', 'april', 'abr', 'abril', 'avr', 'avril'],
  ['may', 'mayo', 'mai', 'mei'],
  ['jun', 'june', 'junio', 'juni', 'juin'],
  ['jul', 'july', 'julio', 'juli', 'juil', 'juillet'],
  ['aug', 'august', 'ago', 'agosto', 'augustus', 'août'],
  ['sep', 'sept', 'september', 'septiembre', 'septembre'],
  ['oct', 'october', 'octubre', 'okt', 'oktober', 'octobre'],
  ['nov', 'november', 'noviembre', 'novembre'],
  ['dec', 'december', 'dic', 'diciembre', 'dez', 'dezember', 'déc', 'décembre'],
]
const monthOf = (name: string): number =>
  1 + MONTHS.findIndex((names) => names.includes(name.toLowerCase().replace(/\.$/, '')))

// Would a spreadsheet convert this text?
function wouldBeConverted(text: string): boolean {
  if (FORMULA.test(text) || /^(?:true|false)$/i.test(text)) return true
  if (/^(?:0|[1-9]\d{0,14})$/.test(text)) return false
  // Digits with characters of numbers, dates and times: 1-2, 01, 1.10, 12:30, 5 %, 12E4.
  if (/\d/.test(text) && /^[\d\s.,:/\-%$€£()]*(?:\de[+-]?\d+)?$/i.test(text)) return true
  const month = /^\d{0,4}[-/., ]*([\p{L}]{3,10})[-/., ]*\d{0,4}$/u.exec(text)?.[1]
  return /\d/.test(text) && month !== undefined && monthOf(month) > 0
}

/** Formats the text as a cell that a spreadsheet does not change. */
export function guardCell(text: string): string {
  return wouldBeConverted(text.replace(/^'+/, '')) ? `'${text}` : text
}

/** Returns the text of a cell, without the apostrophe of `guardCell`. */
export function plainCell(cell: string): string {
  return cell.startsWith("'") && guardCell(cell.slice(1)) !== cell.slice(1) ? cell.slice(1) : cell
}

/**
 * Finds the shelf that a spreadsheet has probably converted into this date, and the other possible one:
 * '2-Jan' was '1-2', or '2-1'. undefined if the text is not a date.
 */
export function shelfBeforeDate(
  text: string,
): { readonly shelf: string; readonly other: string } | undefined {
  const numbers = (...parts: readonly (string | number | undefined)[]) => parts.map(Number).join('-')
  const [, day, name = ''] = /^(\d{1,2})[-/. ]+(\p{L}{3,10}\.?)$/u.exec(text) ?? []
  const month = monthOf(name)
  if (day !== undefined && month > 0 && isDay(day))
    return { shelf: numbers(month, day), other: numbers(day, month) }

  const [, first = '', year] = /^(\p{L}{3,10}\.?)[-/. ]+(\d{2}|\d{4})$/u.exec(text) ?? []
  if (year !== undefined && monthOf(first) > 0) {
    const short = Number(year) % 100
    return { shelf: numbers(monthOf(first), short), other: numbers(monthOf(first), 2000 + short) }
  }

  const dayPart = text.replace(/[ T]0{1,2}:00(?::00)?$/, '')
  const [, one, two, full] = /^(\d{1,2})[-/.](\d{1,2})[-/.]((?:19|20)\d\d)$/.exec(dayPart) ?? []
  if (full !== undefined && isDay(one) && isDay(two))
    return { shelf: numbers(one, two), other: numbers(one, two, Number(full) % 100) }

  const [, iso, before, after] = /^((?:19|20)\d\d)[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(dayPart) ?? []
  if (iso !== undefined && isDay(before) && isDay(after))
    return { shelf: numbers(before, after), other: numbers(Number(iso) % 100, before, after) }
  return undefined
}

const isDay = (text: string | undefined) => Number(text) >= 1 && Number(text) <= 31
