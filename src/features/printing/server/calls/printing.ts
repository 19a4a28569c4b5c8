import type { CallReply, CallRequest } from '#core/wire/call.ts'
import type { PrintFormat } from '#core/wire/constants.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { makeProblem, type Problem } from '#core/wire/problem.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import type { PrintCalls } from '#features/printing/common/print-calls.ts'
import { makeCommandSheet } from '#features/printing/server/documents/command-sheet.ts'
import type { Report } from '#features/printing/server/documents/report.ts'
import type { ReportNames } from '#features/printing/server/documents/report-names.ts'
import { testLabel, testReport } from '#features/printing/server/documents/test-print.ts'
import { MAX_STEPS, traceReport } from '#features/printing/server/documents/trace.ts'
import type { Job } from '#features/printing/server/job.ts'
import { isPassport, labelsOfPage } from '#features/printing/server/labels/label-template.ts'
import {
  listPrintServers,
  mayPrint,
  readPrintServer,
  removePrintServer,
  savePrintServer,
} from '#features/printing/server/print-servers.ts'
import type { Person } from '#server/domain/people.ts'
import { invalidField } from '#server/domain/refusals.ts'
import { withPerson } from '#server/http/handlers/context.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { adaptToPrinter, checkTextsFit, findTemplate, printLabels, testTemplate } from './label-choice.ts'
import { findLabels } from './label-facts.ts'
import { printContextOf, reportNames } from './paper-context.ts'
import type { PrintingParts } from './parts.ts'
import { readReportSource } from './report-sources.ts'
import { usableTemplates } from './usable-templates.ts'

// The parts for work without a transaction.
type PrintParts = Pick<PrintingParts<never>, 'ports' | 'paper' | 'readTrace'>

type Query<Name extends keyof PrintCalls> =
  CallRequest<PrintCalls[Name]> extends { query: infer Parsed } ? Parsed : never
type Printed = Promise<Result<CallReply<PrintCalls['printreport']>, Problem>>

/** Handles print servers, reports, labels and the command sheet (part 1 sections 2 and 7). */
export function printHandlers<Transaction>(parts: PrintingParts<Transaction>) {
  const { ports, portsIn } = parts
  // Checks only for an access key: for output without stock or documents.
  const asPrintUser = <Value>(
    user: Parameters<typeof withPerson>[2],
    work: (person: Person) => Promise<Result<Value, Problem>>,
  ) =>
    withPerson(parts, ports, user, async (person) => {
      const allowed = mayPrint(person)
      return allowed.ok ? work(person) : allowed
    })

  return {
    'printservers.list': ({ query, user }) =>
      withPerson(parts, ports, user, (person) =>
        listPrintServers(ports.printServers, person, { host: query.printserver, place: query.printlocation }),
      ),
    'printservers.save': ({ body, user }, transaction) => {
      const inside = portsIn(transaction)
      return withPerson(parts, inside, user, (person) =>
        savePrintServer(inside.printServers, person, body, parts.printHosts),
      )
    },
    'printservers.delete': ({ params, query, user }, transaction) => {
      const inside = portsIn(transaction)
      return withPerson(parts, inside, user, (person) =>
        removePrintServer(inside.printServers, person, params.id, query.changed),
      )
    },
    'printservers.test': ({ params, user }) =>
      withPerson(parts, ports, user, (person) => printTestPage(parts, person, params.id)),
    printreport: ({ query, user }) =>
      withPerson(parts, ports, user, (person) => printDocument(parts, person, query)),
    'trace.report': ({ params, query, user }) =>
      withPerson(parts, ports, user, (person) => printTrace(parts, person, params.barcode, query)),
    labeltemplates: ({ query, user }) => asPrintUser(user, () => listTemplates(parts, query)),
    printlabels: ({ query, user }) =>
      withPerson(parts, ports, user, (person) => printLabelsOf(parts, person, query)),
    commandsheet: ({ query, user }) => asPrintUser(user, (person) => printCommandSheet(parts, person, query)),
  } satisfies Handlers<Transaction>
}

async function print({ paper }: PrintParts, job: Job, format: PrintFormat): Printed {
  const printed = await paper.printing.print(job)
  if (printed.ok) return succeed({ FileData: Buffer.from(printed.value).toString('base64'), Format: format })
  const why = printed.error === 'too_busy' ? 'Too much is being printed.' : 'Printing took too long.'
  return fail(
    makeProblem(printed.error === 'too_busy' ? 'server_busy' : 'unavailable', `${why} Try again shortly.`),
  )
}

async function printTestPage(parts: PrintParts, person: Person, id: string): Printed {
  const { ports, paper } = parts
  const found = await readPrintServer(ports.printServers, person, id)
  if (!found.ok) return found
  const { PrintFormat, PrinterLocation } = found.value
  const place = await printContextOf(ports.references, person, PrinterLocation)
  const setup = await ports.printerSetup.find(id)
  const { all } = await usableTemplates(paper.templates, ports.labelTemplates, PrinterLocation)
  const stock = testTemplate(all, PrintFormat, setup?.Stock ?? '')
  if (!stock) {
    const report = testReport(found.value, place.name)
    return print(parts, { kind: 'report', report, imprint: place.imprint }, 'PDF')
  }
  const facts = testLabel(found.value, place.name, place.imprint.printed)
  const labels = [{ facts, count: labelsOfPage(stock) }]
  const drawn = adaptToPrinter(stock, setup)
  return print(parts, { kind: 'labels', ...drawn, labels, format: PrintFormat }, PrintFormat)
}

async function printDocument(parts: PrintParts, person: Person, query: Query<'printreport'>): Printed {
  const source = await readReportSource(parts.ports, person, query.reportname, query.refnbr)
  return source.ok ? printReport(parts, person, query, source.value.location, source.value.report) : source
}

async function printTrace(
  parts: PrintParts,
  person: Person,
  barcode: string,
  query: Query<'trace.report'>,
): Printed {
  const trace = await parts.readTrace(person, barcode, { offset: 0, limit: MAX_STEPS })
  if (!trace.ok) return trace
  const home = [...person.locations][0] ?? ''
  return printReport(parts, person, query, home, (names) => traceReport(trace.value, names))
}

// Prints a report at the requested location, else at `home`.
async function printReport(
  parts: PrintParts,
  person: Person,
  { identifier, pagesize, copies }: Pick<Query<'printreport'>, 'identifier' | 'pagesize' | 'copies'>,
  home: string,
  report: (names: ReportNames) => Report,
): Printed {
  const { references } = parts.ports
  const place = await printContextOf(references, person, identifier, home, pagesize)
  const names = await reportNames(references, place.timeZone)
  const { company } = parts.paper
  const imprint = { ...place.imprint, copies, ...(company !== undefined && { company }) }
  return print(parts, { kind: 'report', report: report(names), imprint }, 'PDF')
}

async function listTemplates({ ports, paper }: PrintParts, query: Query<'labeltemplates'>) {
  const { all } = await usableTemplates(paper.templates, ports.labelTemplates, query.inventorylocation)
  return succeed({
    Result: all.map((template) => ({
      Id: template.id,
      Name: template.name,
      Width: template.label.width,
      Height: template.label.height,
      PerPage: labelsOfPage(template),
      Passport: isPassport(template),
    })),
  })
}

async function printLabelsOf(parts: PrintParts, person: Person, query: Query<'printlabels'>) {
  const { ports, paper } = parts
  const { printserver = '', format } = query
  const usable = await usableTemplates(paper.templates, ports.labelTemplates, query.inventorylocation)
  const printer = await readPrintServer(ports.printServers, person, printserver)
  const setup = printer.ok ? await ports.printerSetup.find(printserver) : null
  const chosen = findTemplate(usable, { ...query, dpi: query.dpi ?? setup?.Dpi ?? undefined })
  if (!chosen.ok) return chosen
  const wanted = query.barcodeid.map(({ barcode, labels }) => ({ barcode, count: labels ?? query.labels }))
  const total = wanted.reduce((sum, { count }) => sum + count, 0)
  if (total > LIMITS.labels) return fail(invalidField('query.labels', `at most ${LIMITS.labels} in all`))
  const labels = await findLabels(ports, person, wanted, {
    location: query.inventorylocation,
    seasonId: query.trimseasonid,
    passport: isPassport(chosen.value.template),
  })
  if (!labels.ok) return labels
  return printLabels(chosen.value, usable.known, async (template) => {
    const fits = checkTextsFit(template, labels.value, usable.all, format)
    if (!fits.ok) return fits
    const drawn = adaptToPrinter(template, setup, query.dpi)
    return print(parts, { kind: 'labels', ...drawn, labels: labels.value, format }, format)
  })
}

async function printCommandSheet(parts: PrintParts, person: Person, query: Query<'commandsheet'>): Printed {
  const { references } = parts.ports
  const { inventorylocation, pagesize, copies } = query
  const sheet = makeCommandSheet(parts.paper.registry, {
    dump: await references.reasonCodes('DUMP'),
    inventory: await references.reasonCodes('INVENTORY'),
  })
  const home = inventorylocation ?? [...person.locations][0] ?? ''
  const { imprint } = await printContextOf(references, person, inventorylocation, home, pagesize)
  return print(parts, { kind: 'commandSheet', sheet, imprint: { ...imprint, copies } }, 'PDF')
}
