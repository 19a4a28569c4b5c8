// Loads the printer setup of the location, an extension of the specification. Other servers have none and
// are not queried.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useCallback } from 'react'
import type { ApiProblem } from '#app/api/problem.ts'
import { performOrThrow, problemOfError, retryTransient } from '#app/api/use-ask.ts'
import { configAtom } from '#app/state/config.ts'
import { usePlace } from '#app/state/place.ts'
import {
  type DefaultPrinter,
  type PrinterSetup,
  type PrintJobName,
  preparePrinterCall,
} from '#features/printing/common/printer-setup.ts'

interface PrinterSetups {
  /** The server has the printer extension. */
  readonly offered: boolean
  /** Loaded or failed, or not offered. */
  readonly ready: boolean
  /** True if the data was loaded after the screen opened. */
  readonly fresh: boolean
  readonly problem: ApiProblem | null
  readonly reload: () => void
  /** Returns the setup of a print server by its ID; undefined if there is none. */
  readonly of: (id: string | null) => PrinterSetup | undefined
  readonly proposalFor: (work: PrintJobName) => DefaultPrinter | undefined
}

const keyOf = (location: string) => ['printersetup', location]

// The query for the printer setup of a location.
function printerSetupQuery(location: string) {
  return {
    queryKey: keyOf(location),
    queryFn: ({ signal }: { readonly signal?: AbortSignal }) =>
      performOrThrow(
        preparePrinterCall('printers.setup', { query: { inventorylocation: location } }, (answer) => answer),
        signal,
      ),
    retry: retryTransient,
  }
}

/** Returns the printer setup of the location; empty while it loads and after a failure. */
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

/** Returns a function that reloads the setup after a change. */
export function useReloadPrinterSetups(): () => Promise<void> {
  const queries = useQueryClient()
  const { location } = usePlace()
  return useCallback(() => queries.invalidateQueries({ queryKey: keyOf(location) }), [queries, location])
}
