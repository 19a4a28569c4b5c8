// What prints by itself after the end of a document, on which printer, and as which job: the job's name is
// that of the document and the moment, so that an end that is told twice prints once.
import { perform } from '#app/api/client.ts'
import { sources } from '#app/api/master-data.ts'
import type { ApiProblem } from '#app/api/problem.ts'
import type { Place } from '#app/state/place.ts'
import { type PrintRequest, printerUsed } from '#app/state/printing.ts'
import { printsByItself } from '#app/state/prints-by-itself.ts'
import { ask } from '#core/wire/ask.ts'
import type { PrintServer } from '#core/wire/print-server.ts'
import {
  askPrinters,
  BY_ITSELF,
  type PrinterSetup,
  type PrintMoment,
  type PrintProposal,
  type PrintWorkName,
} from '#core/wire/printer-setup.ts'
import type { LabelTemplateEntry } from '#core/wire/printing.ts'
import { type Result, succeed } from '#core/wire/result.ts'
import { isAt, proposedPrinter, serversFor } from '../print-servers.ts'
import type { PrintWork } from './work.ts'

const AUTOMATIC = 'ended.'

type Ended = Extract<PrintRequest, { kind: 'ended' }>

/** One job of an end. `server` null: there is no printer for it. */
export interface EndedWork {
  readonly id: string
  readonly work: PrintWork
  readonly server: PrintServer | null
}

/** Does a proposal say that it prints by itself then? */
export function isProposedAt(proposal: PrintProposal | undefined, moment: PrintMoment): boolean {
  return (moment === 'ship' ? proposal?.OnShip : proposal?.OnReceive) ?? false
}

/** Was the job started by the end of a document, and by nobody's key? */
export function isAutomatic({ id }: { readonly id: string }): boolean {
  return id.startsWith(AUTOMATIC)
}

// The works that may print after an end, and do so at this workstation.
function worksWanted(
  { moment, report, items }: Ended,
  { location }: Place,
  proposals: readonly PrintProposal[],
): readonly PrintWorkName[] {
  return BY_ITSELF.filter(
    ({ work, moment: when }) =>
      when === moment &&
      (work === report || (work === 'Labels' && items.length > 0)) &&
      (printsByItself(location, work, moment) ??
        isProposedAt(
          proposals.find(({ Work }) => Work === work),
          moment,
        )),
  ).map(({ work }) => work)
}

// Labels a message: few enough to lose.
const OF_A_ROLL = 10

// A wanted work as a job: on the printer that this workstation remembers, else the proposed one, else the
// first that can.
function jobOfWork(
  name: PrintWorkName,
  { moment, report, number, items }: Ended,
  { location, season }: Place,
  known: {
    readonly servers: readonly PrintServer[]
    readonly printers: readonly PrinterSetup[]
    readonly proposals: readonly PrintProposal[]
    /** The first is the default. */
    readonly templates: readonly LabelTemplateEntry[]
  },
): EndedWork {
  const isLabels = name === 'Labels'
  const proposal = known.proposals.find(({ Work }) => Work === name)
  const usable = serversFor(known.servers, isLabels ? ['PDF', 'ZPL'] : ['PDF'])
  const what = isLabels ? 'labels' : name
  const printer = proposedPrinter(usable, location, what, proposal?.PrintServer)
  // A new tab needs a person's key: what prints by itself takes a printer, if there is one.
  const server =
    usable.find(({ ID }) => ID === printer) ??
    usable.find(({ ID }) => ID === proposal?.PrintServer) ??
    usable[0] ??
    null
  const wishes = [
    printerUsed(location, 'labels.template'),
    proposal?.Template,
    known.printers.find(({ ID }) => ID === server?.ID)?.Stock,
  ]
  // Label printers have rolls. A passport is printed by whoever asks for it.
  const fitting = known.templates.filter(
    ({ PerPage, Passport }) => !Passport && (server?.PrintFormat !== 'ZPL' || PerPage === 1),
  )
  const template = wishes.flatMap((id) => fitting.find(({ Id }) => Id === id) ?? [])[0] ?? fitting[0]
  return {
    id: `${AUTOMATIC}${location}.${moment}.${name}.${number}`,
    server,
    work: isLabels
      ? {
          kind: 'labels',
          items: [...items],
          of: `${report} ${number}`,
          template: template?.Id ?? '',
          perPart: template && template.PerPage > 1 ? template.PerPage : OF_A_ROLL,
          location,
          season: season.id,
        }
      : { kind: 'report', report, number, location, copies: 1 },
  }
}

/**
 * What prints by itself after an end: asks the server what is proposed, and for its printers only if
 * something is wanted.
 */
export async function jobsAfter(
  ended: Ended,
  place: Place,
): Promise<Result<readonly EndedWork[], ApiProblem>> {
  const { location } = place
  const query = { query: { inventorylocation: location } }
  const setup = await perform(askPrinters('printers.setup', query, (answer) => answer))
  if (!setup.ok) return setup
  const { Printers: printers, Proposals: proposals } = setup.value
  const wanted = worksWanted(ended, place, proposals)
  if (wanted.length === 0) return succeed([])
  const servers = await perform(sources.printServers(location).ask)
  if (!servers.ok) return servers
  const templates = wanted.includes('Labels')
    ? await perform(ask('labeltemplates', query, ({ Result: all }) => all))
    : succeed([])
  if (!templates.ok) return templates
  const here = servers.value.filter(isAt(location))
  const known = { servers: here, printers, proposals, templates: templates.value }
  return succeed(wanted.map((name) => jobOfWork(name, ended, place, known)))
}
