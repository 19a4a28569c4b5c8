// Handles the day range of a file, in the local time of this workstation.
import { today } from '#app/ui/today.ts'
import { isDate } from '#core/wire/document-values.ts'

/** The first and last day, YYYY-MM-DD; '' for no limit. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

export const ALL_DAYS: DayRange = { from: '', to: '' }

const isDay = (day: string): boolean => day === '' || isDate(day)

/** Returns what is wrong with each of the days, if anything. */
export function dayErrorsOf({
  from,
  to,
}: DayRange): Partial<Record<keyof DayRange, 'dayWrong' | 'daysTurned'>> {
  return {
    ...(!isDay(from) && { from: 'dayWrong' }),
    ...(!isDay(to) && { to: 'dayWrong' }),
    ...(isDate(from) && isDate(to) && to < from && { to: 'daysTurned' }),
  }
}

/** Returns the range as times: from the start of the first day to the end of the last. */
export function timesOf({ from, to }: DayRange): Readonly<Record<string, string>> {
  return {
    ...(from !== '' && { since: startOfDay(from, 0) }),
    ...(to !== '' && { before: startOfDay(to, 1) }),
  }
}

/** Returns the date part of the file name: the last day, or both. */
export function rangeNameOf({ from, to }: DayRange): string {
  const last = to === '' ? today() : to
  return from === '' ? last : `${from}-to-${last}`
}

// Computed by date, because days with clock changes have 23 or 25 hours.
const startOfDay = (day: string, later: number): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}
