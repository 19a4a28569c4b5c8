// The location's print servers, and this workstation's printer.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { printServersQuery, sources } from '#app/api/master-data.ts'
import type { ApiProblem } from '#app/api/problem.ts'
import { problemOfError } from '#app/api/use-ask.ts'
import { usePlace } from '#app/state/place.ts'
import { keepPrinterUsed, printerUsed } from '#app/state/printing.ts'
import type { Session } from '#app/state/session.ts'
import type { Option } from '#app/ui/option.ts'
import type { PrintFormat } from '#core/wire/constants.ts'
import type { PrintServer } from '#core/wire/print-server.ts'
import { firstRefusal, refuse, type Verdict } from '#core/wire/refusals.ts'
import { say } from '#text/say.ts'

// Instead of a printer's id: a PDF in a new tab.
const NEW_TAB = 'new-tab'

export interface PrintServers {
  readonly items: readonly PrintServer[]
  readonly state: 'loading' | 'ready' | 'failed'
  /** Read since the screen was opened, not before. */
  readonly fresh: boolean
  readonly problem: ApiProblem | null
  readonly reload: () => void
}

const none: readonly PrintServer[] = []

/** The print servers of the location. A server without the call has none, which is no error. */
export function usePrintServers(): PrintServers {
  const { location } = usePlace()
  const query = useQuery(printServersQuery(location))
  const problem = query.isError ? problemOfError(query.error) : null
  const missing = problem?.status === 404
  return {
    items: query.data?.filter(isAt(location)) ?? none,
    state: query.data || missing ? 'ready' : problem ? 'failed' : 'loading',
    fresh: query.isFetchedAfterMount,
    problem: missing ? null : problem,
    reload: () => void query.refetch(),
  }
}

/**
 * Is a print server at this place? Another server gives those of all places, and has the place in either
 * field.
 */
export function isAt(location: string) {
  return ({ PrinterLocation, PrintLocation }: PrintServer): boolean =>
    PrinterLocation === '' || PrinterLocation === location || PrintLocation === location
}

/** Returns a function that reloads them after a change. */
export function useReloadPrintServers(): () => Promise<void> {
  const queries = useQueryClient()
  const { location } = usePlace()
  return useCallback(
    () => queries.invalidateQueries({ queryKey: sources.printServers(location).key }),
    [queries, location],
  )
}

/** May this person add and remove print servers? Administrators may. */
export function mayChangePrinters({ actor, admin }: Pick<Session, 'actor' | 'admin'>): Verdict {
  return firstRefusal(actor.readOnly ? refuse('readOnlyAccess') : true, admin ? true : refuse('notAdmin'))
}

/** Those with one of these formats. */
export function serversFor(servers: readonly PrintServer[], formats: readonly PrintFormat[]) {
  return servers.filter(({ ID, PrintFormat }) => ID !== null && formats.includes(PrintFormat))
}

/**
 * The default printer: the one that this workstation remembers, else the one proposed at the location, else
 * the first, else a new tab.
 */
export function proposedPrinter(
  servers: readonly PrintServer[],
  location: string,
  what: string,
  proposed = '',
): string {
  const used = printerUsed(location, what)
  const isThere = (id: string | undefined) => servers.some(({ ID }) => ID === id)
  if (used !== undefined && (used === NEW_TAB || isThere(used))) return used
  return (isThere(proposed) ? proposed : servers[0]?.ID) ?? NEW_TAB
}

/**
 * Remembers the printer. One that was not `chosen` is not remembered where it was `proposed`: it follows the
 * proposal. Nor is a new tab: without a printer there was no choice, and the first printer added becomes the
 * default.
 */
export function keepPrinter(
  location: string,
  what: string,
  printer: string,
  { chosen, proposed = '' }: { readonly chosen: boolean; readonly proposed?: string | undefined },
): void {
  if (chosen || (printer !== NEW_TAB && printer !== proposed)) keepPrinterUsed(location, what, printer)
}

/** As options; printers with the same name show their host. */
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
