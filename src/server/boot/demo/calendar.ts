// Dates relative to a given day: the generator has no clock.

const day = 86_400_000

/** The time `minutes` after midnight (UTC), `days` days before `today`; ISO 8601. */
export function momentBefore(today: string, days: number, minutes: number): string {
  return new Date(Date.parse(`${today}T00:00:00Z`) - days * day + minutes * 60_000).toISOString()
}

/**
 * The time `days` days after `moment`, or half an hour after it if that would not be before `today`. ISO
 * 8601.
 */
export function momentAfter(moment: string, days: number, today: string): string {
  const later = new Date(Date.parse(moment) + days * day).toISOString()
  return later < today ? later : new Date(Date.parse(moment) + day / 48).toISOString()
}

/** The date `days` days after `today` (before it if negative), YYYY-MM-DD. */
export function dayAfter(today: string, days: number): string {
  return new Date(Date.parse(`${today}T00:00:00Z`) + days * day).toISOString().slice(0, 10)
}

/** The first year of the trim season that `today` is in; a season starts in July. */
export function seasonYear(today: string): number {
  const year = Number(today.slice(0, 4))
  return Number(today.slice(5, 7)) >= 7 ? year : year - 1
}

/** The name of a season's span: 2026 gives `2026-27`. */
export function seasonSpan(year: number): string {
  return `${year}-${String((year + 1) % 100).padStart(2, '0')}`
}
