import type { PageSize } from '#core/wire/constants.ts'
import { paperDateLocale } from './paper-texts.ts'

/** Formats a time in an IANA time zone, such as `21 Nov 2026, 14:03 PST`; UTC if the zone is unknown. */
export function localTime(at: Date, timeZone: string): string {
  const parts = { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' } as const
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC'
  const time = new Intl.DateTimeFormat(paperDateLocale(), { ...parts, timeZone: zone }).format(at)
  const named = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' }).formatToParts(at)
  return `${time} ${named.find(({ type }) => type === 'timeZoneName')?.value ?? zone}`
}

/**
 * Formats a date (YYYY-MM-DD, or a time that begins with one) as `21 Nov 2026`; other text stays unchanged.
 */
export function localDay(day: string): string {
  const at = /^\d{4}-\d{2}-\d{2}/.test(day) ? new Date(`${day.slice(0, 10)}T00:00:00Z`) : undefined
  if (!at || Number.isNaN(at.getTime())) return day
  return new Intl.DateTimeFormat(paperDateLocale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(at)
}

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Returns the default paper size of a time zone: letter in the Americas except the south, A4 elsewhere. */
export function usualPaper(timeZone: string): PageSize {
  return /^(America|US|Canada)\/|^Pacific\/Honolulu$/.test(timeZone) &&
    !/^America\/(Argentina|Sao_Paulo|Montevideo|Asuncion|La_Paz|Lima|Guayaquil)/.test(timeZone)
    ? 'LETTER'
    : 'A4'
}
