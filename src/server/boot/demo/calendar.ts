// Days and seasons as seen from one day: the generator has no clock of its own.

const day = 86_400_000

/** A moment so many days before midnight (UTC) of `today`, at an hour and minute of the working day there; ISO 8601. */
export function momentBefore(today: string, days: number, minutes: number): string {
  return new Date(Date.parse(`${today}T00:00:00Z`) - days * day + minutes * 60_000).toISOString()
}

/** A moment so many days after another; half an hour after it where that would not be before `today` any more. ISO 8601. */
export function momentAfter(moment: string, days: number, today: string): string {
  const later = new Date(Date.parse(moment) + days * day).toISOString()
  return later < today ? later : new Date(Date.parse(moment) + day / 48).toISOString()
}

/** The calendar day so many days after `today` (before it, when negative), YYYY-MM-DD. */
export function dayAfter(today: string, days: number): string {
  return new Date(Date.parse(`${today}T00:00:00Z`) + days * day).toISOString().slice(0, 10)
}

/** The year in which the trim season of `today` began: plants are dug from autumn on, and the books open in July. */
export function seasonYear(today: string): number {
  const year = Number(today.slice(0, 4))
  return Number(today.slice(5, 7)) >= 7 ? year : year - 1
}

/** A season as the trade writes it: 2026 gives `2026-27`. */
export function seasonSpan(year: number): string {
  return `${year}-${String((year + 1) % 100).padStart(2, '0')}`
}
