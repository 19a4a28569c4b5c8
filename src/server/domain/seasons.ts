import type { TrimSeason } from '#core/wire/master-data.ts'

/**
 * Sorts seasons: newest year first, then by commodity, name and id. The year is the first one in the name
 * (`STRAW 2026-27`: 2026), a season's only date. Names without a year come last.
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

// Compares code units, for the same order on every machine.
const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))
