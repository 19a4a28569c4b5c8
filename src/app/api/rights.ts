// Copies a person's rights from the cached answers of `userroles` and `userdcs` into the session.
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Initialized, initializedAtom } from '#app/state/master-data.ts'
import { permissionsAtom, rightsReadAtAtom, userLocationsAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import type { UserLocation, UserPermission } from '#core/wire/master-data.ts'
import { masterQuery, sources } from './master-data.ts'

/** Copies the cached rights into the session. */
export function copyRightsToSession(queryClient: QueryClient, userName: string): void {
  const permissions = queryClient.getQueryData<readonly UserPermission[]>(sources.permissions(userName).key)
  const locations = queryClient.getQueryData<readonly UserLocation[]>(sources.userLocations(userName).key)
  store.set(permissionsAtom, permissions ?? null)
  store.set(userLocationsAtom, locations ?? null)
  const times = [sources.permissions(userName), sources.userLocations(userName)].map(
    ({ key }) => queryClient.getQueryState(key)?.dataUpdatedAt ?? 0,
  )
  store.set(rightsReadAtAtom, Math.max(...times))
}

/** When the required master data was loaded, from the cache; null if some is missing. */
export function initializedFromCache(queryClient: QueryClient, userName: string): Initialized | null {
  const needed = [
    sources.permissions(userName),
    sources.userLocations(userName),
    sources.locations(),
    sources.seasons(),
    sources.growers(),
    sources.nurseries(),
    sources.trimTypes(),
  ]
  const times = needed.map(({ key }) => queryClient.getQueryState(key)?.dataUpdatedAt ?? 0)
  const oldest = Math.min(...times)
  return oldest > 0 ? { at: oldest, userName } : null
}

/** Keeps the session's rights equal to the last read (`live/refresh-rights.ts`). */
export function useFreshRights(userName: string): void {
  const permissions = useQuery(masterQuery(sources.permissions(userName)))
  const locations = useQuery(masterQuery(sources.userLocations(userName)))
  useEffect(() => {
    if (permissions.data) store.set(permissionsAtom, permissions.data)
  }, [permissions.data])
  useEffect(() => {
    if (locations.data) store.set(userLocationsAtom, locations.data)
  }, [locations.data])
  const readAt = Math.max(permissions.dataUpdatedAt, locations.dataUpdatedAt)
  useEffect(() => store.set(rightsReadAtAtom, readAt), [readAt])
}

/** Marks initialisation as done for a person, even if something could not be loaded. */
export function markInitialized(at: number, userName: string): void {
  return store.set(initializedAtom, { at, userName })
}
