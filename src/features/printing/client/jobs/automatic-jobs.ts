// Determines the automatic jobs after a document's end. Job ids come from document and moment, so a
// repeated end event prints once.
import { perform } from '#app/api/client.ts'
import { sources } from '#app/api/master-data.ts'
import type { ApiProblem } from '#app/api/problem.ts'
import { printsAutomatically } from '#app/state/automatic-printing.ts'
import type { Place } from '#app/state/place.ts'
import { lastPrinter, type PrintRequest } from '#app/state/printing.ts'
import type { PrintServer } from '#core/wire/print-server.ts'
import { type Result, succeed } from '#core/wire/result.ts'
import { preparePrintCall } from '#features/printing/common/print-calls.ts'
import {
  AUTOMATIC_PRINT_JOBS,
  type AutomaticPrintStep,
  type DefaultPrinter,
  type PrinterSetup,
  type PrintJobName,
  preparePrinterCall,
} from '#features/printing/common/printer-setup.ts'
import type { LabelTemplateEntry } from '#features/printing/common/printing.ts'
import { defaultPrinter, isAtLocation, serversFor } from '../print-servers.ts'
import type { PrintWork } from './work.ts'

const AUTOMATIC_ID_PREFIX = 'ended.'

type Ended = Extract<PrintRequest, { kind: 'ended' }>

// A job that follows an end. `server` is null if there is no printer for it.
interface AutomaticJob {
  readonly id: string
  readonly work: PrintWork
  readonly server: PrintServer | null
}

/** Does a proposal print automatically at this moment? */
export function isProposedAt(proposal: DefaultPrinter | undefined, moment: AutomaticPrintStep): boolean {
  return (moment === 'ship' ? proposal?.OnShip : proposal?.OnReceive) ?? false
}

/** Was the job started by the end of a document? */
export function isAutomatic({ id }: { readonly id: string }): boolean {
  return id.startsWith(AUTOMATIC_ID_PREFIX)
}

// Returns the works that print automatically after this end at this workstation.
function worksToPrint(
  { moment, report, items }: Ended,
  { location }: Place,
  proposals: readonly DefaultPrinter[],
): readonly PrintJobName[] {
  return AUTOMATIC_PRINT_JOBS.filter(
    ({ work, moment: when }) =>
      when === moment &&
      (work === report || (work === 'Labels' && items.length > 0)) &&
      (printsAutomatically(location, work, moment) ??
        isProposedAt(
          proposals.find(({ Work }) => Work === work),
          moment,
        )),
  ).map(({ work }) => work)
}

// Labels per message on a roll: few enough to lose.
const ROLL_LABELS_PER_MESSAGE = 10

// Creates the job of a work. Printer order: remembered here, proposed, first that supports the work.
function jobOfWork(
  name: PrintJobName,
  { moment, report, number, items }: Ended,
  { location, season }: Place,
  known: {
    readonly servers: readonly PrintServer[]
    readonly printers: readonly PrinterSetup[]
    readonly proposals: readonly DefaultPrinter[]
    /** The first is the default. */
    readonly templates: readonly LabelTemplateEntry[]
  },
): AutomaticJob {
  const isLabels = name === 'Labels'
  const proposal = known.proposals.find(({ Work }) => Work === name)
  const usable = serversFor(known.servers, isLabels ? ['PDF', 'ZPL'] : ['PDF'])
  const what = isLabels ? 'labels' : name
  const printer = defaultPrinter(usable, location, what, proposal?.PrintServer)
  // A new tab needs a user action, so an automatic print takes a printer if there is one.
  const server =
    usable.find(({ ID }) => ID === printer) ??
    usable.find(({ ID }) => ID === proposal?.PrintServer) ??
    usable[0] ??
    null
  const preferredIds = [
    lastPrinter(location, 'labels.template'),
    proposal?.Template,
    known.printers.find(({ ID }) => ID === server?.ID)?.Stock,
  ]
  // Label printers have rolls. Passports are printed on request only.
  const printableTemplates = known.templates.filter(
    ({ PerPage, Passport }) => !Passport && (server?.PrintFormat !== 'ZPL' || PerPage === 1),
  )
  const template =
    preferredIds.flatMap((id) => printableTemplates.find(({ Id }) => Id === id) ?? [])[0] ??
    printableTemplates[0]
  return {
    id: `${AUTOMATIC_ID_PREFIX}${location}.${moment}.${name}.${number}`,
    server,
    work: isLabels
      ? {
          kind: 'labels',
          items: [...items],
          of: `${report} ${number}`,
          template: template?.Id ?? '',
          perPart: template && template.PerPage > 1 ? template.PerPage : ROLL_LABELS_PER_MESSAGE,
          location,
          season: season.id,
        }
      : { kind: 'report', report, number, location, copies: 1 },
  }
}

/**
 * Returns the automatic jobs after an end. Loads the proposals, and the print servers only if there is
 * work.
 */
export async function automaticJobsAfter(
  ended: Ended,
  place: Place,
): Promise<Result<readonly AutomaticJob[], ApiProblem>> {
  const { location } = place
  const query = { query: { inventorylocation: location } }
  const setup = await perform(preparePrinterCall('printers.setup', query, (answer) => answer))
  if (!setup.ok) return setup
  const { Printers: printers, Proposals: proposals } = setup.value
  const works = worksToPrint(ended, place, proposals)
  if (works.length === 0) return succeed([])
  const servers = await perform(sources.printServers(location).ask)
  if (!servers.ok) return servers
  const templates = works.includes('Labels')
    ? await perform(preparePrintCall('labeltemplates', query, ({ Result: all }) => all))
    : succeed([])
  if (!templates.ok) return templates
  const localServers = servers.value.filter(isAtLocation(location))
  const known = { servers: localServers, printers, proposals, templates: templates.value }
  return succeed(works.map((name) => jobOfWork(name, ended, place, known)))
}
