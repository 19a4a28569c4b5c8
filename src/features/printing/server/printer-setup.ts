// What is known of the printers of a location beyond the specification. Whoever prints there sees it,
// administrators change it.
import type { PrinterBody, PrinterSetup, PrintProposal, ProposalBody } from '#core/wire/printer-setup.ts'
import type { Problem } from '#core/wire/problem.ts'
import { refuse } from '#core/wire/refusals.ts'
import { processed } from '#core/wire/reply-messages.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { mayWorkAt, type Person } from '#server/domain/people.ts'
import { invalidField, problemFor } from '#server/domain/refusals.ts'
import { mayChangePrinters, mayPrint, type PrintServersPort, storePrintServer } from './print-servers.ts'

export interface PrinterSetupPort {
  /** Of the print servers of a location. */
  readonly printers: (location: string) => Promise<readonly PrinterSetup[]>
  /** Of one print server; null: there is none. */
  readonly find: (id: string) => Promise<PrinterSetup | null>
  /** Writes it for the print server with its ID. */
  readonly write: (setup: PrinterSetup) => Promise<void>
  /** In the order of their works' names. */
  readonly proposals: (location: string) => Promise<readonly PrintProposal[]>
  /** Replaces the one for the same work. */
  readonly propose: (proposal: ProposalBody, by: string) => Promise<void>
  /**
   * The one for a work and who made it, which nobody else changes before the transaction ends; null: there is
   * none.
   */
  readonly lockProposal: (
    location: string,
    work: string,
  ) => Promise<(Omit<PrintProposal, 'Work'> & { readonly by: string }) | null>
}

/** What is known of the printers of a location. */
export async function readPrinterSetup(
  setup: PrinterSetupPort,
  person: Person,
  location: string,
): Promise<Result<{ Printers: PrinterSetup[]; Proposals: PrintProposal[] }, Problem>> {
  const allowed = mayPrint(person)
  if (!allowed.ok) return allowed
  const there = mayWorkAt(person, location)
  if (!there.ok) return there
  return succeed({
    Printers: [...(await setup.printers(location))],
    Proposals: [...(await setup.proposals(location))],
  })
}

/**
 * Adds a print server or changes one, with its own fields, both or neither: call it in a transaction. `named`
 * as for print servers.
 */
export async function savePrinter(
  printServers: PrintServersPort,
  setup: PrinterSetupPort,
  person: Person,
  body: PrinterBody,
  named: readonly string[],
): Promise<Result<{ Message: string }, Problem>> {
  const stored = await storePrintServer(printServers, person, body, named)
  if (!stored.ok) return stored
  const { Dpi, Rotation, Stock } = body
  await setup.write({ ID: stored.value, Dpi, Rotation, Stock })
  return succeed({ Message: processed('Print server') })
}

const NONE: Omit<PrintProposal, 'Work'> = { PrintServer: '', Template: '', OnShip: false, OnReceive: false }
const PROPOSED = ['PrintServer', 'Template', 'OnShip', 'OnReceive'] as const

/** Proposes a printer of a location for a work there. Fails for one of another location. */
export async function proposePrinter(
  printServers: PrintServersPort,
  setup: PrinterSetupPort,
  person: Person,
  body: ProposalBody,
): Promise<Result<{ Message: string }, Problem>> {
  const allowed = mayChangePrinters(person)
  if (!allowed.ok) return allowed
  const there = mayWorkAt(person, body.Location)
  if (!there.ok) return there
  if (body.PrintServer !== '') {
    const found = await printServers.find(body.PrintServer)
    if (found?.PrinterLocation !== body.Location) {
      return fail(invalidField('body.PrintServer', 'a print server of the location'))
    }
  }
  if (body.Seen) {
    const now = (await setup.lockProposal(body.Location, body.Work)) ?? { ...NONE, by: '' }
    const differs = (other: typeof NONE) => PROPOSED.some((field) => other[field] !== now[field])
    // Two people who choose the same are of one mind.
    if (differs(body.Seen) && differs(body)) return fail(problemFor(refuse('recordChanged', { by: now.by })))
  }
  await setup.propose(body, person.username)
  return succeed({ Message: processed('Proposed printer') })
}
