// The location's print servers, and this workstation's printer.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { printServersQuery, sources } from '#client/api/master-data.ts'
import type { ApiProblem } from '#client/api/problem.ts'
import { problemOfError } from '#client/api/use-ask.ts'
import { usePlace } from '#client/state/place.ts'
import { keepPrinterUsed, printerUsed } from '#client/state/printing.ts'
import type { Session } from '#client/state/session.ts'
import type { Option } from '#client/ui/select-field.tsx'
import type { PrintFormat } from '#contract/constants.ts'
import type { PrintServer } from '#contract/printing.ts'
import { firstRefusal, refuse, type Verdict } from '#contract/refusals.ts'
import { say } from '#text/say.ts'

// Instead of a printer's id: a PDF in a new tab.
const NEW_TAB = 'new-tab'

export interface PrintServers {
  readonly items: readonly PrintServer[]
  readonly state: 'loading' | 'ready' | 'failed'
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
    items: query.data ?? none,
    state: query.data || missing ? 'ready' : problem ? 'failed' : 'loading',
    problem: missing ? null : problem,
    reload: () => void query.refetch(),
  }
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

/** The default printer: the one last used for this, else the first, else a new tab. */
export function proposedPrinter(servers: readonly PrintServer[], location: string, what: string): string {
  const used = printerUsed(location, what)
  const known = used === NEW_TAB || servers.some(({ ID }) => ID === used)
  return (known ? used : undefined) ?? servers[0]?.ID ?? NEW_TAB
}

/**
 * Remembers the printer. A new tab counts only if it was `chosen`: without a printer there was no choice, and
 * the first printer added becomes the default.
 */
export function keepPrinter(location: string, what: string, printer: string, chosen: boolean): void {
  if (chosen || printer !== NEW_TAB) keepPrinterUsed(location, what, printer)
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
