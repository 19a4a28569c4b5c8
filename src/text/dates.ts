// Formats dates in the current language.
import { dateFormat, relativeTimeFormat } from './formatters.ts'
import { currentLanguage, say } from './say.ts'

const deviceLocale = new Intl.DateTimeFormat().resolvedOptions().locale

/**
 * The locale for dates: the app's language, or the device's variant of it (`en-GB`). The language of dates
 * is always the app's, also if the device has another one.
 */
export function dateLocale(device: string = deviceLocale): string {
  const { locale } = currentLanguage()
  return languageOf(device) === languageOf(locale) ? device : locale
}

/**
 * Formats an ISO 8601 time as date and time in the device's time zone. The month is a name, because 6/5 is
 * ambiguous.
 */
export function sayMoment(at: string): string {
  return dateFormat(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at))
}

/** Formats the time of day of an ISO 8601 time, in the device's time zone. */
export function sayClock(at: string): string {
  return dateFormat(dateLocale(), { timeStyle: 'short' }).format(new Date(at))
}

/** Formats the date of an ISO 8601 time, in the device's time zone. */
export function sayLocalDay(at: string): string {
  return dateFormat(dateLocale(), { dateStyle: 'medium' }).format(new Date(at))
}

/** Formats a date of the form `YYYY-MM-DD`. */
export function sayDay(day: string, options: Intl.DateTimeFormatOptions): string {
  return dateFormat(dateLocale(), { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}

const MINUTE = 60_000
const units = [
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
] as const

/** Formats the age of an ISO 8601 time in whole minutes, hours or days. `now` is milliseconds since 1970. */
export function sayAgo(at: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(at)) / MINUTE)
  const unit = units.find(([, most]) => minutes >= most)
  if (!unit) return say('justNow')
  const [name, long] = unit
  return relativeTimeFormat(dateLocale()).format(-Math.floor(minutes / long), name)
}

function languageOf(locale: string): string | undefined {
  return locale.split('-')[0]
}
