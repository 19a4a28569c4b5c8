// Dates in the current language.
import { agesOf, datesOf } from './formatters.ts'
import { say, spoken } from './say.ts'

const deviceLocale = new Intl.DateTimeFormat().resolvedOptions().locale

/**
 * The locale for dates: the language's, or the device's variant of it (`en-GB`). A device with another
 * language does not change the language of dates.
 */
export function dateLocale(device: string = deviceLocale): string {
  const { locale } = spoken()
  return languageOf(device) === languageOf(locale) ? device : locale
}

/**
 * A time, ISO 8601, in the device's time zone, to the minute, with its day. The month is named: 6/5 is June
 * to some and May to others.
 */
export function sayMoment(at: string): string {
  return datesOf(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at))
}

/** The time of day of a time, ISO 8601, in the device's time zone. */
export function sayClock(at: string): string {
  return datesOf(dateLocale(), { timeStyle: 'short' }).format(new Date(at))
}

/** The day of a time, ISO 8601, in the device's time zone. */
export function sayLocalDay(at: string): string {
  return datesOf(dateLocale(), { dateStyle: 'medium' }).format(new Date(at))
}

/** A date, `YYYY-MM-DD`. */
export function sayDay(day: string, options: Intl.DateTimeFormatOptions): string {
  return datesOf(dateLocale(), { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}

const MINUTE = 60_000
const units = [
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
] as const

/** How long ago a time was, ISO 8601, in whole minutes, hours or days; `now` in milliseconds since 1970. */
export function sayAgo(at: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(at)) / MINUTE)
  const unit = units.find(([, most]) => minutes >= most)
  if (!unit) return say('justNow')
  const [name, long] = unit
  return agesOf(dateLocale()).format(-Math.floor(minutes / long), name)
}

function languageOf(locale: string): string | undefined {
  return locale.split('-')[0]
}
