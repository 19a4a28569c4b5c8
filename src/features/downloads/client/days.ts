// The days that a file is about, by the clock of this workstation, which is at its location.
import { today } from '#app/ui/today.ts'
import { isDate } from '#core/wire/document-values.ts'

/** The first and the last day, YYYY-MM-DD; '' for no bound. */
export interface Days {
  readonly from: string
  readonly to: string
}

export const ALL_DAYS: Days = { from: '', to: '' }

const isDay = (day: string): boolean => day === '' || isDate(day)

/** What is wrong with each of the days, if something is. */
export function faultsOf({ from, to }: Days): Partial<Record<keyof Days, 'dayWrong' | 'daysTurned'>> {
  return {
    ...(!isDay(from) && { from: 'dayWrong' }),
    ...(!isDay(to) && { to: 'dayWrong' }),
    ...(isDate(from) && isDate(to) && to < from && { to: 'daysTurned' }),
  }
}

/** The same days as moments: from the beginning of the first, up to the end of the last. */
export function momentsOf({ from, to }: Days): Readonly<Record<string, string>> {
  return {
    ...(from !== '' && { since: beginningOf(from, 0) }),
    ...(to !== '' && { before: beginningOf(to, 1) }),
  }
}

/** What a file of these days is named after: the last day, or both. */
export function nameOf({ from, to }: Days): string {
  const last = to === '' ? today() : to
  return from === '' ? last : `${from}-to-${last}`
}

// A day has 23 or 25 hours where clocks are changed.
const beginningOf = (day: string, later: number): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}
