import { sayMoment } from '#text/dates.ts'

/** A moment of the wire in the way of the language, to the minute; '' for none. */
export function formatMoment(at = ''): string {
  return Number.isNaN(Date.parse(at)) ? '' : sayMoment(at, { dateStyle: 'short', timeStyle: 'short' })
}

/** The time of a day, in milliseconds since 1970, and the day where that is not today. */
export function formatTime(at: number): string {
  const day = new Date(at)
  const isToday = day.toDateString() === new Date().toDateString()
  return sayMoment(day.toISOString(), { timeStyle: 'short', ...(!isToday && { dateStyle: 'short' }) })
}
