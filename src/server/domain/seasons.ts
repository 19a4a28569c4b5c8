import type { TrimSeason } from '#contract/master-data.ts'

/**
 * The order in which seasons are offered: the newest first, those of one year by commodity, then by name and id. The year is
 * the first one in the name (`STRAW 2026-27`: 2026), which is all that is known of a season's time; a name without a year
 * comes last.
 */
export function compareSeasons(one: TrimSeason, other: TrimSeason): number {
  return (
    yearOf(other) - yearOf(one) ||
    compare(one.Commodity, other.Commodity) ||
    compare(one.TrimSeason, other.TrimSeason) ||
    compare(one.Id, other.Id)
  )
}

const yearOf = ({ TrimSeason: name }: TrimSeason) => Number(/\b(?:19|20)\d\d\b/.exec(name)?.[0] ?? 0)

// By code unit: the same on every machine.
const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))
