// Calculates calendar days and keyboard movement. Days are YYYY-MM-DD, months YYYY-MM, without time zones.
import { LIMITS } from '#core/wire/limits.ts'

const FIRST = `${LIMITS.firstYear}-01-01`
const LAST = `${LIMITS.lastYear}-12-31`

const partsOf = (day: string) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return { year, month: month - 1, date }
}
const dayAt = (year: number, month: number, date: number): string =>
  new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10)

const within = (day: string): string => (day < FIRST ? FIRST : day > LAST ? LAST : day)

/** The first and the last selectable day. */
export const DAYS = { first: FIRST, last: LAST } as const

/** The day `days` days later, or earlier if negative. */
export function addDays(day: string, days: number): string {
  const { year, month, date } = partsOf(day)
  return within(dayAt(year, month, date + days))
}

/** The same day of another month; the last day if that month is shorter. */
export function addMonths(day: string, months: number): string {
  const { year, month, date } = partsOf(day)
  const last = Number(dayAt(year, month + months + 1, 0).slice(8))
  return within(dayAt(year, month + months, Math.min(date, last)))
}

// 0 is Sunday.
const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()

/** The weeks of a day's month, Sunday to Saturday, filled with days of the neighbouring months. */
export function weeksOf(day: string): readonly (readonly string[])[] {
  const { year, month } = partsOf(day)
  const first = dayAt(year, month, 1)
  const start = 1 - weekday(first)
  const last = Number(dayAt(year, month + 1, 0).slice(8))
  const count = Math.ceil((last - start + 1) / 7)
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (_unused, index) => dayAt(year, month, start + week * 7 + index)),
  )
}

/** The day that a key moves to; undefined for other keys. */
export function dayAfterKey(day: string, key: string, shift: boolean): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return addDays(day, -weekday(day))
    case 'End':
      return addDays(day, 6 - weekday(day))
    case 'PageUp':
      return addMonths(day, shift ? -12 : -1)
    case 'PageDown':
      return addMonths(day, shift ? 12 : 1)
    default:
      return undefined
  }
}
