// Reads the seasons of the site.
import type { Place } from '#app/state/place.ts'
import { COMMODITIES } from '#core/wire/constants.ts'
import { masterQuery, sources } from './master-data.ts'
import { queryClient, readNewest } from './query-client.ts'

/** In the order of Setup, from the cache if possible; empty if they cannot be read. */
export async function readSeasons(): Promise<readonly Place['season'][]> {
  const reading = readNewest(() => queryClient.ensureQueryData(masterQuery(sources.seasons())))
  const seasons = await reading.catch(() => [])
  return seasons.flatMap(({ Id: id, TrimSeason: name, Commodity }) => {
    const commodity = COMMODITIES.find((each) => each === Commodity)
    return commodity ? [{ id, name, commodity }] : []
  })
}
