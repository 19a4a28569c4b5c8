import { COMMODITIES, COMMODITY_CODES, type Commodity } from '#core/wire/constants.ts'
import { seasonSpan, seasonYear } from './calendar.ts'

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
