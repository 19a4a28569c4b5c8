// Master data that was still missing when the person chose 'Proceed to Website' (part 1 section 2).
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { copyRightsToSession } from '#app/api/rights.ts'
import { initializedAtom } from '#app/state/master-data.ts'
import { placeAtom } from '#app/state/place.ts'
import type { CommandOutcome } from '#core/commands/command.ts'
import {
  type Component,
  loadMasterData,
  missingComponents,
  type Owner,
} from '#features/setup/client/load-master-data.ts'
import { say } from '#text/say.ts'

interface MissingMasterData {
  /** The missing parts as text; '' if none. */
  readonly missingNames: string
  /** Loads only the missing parts. */
  readonly load: () => Promise<CommandOutcome>
}

const dataChangeTypes = { added: true, removed: true, updated: true } as const

const componentNames = (names: readonly Component[]): string =>
  names.map((name) => say(`component.${name}`)).join(', ')

/** Returns the missing master data; updates when any of it is loaded. */
export function useMissingMasterData(): MissingMasterData {
  const queryClient = useQueryClient()
  const userName = useAtomValue(initializedAtom)?.userName
  const commodity = useAtomValue(placeAtom)?.season.commodity
  const owner = useMemo(
    () => (userName === undefined ? null : { userName, commodity }),
    [userName, commodity],
  )
  const words = useSyncExternalStore(
    useCallback(
      (onChange) =>
        // Ignore observer events: they do not change data and fire often at startup.
        queryClient.getQueryCache().subscribe(({ type }) => void (type in dataChangeTypes && onChange())),
      [queryClient],
    ),
    () => (owner ? componentNames(missingComponents(queryClient, owner)) : ''),
  )
  return useMemo(
    () => ({
      missingNames: words,
      load: () => (owner ? loadMissing(queryClient, owner) : Promise.resolve(loaded(''))),
    }),
    [words, queryClient, owner],
  )
}

const loaded = (what: string): CommandOutcome => ({ tone: 'ok', code: 'masterDataLoaded', facts: { what } })

const loadMissing = async (queryClient: QueryClient, owner: Owner): Promise<CommandOutcome> => {
  const names = missingComponents(queryClient, owner)
  await loadMasterData(queryClient, owner, () => undefined, names)
  copyRightsToSession(queryClient, owner.userName)
  const stillMissing = componentNames(missingComponents(queryClient, owner))
  return stillMissing === ''
    ? loaded(componentNames(names))
    : { tone: 'error', code: 'masterDataStillMissing', facts: { what: stillMissing } }
}
