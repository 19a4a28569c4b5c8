import type { CallReply } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import type { PrintFormat } from '#contract/constants.ts'
import { makeProblem, type Problem } from '#contract/problem.ts'
import { fail, type Result, succeed } from '#contract/result.ts'
import type { Person } from '#server/domain/people.ts'
import {
  listPrintServers,
  mayPrint,
  readPrintServer,
  removePrintServer,
  savePrintServer,
} from '#server/domain/print-servers.ts'
import { makeCommandSheet } from '#server/reports/documents/command-sheet.ts'
import { testLabel, testReport } from '#server/reports/documents/test-print.ts'
import type { Job } from '#server/reports/job.ts'
import { labelsOfPage } from '#server/reports/labels/label-template.ts'
import type { Handlers } from '../handlers.ts'
import { asPerson, type HandlerParts } from './context.ts'
import { findLabelFacts, findTemplate } from './label-facts.ts'
import { placeOf, reportNames } from './paper-context.ts'
import { readReportSource } from './report-sources.ts'

/** Print servers, reports, labels and the command sheet (part 1 sections 2 and 7). */
export function printingHandlers<Transaction>(parts: HandlerParts<Transaction>) {
  const { ports, portsIn, paper } = parts
  const print = async (
    job: Job,
    format: PrintFormat,
  ): Promise<Result<CallReply<Calls['printreport']>, Problem>> => {
    const printed = await paper.printing.print(job)
    if (printed.ok)
      return succeed({ FileData: Buffer.from(printed.value).toString('base64'), Format: format })
    const why = printed.error === 'too_busy' ? 'Too much is being printed.' : 'Printing took too long.'
    return fail(
      makeProblem(printed.error === 'too_busy' ? 'server_busy' : 'unavailable', `${why} Try again shortly.`),
    )
  }
  /** Anyone with a key may print what shows no stock and no documents. */
  const asPrinter = <Value>(
    user: Parameters<typeof asPerson>[2],
    work: (person: Person) => Promise<Result<Value, Problem>>,
  ) =>
    asPerson(parts, ports, user, async (person) => {
      const allowed = mayPrint(person)
      return allowed.ok ? work(person) : allowed
    })

  return {
    'printservers.list': ({ query, user }) =>
      asPerson(parts, ports, user, (person) =>
        listPrintServers(ports.printServers, person, { host: query.printserver, place: query.printlocation }),
      ),
    'printservers.save': ({ body, user }, transaction) => {
      const inside = portsIn(transaction)
      return asPerson(parts, inside, user, (person) =>
        savePrintServer(inside.printServers, person, body, parts.printHosts),
      )
    },
    'printservers.delete': ({ params, user }, transaction) => {
      const inside = portsIn(transaction)
      return asPerson(parts, inside, user, (person) =>
        removePrintServer(inside.printServers, person, params.id),
      )
    },
    'printservers.test': ({ params, user }) =>
      asPerson(parts, ports, user, async (person) => {
        const found = await readPrintServer(ports.printServers, person, params.id)
        if (!found.ok) return found
        const place = await placeOf(ports.references, person, found.value.PrinterLocation)
        const roll = paper.templates.find((template) => labelsOfPage(template) === 1)
        if (found.value.PrintFormat === 'ZPL' && roll) {
          const facts = testLabel(found.value, place.name, place.imprint.printed)
          return print({ kind: 'labels', template: roll, facts, count: 1, format: 'ZPL' }, 'ZPL')
        }
        const report = testReport(found.value, place.name)
        return print({ kind: 'report', report, imprint: place.imprint }, 'PDF')
      }),
    printreport: ({ query, user }) =>
      asPerson(parts, ports, user, async (person) => {
        const source = await readReportSource(ports, person, query.reportname, query.refnbr)
        if (!source.ok) return source
        const { references } = ports
        const place = await placeOf(
          references,
          person,
          query.identifier,
          source.value.location,
          query.pagesize,
        )
        const names = await reportNames(references, place.timeZone)
        return print({ kind: 'report', report: source.value.report(names), imprint: place.imprint }, 'PDF')
      }),
    labeltemplates: ({ user }) =>
      asPrinter(user, async () =>
        succeed({
          Result: paper.templates.map((template) => ({
            Id: template.id,
            Name: template.name,
            Width: template.label.width,
            Height: template.label.height,
            PerPage: labelsOfPage(template),
          })),
        }),
      ),
    printlabels: ({ query, user }) =>
      asPerson(parts, ports, user, async (person) => {
        const template = findTemplate(paper.templates, query)
        if (!template.ok) return template
        const facts = await findLabelFacts(ports, person, {
          barcode: query.barcodeid,
          location: query.inventorylocation,
          seasonId: query.trimseasonid,
        })
        if (!facts.ok) return facts
        const { labels: count, format } = query
        return print({ kind: 'labels', template: template.value, facts: facts.value, count, format }, format)
      }),
    commandsheet: ({ query, user }) =>
      asPrinter(user, async (person) => {
        const { references } = ports
        const sheet = makeCommandSheet(paper.registry, {
          dump: await references.reasonCodes('DUMP'),
          inventory: await references.reasonCodes('INVENTORY'),
        })
        const home = query.inventorylocation ?? [...person.locations][0] ?? ''
        const { imprint } = await placeOf(references, person, query.inventorylocation, home, query.pagesize)
        return print({ kind: 'commandSheet', sheet, imprint }, 'PDF')
      }),
  } satisfies Handlers<Transaction>
}
