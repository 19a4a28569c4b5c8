// What this server knows of the printers of the location beyond the specification; with another server
// nothing, and nothing is asked.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useCallback } from 'react'
import type { ApiProblem } from '#app/api/problem.ts'
import { performOrThrow, problemOfError, retryTransient } from '#app/api/use-ask.ts'
import { configAtom } from '#app/state/config.ts'
import { usePlace } from '#app/state/place.ts'
import {
  askPrinters,
  type PrinterSetup,
  type PrintProposal,
  type PrintWorkName,
} from '#core/wire/printer-setup.ts'

export interface PrinterSetups {
  /** This server has them. */
  readonly offered: boolean
  /** Read, or nothing to wait for. */
  readonly ready: boolean
  /** Read since the screen was opened, not before. */
  readonly fresh: boolean
  readonly problem: ApiProblem | null
  readonly reload: () => void
  /** Of a print server by its ID; undefined: nothing is known. */
  readonly of: (id: string | null) => PrinterSetup | undefined
  readonly proposalFor: (work: PrintWorkName) => PrintProposal | undefined
}

const keyOf = (location: string) => ['printersetup', location]

// How to ask for what is known of the printers of a location.
function printerSetupQuery(location: string) {
  return {
    queryKey: keyOf(location),
    queryFn: ({ signal }: { readonly signal?: AbortSignal }) =>
      performOrThrow(
        askPrinters('printers.setup', { query: { inventorylocation: location } }, (answer) => answer),
        signal,
      ),
    staleTime: 0,
    retry: retryTransient,
  }
}

/** What is known of the printers of the location; nothing until it is loaded, and where it fails. */
export function usePrinterSetups(): PrinterSetups {
  const { location } = usePlace()
  const offered = useAtomValue(configAtom)?.extensions.includes('printers') ?? false
  const query = useQuery({ ...printerSetupQuery(location), enabled: offered })
  const { data } = query
  return {
    offered,
    ready: !offered || data !== undefined || query.isError,
    fresh: !offered || query.isFetchedAfterMount,
    problem: query.isError ? problemOfError(query.error) : null,
    reload: () => void query.refetch(),
    of: (id) => data?.Printers.find(({ ID }) => ID === id),
    proposalFor: (work) => data?.Proposals.find(({ Work }) => Work === work),
  }
}

/** Returns a function that reloads them after a change. */
export function useReloadPrinterSetups(): () => Promise<void> {
  const queries = useQueryClient()
  const { location } = usePlace()
  return useCallback(() => queries.invalidateQueries({ queryKey: keyOf(location) }), [queries, location])
}
