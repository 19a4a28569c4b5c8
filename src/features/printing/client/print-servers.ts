// The location's print servers, and this workstation's printer.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { printServersQuery, sources } from '#app/api/master-data.ts'
import type { ApiProblem } from '#app/api/problem.ts'
import { problemOfError } from '#app/api/use-ask.ts'
import { usePlace } from '#app/state/place.ts'
import { lastPrinter, storeLastPrinter } from '#app/state/printing.ts'
import type { Session } from '#app/state/session.ts'
import type { Option } from '#app/ui/option.ts'
import type { PrintFormat } from '#core/wire/constants.ts'
import type { PrintServer } from '#core/wire/print-server.ts'
import { firstRefusal, refuse, type Verdict } from '#core/wire/refusals.ts'
import { say } from '#text/say.ts'

// Used instead of a printer id: opens the PDF in a new tab.
const NEW_TAB = 'new-tab'

export interface PrintServers {
  readonly items: readonly PrintServer[]
  readonly state: 'loading' | 'ready' | 'failed'
  /** True if the list was loaded after the screen opened. */
  readonly fresh: boolean
  readonly problem: ApiProblem | null
  readonly reload: () => void
}

const none: readonly PrintServer[] = []

/** Returns the print servers of the location. A server without the call has none, which is no error. */
export function usePrintServers(): PrintServers {
  const { location } = usePlace()
  const query = useQuery(printServersQuery(location))
  const problem = query.isError ? problemOfError(query.error) : null
  const missing = problem?.status === 404
  return {
    items: query.data?.filter(isAtLocation(location)) ?? none,
    state: query.data || missing ? 'ready' : problem ? 'failed' : 'loading',
    fresh: query.isFetchedAfterMount,
    problem: missing ? null : problem,
    reload: () => void query.refetch(),
  }
}

/**
 * Is a print server at this location? Other servers return the print servers of all locations, with the
 * location in either field.
 */
export function isAtLocation(location: string) {
  return ({ PrinterLocation, PrintLocation }: PrintServer): boolean =>
    PrinterLocation === '' || PrinterLocation === location || PrintLocation === location
}

/** Returns a function that reloads the print servers after a change. */
export function useReloadPrintServers(): () => Promise<void> {
  const queries = useQueryClient()
  const { location } = usePlace()
  return useCallback(
    () => queries.invalidateQueries({ queryKey: sources.printServers(location).key }),
    [queries, location],
  )
}

/** May this user add and remove print servers? Only administrators may. */
export function mayChangePrinters({ actor, admin }: Pick<Session, 'actor' | 'admin'>): Verdict {
  return firstRefusal(actor.readOnly ? refuse('readOnlyAccess') : true, admin ? true : refuse('notAdmin'))
}

/** Returns the stored print servers with one of these formats. */
export function serversFor(servers: readonly PrintServer[], formats: readonly PrintFormat[]) {
  return servers.filter(({ ID, PrintFormat }) => ID !== null && formats.includes(PrintFormat))
}

/**
 * Returns the default printer: the one remembered here, else the proposed one, else the first, else a new
 * tab.
 */
export function defaultPrinter(
  servers: readonly PrintServer[],
  location: string,
  what: string,
  proposed = '',
): string {
  const used = lastPrinter(location, what)
  const isListed = (id: string | undefined) => servers.some(({ ID }) => ID === id)
  if (used !== undefined && (used === NEW_TAB || isListed(used))) return used
  return (isListed(proposed) ? proposed : servers[0]?.ID) ?? NEW_TAB
}

/**
 * Remembers the printer. The proposed one is not stored unless `chosen`, so it follows the proposal. A new
 * tab is not stored unless `chosen`, so a printer added later becomes the default.
 */
export function rememberPrinter(
  location: string,
  what: string,
  printer: string,
  { chosen, proposed = '' }: { readonly chosen: boolean; readonly proposed?: string | undefined },
): void {
  if (chosen || (printer !== NEW_TAB && printer !== proposed)) storeLastPrinter(location, what, printer)
}

/** Returns the printers as options; printers with the same name show their host. */
export function printerOptions(servers: readonly PrintServer[]): readonly Option[] {
  return [
    ...servers.map(({ ID, PrintLocation, PrintServer: host }) => ({
      value: ID ?? '',
      label: servers.some((other) => other.ID !== ID && other.PrintLocation === PrintLocation)
        ? `${PrintLocation} (${host})`
        : PrintLocation,
    })),
    { value: NEW_TAB, label: say('print.newTabChoice') },
  ]
}
