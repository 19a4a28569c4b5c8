import { sayMoment } from '#text/dates.ts'

/** A time in the current language, to the minute; '' for none. */
export function formatMoment(at = ''): string {
  return Number.isNaN(Date.parse(at)) ? '' : sayMoment(at, { dateStyle: 'short', timeStyle: 'short' })
}

/** The time of day, from milliseconds since 1970, with the date if it is not today. */
export function formatTime(at: number): string {
  const day = new Date(at)
  const isToday = day.toDateString() === new Date().toDateString()
  return sayMoment(day.toISOString(), { timeStyle: 'short', ...(!isToday && { dateStyle: 'short' }) })
}
