import { useQuery } from '@tanstack/react-query'
import { usePlace } from '#app/state/place.ts'
import { prepareCall } from '#core/wire/calls.ts'
import type { GrowerEntity } from '#core/wire/master-data.ts'
import { listOf, type MasterData } from './master-data.ts'
import { queryKeys } from './query-keys.ts'
import { performOrThrow, retryTransient } from './use-ask.ts'

/** All growers of the season's commodity, or those with grower storage at the location. */
export type ListedGrowers = 'all' | 'stored'

/**
 * The growers for a picker (part 2 section 7, `growers`); none without `wanted`. Growers with storage change
 * with every return, so each picker refetches.
 */
export function useSeasonGrowers(wanted: ListedGrowers | undefined): MasterData<GrowerEntity> {
  const { location, season } = usePlace()
  return listOf(
    useQuery({
      queryKey: queryKeys.stock({ growers: wanted, season: season.id, location }),
      queryFn: ({ signal }) =>
        performOrThrow(
          prepareCall(
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
      retry: retryTransient,
    }),
  )
}
