// Reads and changes the printer setup of a location, an extension of the specification. Users who print
// there read it; administrators change it.
import type { Problem } from '#core/wire/problem.ts'
import { refuse } from '#core/wire/refusals.ts'
import { processedMessage } from '#core/wire/reply-messages.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import type {
  DefaultPrinter,
  DefaultPrinterBody,
  PrinterBody,
  PrinterSetup,
} from '#features/printing/common/printer-setup.ts'
import { mayWorkAt, type Person } from '#server/domain/people.ts'
import { invalidField, problemFor } from '#server/domain/refusals.ts'
import { mayChangePrinters, mayPrint, type PrintServersPort, storePrintServer } from './print-servers.ts'

export interface PrinterSetupPort {
  /** The setups of a location's print servers. */
  readonly printers: (location: string) => Promise<readonly PrinterSetup[]>
  /** The setup of one print server; null if there is none. */
  readonly find: (id: string) => Promise<PrinterSetup | null>
  /** Stores the setup of the print server with its ID. */
  readonly write: (setup: PrinterSetup) => Promise<void>
  /** The proposals of a location, ordered by work. */
  readonly proposals: (location: string) => Promise<readonly DefaultPrinter[]>
  /** Replaces the proposal for the same work. */
  readonly propose: (proposal: DefaultPrinterBody, by: string) => Promise<void>
  /**
   * Locks the proposal for a work and returns it with its author, until the transaction ends; null if there
   * is none.
   */
  readonly lockProposal: (
    location: string,
    work: string,
  ) => Promise<(Omit<DefaultPrinter, 'Work'> & { readonly by: string }) | null>
}

/** Returns the setup of a location's printers and its proposals. */
export async function readPrinterSetup(
  setup: PrinterSetupPort,
  person: Person,
  location: string,
): Promise<Result<{ Printers: PrinterSetup[]; Proposals: DefaultPrinter[] }, Problem>> {
  const allowed = mayPrint(person)
  if (!allowed.ok) return allowed
  const atLocation = mayWorkAt(person, location)
  if (!atLocation.ok) return atLocation
  return succeed({
    Printers: [...(await setup.printers(location))],
    Proposals: [...(await setup.proposals(location))],
  })
}

/**
 * Adds or changes a print server together with its additional fields; call it in a transaction. `named`:
 * allowed hosts, as for print servers.
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
  return succeed({ Message: processedMessage('Print server') })
}

const NO_PROPOSAL: Omit<DefaultPrinter, 'Work'> = {
  PrintServer: '',
  Template: '',
  OnShip: false,
  OnReceive: false,
}
const PROPOSAL_FIELDS = ['PrintServer', 'Template', 'OnShip', 'OnReceive'] as const

/** Stores the proposed printer for a work at a location. Fails for a printer of another location. */
export async function proposePrinter(
  printServers: PrintServersPort,
  setup: PrinterSetupPort,
  person: Person,
  body: DefaultPrinterBody,
): Promise<Result<{ Message: string }, Problem>> {
  const allowed = mayChangePrinters(person)
  if (!allowed.ok) return allowed
  const atLocation = mayWorkAt(person, body.Location)
  if (!atLocation.ok) return atLocation
  if (body.PrintServer !== '') {
    const found = await printServers.find(body.PrintServer)
    if (found?.PrinterLocation !== body.Location) {
      return fail(invalidField('body.PrintServer', 'a print server of the location'))
    }
  }
  if (body.Seen) {
    const now = (await setup.lockProposal(body.Location, body.Work)) ?? { ...NO_PROPOSAL, by: '' }
    const differs = (other: typeof NO_PROPOSAL) =>
      PROPOSAL_FIELDS.some((field) => other[field] !== now[field])
    // Two users who choose the same values do not conflict.
    if (differs(body.Seen) && differs(body)) return fail(problemFor(refuse('recordChanged', { by: now.by })))
  }
  await setup.propose(body, person.username)
  return succeed({ Message: processedMessage('Proposed printer') })
}
