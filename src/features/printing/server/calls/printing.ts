import type { CallReply } from '#core/wire/call.ts'
import type { PrintFormat } from '#core/wire/constants.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { makeProblem, type Problem } from '#core/wire/problem.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import type { PrintCalls } from '#features/printing/common/print-calls.ts'
import { makeCommandSheet } from '#features/printing/server/documents/command-sheet.ts'
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
import { checkTextsFit, findTemplate, printLabels } from './label-choice.ts'
import { findLabels } from './label-facts.ts'
import { adaptToPrinter, testTemplate } from './label-printer.ts'
import { printContextOf, reportNames } from './paper-context.ts'
import type { PrintingParts } from './parts.ts'
import { readReportSource } from './report-sources.ts'
import { usableTemplates } from './usable-templates.ts'

const companyOf = ({ company }: { readonly company?: string | undefined }) =>
  company === undefined ? {} : { company }

/** Handles print servers, reports, labels and the command sheet (part 1 sections 2 and 7). */
export function printHandlers<Transaction>(parts: PrintingParts<Transaction>) {
  const { ports, portsIn, paper } = parts
  const print = async (
    job: Job,
    format: PrintFormat,
  ): Promise<Result<CallReply<PrintCalls['printreport']>, Problem>> => {
    const printed = await paper.printing.print(job)
    if (printed.ok)
      return succeed({ FileData: Buffer.from(printed.value).toString('base64'), Format: format })
    const why = printed.error === 'too_busy' ? 'Too much is being printed.' : 'Printing took too long.'
    return fail(
      makeProblem(printed.error === 'too_busy' ? 'server_busy' : 'unavailable', `${why} Try again shortly.`),
    )
  }
  /** Checks only for an access key: for output without stock or documents. */
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
      withPerson(parts, ports, user, async (person) => {
        const found = await readPrintServer(ports.printServers, person, params.id)
        if (!found.ok) return found
        const { PrintFormat, PrinterLocation } = found.value
        const place = await printContextOf(ports.references, person, PrinterLocation)
        const setup = await ports.printerSetup.find(params.id)
        const { all } = await usableTemplates(paper.templates, ports.labelTemplates, PrinterLocation)
        const stock = testTemplate(all, PrintFormat, setup?.Stock ?? '')
        if (stock) {
          const facts = testLabel(found.value, place.name, place.imprint.printed)
          const labels = [{ facts, count: labelsOfPage(stock) }]
          return print(
            { kind: 'labels', ...adaptToPrinter(stock, setup), labels, format: PrintFormat },
            PrintFormat,
          )
        }
        const report = testReport(found.value, place.name)
        return print({ kind: 'report', report, imprint: place.imprint }, 'PDF')
      }),
    printreport: ({ query, user }) =>
      withPerson(parts, ports, user, async (person) => {
        const source = await readReportSource(ports, person, query.reportname, query.refnbr)
        if (!source.ok) return source
        const { references } = ports
        const place = await printContextOf(
          references,
          person,
          query.identifier,
          source.value.location,
          query.pagesize,
        )
        const names = await reportNames(references, place.timeZone)
        const imprint = { ...place.imprint, copies: query.copies, ...companyOf(paper) }
        return print({ kind: 'report', report: source.value.report(names), imprint }, 'PDF')
      }),
    'trace.report': ({ params, query, user }) =>
      withPerson(parts, ports, user, async (person) => {
        const page = { offset: 0, limit: MAX_STEPS }
        const trace = await parts.readTrace(person, params.barcode, page)
        if (!trace.ok) return trace
        const home = [...person.locations][0] ?? ''
        const place = await printContextOf(ports.references, person, query.identifier, home, query.pagesize)
        const names = await reportNames(ports.references, place.timeZone)
        const imprint = { ...place.imprint, copies: query.copies, ...companyOf(paper) }
        return print({ kind: 'report', report: traceReport(trace.value, names), imprint }, 'PDF')
      }),
    labeltemplates: ({ query, user }) =>
      asPrintUser(user, async () => {
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
      }),
    printlabels: ({ query, user }) =>
      withPerson(parts, ports, user, async (person) => {
        const usable = await usableTemplates(paper.templates, ports.labelTemplates, query.inventorylocation)
        const { printserver = '' } = query
        const printer = await readPrintServer(ports.printServers, person, printserver)
        const setup = printer.ok ? await ports.printerSetup.find(printserver) : null
        const dpi = query.dpi ?? setup?.Dpi ?? undefined
        const chosen = findTemplate(usable, { ...query, dpi })
        if (!chosen.ok) return chosen
        const requested = query.barcodeid.map(({ barcode, labels }) => ({
          barcode,
          count: labels ?? query.labels,
        }))
        const total = requested.reduce((sum, { count }) => sum + count, 0)
        if (total > LIMITS.labels)
          return fail(invalidField('query.labels', `at most ${LIMITS.labels} in all`))
        const labels = await findLabels(ports, person, requested, {
          location: query.inventorylocation,
          seasonId: query.trimseasonid,
          passport: isPassport(chosen.value.template),
        })
        if (!labels.ok) return labels
        const { format } = query
        return printLabels(chosen.value, usable.known, async (template) => {
          const fits = checkTextsFit(template, labels.value, usable.all, format)
          if (!fits.ok) return fits
          const drawn = adaptToPrinter(template, setup, query.dpi)
          return print({ kind: 'labels', ...drawn, labels: labels.value, format }, format)
        })
      }),
    commandsheet: ({ query, user }) =>
      asPrintUser(user, async (person) => {
        const { references } = ports
        const sheet = makeCommandSheet(paper.registry, {
          dump: await references.reasonCodes('DUMP'),
          inventory: await references.reasonCodes('INVENTORY'),
        })
        const home = query.inventorylocation ?? [...person.locations][0] ?? ''
        const { imprint } = await printContextOf(
          references,
          person,
          query.inventorylocation,
          home,
          query.pagesize,
        )
        return print({ kind: 'commandSheet', sheet, imprint: { ...imprint, copies: query.copies } }, 'PDF')
      }),
  } satisfies Handlers<Transaction>
}
