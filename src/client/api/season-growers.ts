import { useQuery } from '@tanstack/react-query'
import { usePlace } from '#client/state/place.ts'
import { ask } from '#contract/ask.ts'
import type { GrowerEntity } from '#contract/master-data.ts'
import { listOf, type MasterData } from './master-data.ts'
import { queryKeys } from './query-keys.ts'
import { performOrThrow, retryPassing } from './use-ask.ts'

/** All growers of the season's commodity, or those who have plants kept at the location. */
export type ListedGrowers = 'all' | 'stored'

/**
 * The growers that a picker offers (part 2 section 7, `growers`); none are asked for without a wish. Who keeps plants somewhere
 * changes with every return, so that each picker asks anew.
 */
export function useSeasonGrowers(wanted: ListedGrowers | undefined): MasterData<GrowerEntity> {
  const { location, season } = usePlace()
  return listOf(
    useQuery({
      queryKey: queryKeys.stock({ growers: wanted, season: season.id, location }),
      queryFn: ({ signal }) =>
        performOrThrow(
          ask(
            'growers',
            {
              query: {
                returnedfromtype: 'Grower',
                commodity: season.commodity,
                trimseasonid: season.id,
                inventoryeffect: 'GROWERSTORAGE',
                ...(wanted === 'stored' && { inventorylocation: location }),
              },
            },
            (answer) => answer.Result,
          ),
          signal,
        ),
      enabled: wanted !== undefined,
      retry: retryPassing,
    }),
  )
}
