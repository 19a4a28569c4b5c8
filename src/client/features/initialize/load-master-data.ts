import type { QueryClient } from '@tanstack/react-query'
import { masterQuery, type Source, sources } from '#client/api/master-data.ts'
import { type ApiProblem, isPassing } from '#client/api/problem.ts'
import { problemOfError } from '#client/api/use-ask.ts'
import type { Commodity } from '#contract/constants.ts'

/** The components of master data, in the order that the screen lists them; each has words in the catalogue. */
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

/** How one component stands. */
export type ComponentState =
  | { readonly type: 'loading' }
  | { readonly type: 'loaded'; readonly count: number }
  | { readonly type: 'failed'; readonly problem: ApiProblem }

export type Progress = Readonly<Partial<Record<Component, ComponentState>>>

/** How many of a load's components have come to an end, and how many of them failed. */
export function countProgress(progress: Progress) {
  const states = Object.values(progress)
  return {
    all: states.length,
    loaded: states.filter(({ type }) => type === 'loaded').length,
    ended: states.filter(({ type }) => type !== 'loading').length,
    failed: states.filter(({ type }) => type === 'failed').length,
  }
}

/** Whose master data it is. */
export interface Owner {
  readonly userName: string
  /** The chosen season's; undefined before one has been chosen. */
  readonly commodity: Commodity | undefined
}

// What a person's work needs, and where each part comes from. The varieties come along once a season has been chosen.
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

/** What could not be loaded and is not there from before either. */
export function missingComponents(queryClient: QueryClient, owner: Owner): readonly Component[] {
  const from = componentsOf(owner)
  return COMPONENTS.filter((name) => {
    const source = from[name]
    return source !== undefined && queryClient.getQueryData(source.key) === undefined
  })
}

/** Is everything there from before, and what could not be loaded anew only out of reach? Then work goes on with it. */
export function isKeptWhole(queryClient: QueryClient, owner: Owner, progress: Progress): boolean {
  return (
    missingComponents(queryClient, owner).length === 0 &&
    Object.values(progress).every((state) => state.type !== 'failed' || isPassing(state.problem))
  )
}

/**
 * Loads everything anew, or `only` some of it, side by side; `tell` hears of every change. A component that fails takes none of the
 * others with it, and what was cached of it before stays.
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
        const query = { ...masterQuery(source), staleTime: 0 }
        // What is there from before can do without a second try.
        const isThere = queryClient.getQueryData(source.key) !== undefined
        const items = await queryClient.fetchQuery(isThere ? { ...query, retry: false } : query)
        set(name, { type: 'loaded', count: items.length })
      } catch (error) {
        set(name, { type: 'failed', problem: problemOfError(error) })
      }
    }),
  )
  return progress
}
