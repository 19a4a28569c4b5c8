import { COMMODITIES, COMMODITY_CODES, type Commodity } from '#core/wire/constants.ts'

export interface DemoSeason {
  readonly id: string
  /** Such as `STRAW 2026-27`. */
  readonly name: string
  readonly commodity: Commodity
  /** Last year's season, mostly finished, or this year's. */
  readonly age: 'previous' | 'current'
}

/** Two seasons per commodity: the one that contains `today`, and the previous one. */
export function makeSeasons(today: string): readonly DemoSeason[] {
  const current = seasonYear(today)
  return COMMODITIES.flatMap((commodity) =>
    ([current - 1, current] as const).map((year) => ({
      id: `${COMMODITY_CODES[commodity]}${String(year % 100).padStart(2, '0')}`,
      name: `${commodity} ${seasonSpan(year)}`,
      commodity,
      age: year === current ? ('current' as const) : ('previous' as const),
    })),
  )
}

// The first year of the trim season that contains `today`. A season starts in July.
function seasonYear(today: string): number {
  const year = Number(today.slice(0, 4))
  return Number(today.slice(5, 7)) >= 7 ? year : year - 1
}

// The name of a season's years: 2026 gives `2026-27`.
function seasonSpan(year: number): string {
  return `${year}-${String((year + 1) % 100).padStart(2, '0')}`
}
