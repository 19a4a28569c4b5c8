import type { QueryClient } from '@tanstack/react-query'
import { masterQuery, type Source, sources } from '#app/api/master-data.ts'
import { type ApiProblem, isTransient } from '#app/api/problem.ts'
import { readNewest } from '#app/api/query-client.ts'
import { alwaysStale } from '#app/api/stale-time.ts'
import { problemOfError } from '#app/api/use-ask.ts'
import type { Commodity } from '#core/wire/constants.ts'

/** The components of master data, in display order; each has a text in the catalogue. */
export const COMPONENTS = [
  'userroles',
  'userdcs',
  'warehouse',
  'trimseasons',
  'trimtype',
  'grower',
  'nursery',
  'reasoncode.DUMP',
  'reasoncode.INVENTORY',
  'variety',
] as const
export type Component = (typeof COMPONENTS)[number]

/** The state of one component. */
export type ComponentState =
  | { readonly type: 'loading' }
  | { readonly type: 'loaded'; readonly count: number }
  | { readonly type: 'failed'; readonly problem: ApiProblem }

export type Progress = Readonly<Partial<Record<Component, ComponentState>>>

/** Counts all, loaded, finished and failed components. */
export function countProgress(progress: Progress) {
  const states = Object.values(progress)
  return {
    all: states.length,
    loaded: states.filter(({ type }) => type === 'loaded').length,
    ended: states.filter(({ type }) => type !== 'loading').length,
    failed: states.filter(({ type }) => type === 'failed').length,
  }
}

/** The user and season of the master data. */
export interface Owner {
  readonly userName: string
  /** The commodity of the chosen season; undefined before the first choice. */
  readonly commodity: Commodity | undefined
}

// Returns the master data of a user with its sources. Varieties are included once a season is chosen.
const componentsOf = ({
  userName,
  commodity,
}: Owner): Readonly<Partial<Record<Component, Source<unknown>>>> => ({
  userroles: sources.permissions(userName),
  userdcs: sources.userLocations(userName),
  warehouse: sources.locations(),
  trimseasons: sources.seasons(),
  trimtype: sources.trimTypes(),
  grower: sources.growers(),
  nursery: sources.nurseries(),
  'reasoncode.DUMP': sources.reasonCodes('DUMP'),
  'reasoncode.INVENTORY': sources.reasonCodes('INVENTORY'),
  ...(commodity && { variety: sources.varieties(commodity) }),
})

/** Returns the components that are not cached. */
export function missingComponents(queryClient: QueryClient, owner: Owner): readonly Component[] {
  const from = componentsOf(owner)
  return COMPONENTS.filter((name) => {
    const source = from[name]
    return source !== undefined && queryClient.getQueryData(source.key) === undefined
  })
}

/**
 * True if everything is cached and loading failed only because the server is unreachable; then work can
 * continue.
 */
export function canWorkFromCache(queryClient: QueryClient, owner: Owner, progress: Progress): boolean {
  return (
    missingComponents(queryClient, owner).length === 0 &&
    Object.values(progress).every((state) => state.type !== 'failed' || isTransient(state.problem))
  )
}

/**
 * Loads everything, or `only` some components, in parallel; `tell` is called on every change. Failures are
 * independent, and cached data stays.
 */
export async function loadMasterData(
  queryClient: QueryClient,
  owner: Owner,
  tell: (progress: Progress) => void,
  only: readonly Component[] = COMPONENTS,
): Promise<Progress> {
  const from = componentsOf(owner)
  const names = only.filter((name) => from[name] !== undefined)
  let progress: Progress = Object.fromEntries(names.map((name) => [name, { type: 'loading' }]))
  const set = (name: Component, state: ComponentState) => {
    progress = { ...progress, [name]: state }
    tell(progress)
  }
  tell(progress)
  await Promise.all(
    names.map(async (name) => {
      const source = from[name]
      if (!source) return
      try {
        const query = { ...masterQuery(source), staleTime: alwaysStale }
        // Cached data needs no retry.
        const isCached = queryClient.getQueryData(source.key) !== undefined
        const queryOrOnce = isCached ? { ...query, retry: false } : query
        const items = await readNewest(() => queryClient.fetchQuery(queryOrOnce))
        set(name, { type: 'loaded', count: items.length })
      } catch (error) {
        set(name, { type: 'failed', problem: problemOfError(error) })
      }
    }),
  )
  return progress
}
