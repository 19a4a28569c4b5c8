import type { QueryClient } from '@tanstack/react-query'
import { masterQuery, sources } from '#client/api/master-data.ts'
import type { ApiProblem } from '#client/api/problem.ts'
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
export const countProgress = (progress: Progress) => {
  const states = Object.values(progress)
  return {
    all: states.length,
    loaded: states.filter(({ type }) => type === 'loaded').length,
    ended: states.filter(({ type }) => type !== 'loading').length,
    failed: states.filter(({ type }) => type === 'failed').length,
  }
}

/**
 * Loads everything anew, side by side; `tell` hears of every change. A component that fails takes none of the others with it,
 * and what was cached of it before stays. The varieties come along once a season has been chosen.
 */
export const loadMasterData = async (
  queryClient: QueryClient,
  who: { readonly userName: string; readonly commodity: Commodity | undefined },
  tell: (progress: Progress) => void,
): Promise<Progress> => {
  const count = async (load: Promise<readonly unknown[]>) => (await load).length
  const fetch = <Item>(from: Parameters<typeof masterQuery<Item>>[0]) =>
    count(queryClient.fetchQuery({ ...masterQuery(from), staleTime: 0 }))
  const loads: Partial<Record<Component, () => Promise<number>>> = {
    userroles: () => fetch(sources.permissions(who.userName)),
    userdcs: () => fetch(sources.userLocations(who.userName)),
    warehouse: () => fetch(sources.locations()),
    trimseasons: () => fetch(sources.seasons()),
    trimtype: () => fetch(sources.trimTypes()),
    grower: () => fetch(sources.growers()),
    nursery: () => fetch(sources.nurseries()),
    'reasoncode.DUMP': () => fetch(sources.reasonCodes('DUMP')),
    'reasoncode.INVENTORY': () => fetch(sources.reasonCodes('INVENTORY')),
  }
  const { commodity } = who
  if (commodity) loads.variety = () => fetch(sources.varieties(commodity))

  let progress: Progress = Object.fromEntries(Object.keys(loads).map((name) => [name, { type: 'loading' }]))
  const set = (name: Component, state: ComponentState) => {
    progress = { ...progress, [name]: state }
    tell(progress)
  }
  tell(progress)
  await Promise.all(
    COMPONENTS.map(async (name) => {
      const load = loads[name]
      if (!load) return
      try {
        set(name, { type: 'loaded', count: await load() })
      } catch (error) {
        set(name, { type: 'failed', problem: problemOfError(error) })
      }
    }),
  )
  return progress
}
