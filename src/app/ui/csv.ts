// Writes rows as CSV that is safe in spreadsheets: a cell that a spreadsheet would run as a formula becomes
// text.

// Characters that start a formula in a spreadsheet, or that it skips before one.
const formulaStart = /^[=+\-@\t\r\n|%\u{FF0B}\u{FF0D}\u{FF1D}\u{FF20}]/u

const cellOf = (value: string): string => {
  const safe = formulaStart.test(value) ? `'${value}` : value
  return `"${safe.replace(/"/g, '""')}"`
}

/** One line per row, RFC 4180. Starts with a byte order mark, so that spreadsheets read it as UTF-8. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return `\u{FEFF}${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`
}

const twoDigits = (part: number) => String(part).padStart(2, '0')

/** Local date and time in a format that spreadsheets can sort: 2026-11-21 14:03:59. */
export function writeTime(at: number): string {
  const time = new Date(at)
  const day = [time.getFullYear(), twoDigits(time.getMonth() + 1), twoDigits(time.getDate())].join('-')
  return `${day} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(twoDigits).join(':')}`
}
