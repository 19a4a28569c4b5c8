// Growers as a season's pickers offer them: to return plants, or whose plants are kept here (part 2 section 7, `growers`).
import { type MasterData, useChoices } from '#client/api/master-data.ts'
import { queryKeys } from '#client/api/query-keys.ts'
import { performOrThrow, retryPassing } from '#client/api/use-ask.ts'
import { usePlace } from '#client/state/place.ts'
import type { GrowerEntity } from '#contract/master-data.ts'
import { growersAt } from '#workflows/stock.ts'
import type { EntityKind } from '#workflows/workflow.ts'

export type SeasonGrowers = Extract<EntityKind, 'returningGrower' | 'storingGrower'>

/** Is it a list of its own, beside the growers of the master data? */
export const isSeasonGrowers = (kind: EntityKind | undefined): kind is SeasonGrowers =>
  kind === 'returningGrower' || kind === 'storingGrower'

/** The growers of a picker; none are asked for while no picker is there. Who keeps plants here may have changed: asked again. */
export const useSeasonGrowers = (wanted: SeasonGrowers | undefined): MasterData<GrowerEntity> => {
  const place = usePlace()
  const stored = wanted === 'storingGrower'
  return useChoices({
    queryKey: queryKeys.stock({ growers: place.location, season: place.season.id, stored }),
    queryFn: ({ signal }) => performOrThrow(growersAt(place, stored), signal),
    enabled: wanted !== undefined,
    retry: retryPassing,
  })
}
