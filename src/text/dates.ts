// Dates in the way of the language that is spoken.
import { spoken } from './say.ts'

/**
 * The locale that dates are written in: that of the language, and of its variants the one that this device is set to (`en-GB`). A
 * device that is set to another language does not mix its months into the sentences.
 */
export function dateLocale(device: string = new Intl.DateTimeFormat().resolvedOptions().locale): string {
  const { locale } = spoken()
  return languageOf(device) === languageOf(locale) ? device : locale
}

/** A moment, ISO 8601, in the time zone of the device. */
export function sayMoment(at: string, options?: Intl.DateTimeFormatOptions): string {
  return new Date(at).toLocaleString(dateLocale(), options)
}

/** A calendar day, `YYYY-MM-DD`. */
export function sayDay(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(dateLocale(), { ...options, timeZone: 'UTC' })
}

function languageOf(locale: string): string | undefined {
  return locale.split('-')[0]
}
