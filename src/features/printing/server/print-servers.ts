// The print servers of a location: users with any access key there list them, administrators change them
// (part 1 sections 2 and 7).

import type { PrintServer } from '#core/wire/print-server.ts'
import { makeProblem, type Problem } from '#core/wire/problem.ts'
import { refuse } from '#core/wire/refusals.ts'
import { processedMessage } from '#core/wire/reply-messages.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { SECURITY_KEYS } from '#core/wire/security-keys.ts'
import type { PrintServerBody } from '#features/printing/common/printing.ts'
import { mayWorkAt, type Person } from '#server/domain/people.ts'
import { notFound, problemFor } from '#server/domain/refusals.ts'
import { isAllowedHost, type PrintHost } from './print-hosts.ts'

/** A print server as it is written. */
export interface PrintServerFields {
  /** A location's code. */
  readonly location: string
  readonly host: string
  readonly port: number
  readonly printer: string
  readonly format: PrintServerBody['PrintFormat']
  readonly by: string
}

export interface PrintServersPort {
  /**
   * Print servers at these locations, by location and printer; `host` and `place` (location or printer)
   * filter.
   */
  readonly list: (filter: {
    readonly locations: readonly string[]
    readonly host?: string | undefined
    readonly place?: string | undefined
  }) => Promise<readonly PrintServer[]>
  readonly find: (id: string) => Promise<PrintServer | null>
  /** Finds a print server and locks it until the transaction ends. */
  readonly lock: (id: string) => Promise<PrintServer | null>
  /** Returns its id; null if the location already has the printer. */
  readonly insert: (fields: PrintServerFields) => Promise<string | null>
  readonly update: (id: string, fields: PrintServerFields) => Promise<boolean>
  readonly remove: (id: string) => Promise<void>
  /** The hosts of all print servers, with their ports. */
  readonly hosts: () => Promise<readonly PrintHost[]>
}

/** May this user print? Any access key is enough (part 1 section 2). */
export function mayPrint(person: Person): Result<true, Problem> {
  return SECURITY_KEYS.some((key) => person.keys.has(key))
    ? succeed(true)
    : fail(problemFor(refuse('keyMissing', { key: SECURITY_KEYS.join(' / ') })))
}

/**
 * May this user change print servers? Administrators only, because pages send printed content to these
 * hosts.
 */
export function mayChangePrinters(person: Person): Result<true, Problem> {
  if (person.readOnly) return fail(problemFor(refuse('readOnlyAccess')))
  const allowed = mayPrint(person)
  if (!allowed.ok) return allowed
  return person.isAdmin
    ? succeed(true)
    : fail(makeProblem('group_missing', 'Only admins may change print servers.'))
}

/** Lists the print servers of the user's locations, filtered by host and place. */
export async function listPrintServers(
  printServers: PrintServersPort,
  person: Person,
  filter: { readonly host?: string | undefined; readonly place?: string | undefined },
): Promise<Result<{ Records: PrintServer[]; TotalRowCount: number }, Problem>> {
  const allowed = mayPrint(person)
  if (!allowed.ok) return allowed
  const records = await printServers.list({ locations: [...person.locations], ...filter })
  return succeed({ Records: [...records], TotalRowCount: records.length })
}

/** Returns a print server if it is at one of the user's locations. */
export async function readPrintServer(
  printServers: PrintServersPort,
  person: Person,
  id: string,
): Promise<Result<PrintServer, Problem>> {
  const allowed = mayPrint(person)
  if (!allowed.ok) return allowed
  const found = await printServers.find(id)
  return found && person.locations.has(found.PrinterLocation)
    ? succeed(found)
    : fail(notFound('print server'))
}

// Locks a print server for a change; fails if another user changed it after this user read it.
async function lockSeen(
  printServers: PrintServersPort,
  person: Person,
  id: string,
  seen: string | null | undefined,
): Promise<Result<PrintServer, Problem>> {
  const found = await printServers.lock(id)
  if (!found || !person.locations.has(found.PrinterLocation)) return fail(notFound('print server'))
  const isStale = Boolean(seen) && seen !== found.LastChangedDateTime
  return isStale ? fail(problemFor(refuse('recordChanged', { by: found.LastChangedBy }))) : succeed(found)
}

/**
 * Adds a print server, or changes the one with the ID. Without PrinterLocation, PrintLocation holds the
 * location. `named`: hosts that the site allows beyond its own network.
 */
export async function savePrintServer(
  printServers: PrintServersPort,
  person: Person,
  body: PrintServerBody,
  named: readonly string[],
): Promise<Result<{ Message: string }, Problem>> {
  const stored = await storePrintServer(printServers, person, body, named)
  return stored.ok ? succeed({ Message: processedMessage('Print server') }) : stored
}

/** Like `savePrintServer`, but returns the ID. */
export async function storePrintServer(
  printServers: PrintServersPort,
  person: Person,
  body: PrintServerBody,
  named: readonly string[],
): Promise<Result<string, Problem>> {
  const allowed = mayChangePrinters(person)
  if (!allowed.ok) return allowed
  const location = body.PrinterLocation || body.PrintLocation
  const atLocation = mayWorkAt(person, location)
  if (!atLocation.ok) return atLocation
  if (!isAllowedHost(body.PrintServer, named)) {
    return fail(problemFor(refuse('printHostForeign', { host: body.PrintServer })))
  }
  const fields: PrintServerFields = {
    location,
    host: body.PrintServer,
    port: Number(body.Port),
    printer: body.PrintLocation,
    format: body.PrintFormat,
    by: person.username,
  }
  if (body.ID !== null) {
    const found = await lockSeen(printServers, person, body.ID, body.LastChangedDateTime)
    if (!found.ok) return found
  }
  const saved =
    body.ID === null
      ? await printServers.insert(fields)
      : (await printServers.update(body.ID, fields)) && body.ID
  return saved
    ? succeed(saved)
    : fail(
        makeProblem(
          'state_conflict',
          `${location} has the printer ${body.PrintLocation} at this print server already.`,
        ),
      )
}

/**
 * Removes a print server. `seen`: the LastChangedDateTime that the user read; undefined or '' skips the
 * check.
 */
export async function removePrintServer(
  printServers: PrintServersPort,
  person: Person,
  id: string,
  seen: string | undefined,
): Promise<Result<{ Message: string }, Problem>> {
  const allowed = mayChangePrinters(person)
  if (!allowed.ok) return allowed
  const found = await lockSeen(printServers, person, id, seen)
  if (!found.ok) return found
  await printServers.remove(id)
  return succeed({ Message: processedMessage('Print server') })
}
