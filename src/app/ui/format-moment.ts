import { sayClock, sayLocalDay, sayMoment } from '#text/dates.ts'

const isToday = (day: Date) => day.toDateString() === new Date().toDateString()

/** A time, ISO 8601, in the current language, to the minute, with its day if it is not today; '' for none. */
export function formatMoment(at = ''): string {
  const day = new Date(at)
  if (Number.isNaN(day.getTime())) return ''
  return isToday(day) ? sayClock(at) : sayMoment(at)
}

/** A short form: the time of day if it is today, else only the day. */
export function formatWhen(at = ''): string {
  const day = new Date(at)
  if (Number.isNaN(day.getTime())) return ''
  return isToday(day) ? sayClock(at) : sayLocalDay(at)
}

/** Like `formatMoment`, for milliseconds since 1970. */
export function formatTime(at: number): string {
  return formatMoment(new Date(at).toISOString())
}
