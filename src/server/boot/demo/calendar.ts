// Dates relative to a given day, because the generator has no clock.

const day = 86_400_000

/** The time `minutes` after midnight (UTC), `days` days before `today`; ISO 8601. */
export function momentBefore(today: string, days: number, minutes: number): string {
  return new Date(Date.parse(`${today}T00:00:00Z`) - days * day + minutes * 60_000).toISOString()
}

/** The time `days` days after `moment`, or half an hour after it if that is not before `today`; ISO 8601. */
export function momentAfter(moment: string, days: number, today: string): string {
  const shifted = new Date(Date.parse(moment) + days * day).toISOString()
  return shifted < today ? shifted : new Date(Date.parse(moment) + day / 48).toISOString()
}

/** The date `days` days after `today` (before it if negative), YYYY-MM-DD. */
export function dayAfter(today: string, days: number): string {
  return new Date(Date.parse(`${today}T00:00:00Z`) + days * day).toISOString().slice(0, 10)
}
