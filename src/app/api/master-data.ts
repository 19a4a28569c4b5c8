// Master data: loaded at initialisation, cached for 60 minutes, stored on the workstation (part 1 sections 4
// and 9).
import { type FetchQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { placeAtom } from '#app/state/place.ts'
import type { Commodity, ReasonType } from '#core/wire/constants.ts'
import { DURATIONS } from '#core/wire/limits.ts'
import type {
  GrowerEntity,
  Location,
  NurseryEntity,
  ReasonCode,
  TrimSeason,
  TrimType,
  UserLocation,
  UserPermission,
  Variety,
} from '#core/wire/master-data.ts'
import { masterDataCalls } from '#core/wire/master-data-calls.ts'
import { createCallPreparer, type PreparedCall } from '#core/wire/prepared-call.ts'
import { type PrintServer, printServerCalls } from '#core/wire/print-server.ts'
import type { ApiProblem } from './problem.ts'
import { queryKeys } from './query-keys.ts'
import { alwaysStale, freshFor } from './stale-time.ts'
import { performOrThrow, problemOfError, retryTransient } from './use-ask.ts'

// The calls that are needed before work begins; the other calls are loaded with their screens.
const ask = createCallPreparer({ ...masterDataCalls, ...printServerCalls })

/** A list of master data: its cache key and its ask. */
export interface Source<Item> {
  readonly key: readonly string[]
  readonly ask: PreparedCall<readonly Item[]>
}

const source = <Item>(key: readonly string[], what: PreparedCall<readonly Item[]>): Source<Item> => ({
  key,
  ask: what,
})

/** All lists of master data. */
export const sources = {
  permissions: (userName: string): Source<UserPermission> =>
    source(
      queryKeys.master('userroles', userName),
      ask('userroles', { query: { username: userName } }, (answer) => answer.Result),
    ),
  userLocations: (userName: string): Source<UserLocation> =>
    source(
      queryKeys.master('userdcs', userName),
      ask('userdcs', { query: { username: userName } }, (answer) => answer.Result),
    ),
  locations: (): Source<Location> =>
    source(
      queryKeys.master('warehouse'),
      ask('warehouse', { query: { isactive: true } }, (answer) => answer.Data),
    ),
  seasons: (): Source<TrimSeason> =>
    source(
      queryKeys.master('trimseasons'),
      ask('trimseasons', {}, (answer) => answer.Result),
    ),
  trimTypes: (): Source<TrimType> =>
    source(
      queryKeys.master('trimtype'),
      ask('trimtype', {}, (answer) => answer.Result),
    ),
  growers: (): Source<GrowerEntity> =>
    source(
      queryKeys.master('grower'),
      ask('grower', { query: {} }, (answer) => answer.Result),
    ),
  nurseries: (): Source<NurseryEntity> =>
    source(
      queryKeys.master('nursery'),
      ask('nursery', {}, (answer) => answer.Result),
    ),
  varieties: (commodity: Commodity): Source<Variety> =>
    source(
      queryKeys.master('variety', commodity),
      ask('variety', { query: { berrytype: commodity } }, (answer) => answer.Data),
    ),
  reasonCodes: (type: ReasonType): Source<ReasonCode> =>
    source(
      queryKeys.master('reasoncode', type),
      ask('reasoncode', { query: { reasontype: type } }, (answer) => answer.Result),
    ),
  printServers: (location: string): Source<PrintServer> =>
    source(
      queryKeys.master('printservers', location),
      ask('printservers.list', { query: { printlocation: location } }, (answer) => answer.Records),
    ),
} as const

/** A source as a TanStack query: fresh for 60 minutes, cached for a day. */
export function masterQuery<Item>(from: Source<Item>): FetchQueryOptions<readonly Item[]> {
  return {
    queryKey: from.key,
    queryFn: ({ signal }) => performOrThrow(from.ask, signal),
    staleTime: freshFor(DURATIONS.masterDataCache),
    gcTime: 24 * 60 * 60_000,
    retry: retryTransient,
  }
}

/**
 * Print servers change during the day: they are refetched at every use, and the cached ones are shown
 * meanwhile.
 */
export function printServersQuery(location: string): FetchQueryOptions<readonly PrintServer[]> {
  return {
    ...masterQuery(sources.printServers(location)),
    staleTime: alwaysStale,
  }
}

/** A list of master data for screens; `items` is empty until loaded. */
export interface MasterData<Item> {
  readonly items: readonly Item[]
  readonly state: 'loading' | 'ready' | 'failed'
  readonly problem?: ApiProblem
  /** Refetches, or waits for a running fetch: returns the items, null on failure. */
  readonly reload: () => Promise<readonly Item[] | null>
}

const none: readonly never[] = []

const useMaster = <Item>(from: Source<Item>, enabled = true): MasterData<Item> =>
  listOf(useQuery({ ...masterQuery(from), enabled }))

/** Converts a query's result to master data. */
export function listOf<Item>(query: UseQueryResult<readonly Item[], unknown>): MasterData<Item> {
  return {
    items: query.data ?? none,
    state: query.data ? 'ready' : query.isError ? 'failed' : 'loading',
    ...(query.isError && !query.data && { problem: problemOfError(query.error) }),
    reload: async () => {
      const { data, isError } = await query.refetch({ cancelRefetch: false })
      return isError ? null : (data ?? null)
    },
  }
}

export function useLocations(): MasterData<Location> {
  return useMaster(sources.locations())
}
export function useSeasons(): MasterData<TrimSeason> {
  return useMaster(sources.seasons())
}
export function useTrimTypes(): MasterData<TrimType> {
  return useMaster(sources.trimTypes())
}
export function useGrowers(): MasterData<GrowerEntity> {
  return useMaster(sources.growers())
}
export function useNurseries(): MasterData<NurseryEntity> {
  return useMaster(sources.nurseries())
}

/** The varieties of a commodity; default: the season's. */
export function useVarieties(commodity?: Commodity): MasterData<Variety> {
  const place = useAtomValue(placeAtom)
  const wanted = commodity ?? place?.season.commodity
  return useMaster(sources.varieties(wanted ?? 'BLACK'), wanted !== undefined)
}

/** The reason codes for corrections or dumps. */
export function useReasonCodes(type: ReasonType): MasterData<ReasonCode> {
  return useMaster(sources.reasonCodes(type))
}
