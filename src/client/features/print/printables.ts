// What can be printed: the source of its pages, and its messages to an agent.
import { perform } from '#client/api/client.ts'
import type { PrintSheet } from '#client/api/print-agent/protocol.ts'
import type { ApiProblem } from '#client/api/problem.ts'
import type { LabelRequest } from '#client/state/printing.ts'
import { ask } from '#contract/ask.ts'
import type { Ask } from '#contract/ask-of.ts'
import type { PrintFormat, ReportName } from '#contract/constants.ts'
import { LIMITS } from '#contract/limits.ts'
import type { PrintFile, PrintServer } from '#contract/printing.ts'
import { fail, type Result, succeed } from '#contract/result.ts'
import { say } from '#text/say.ts'

export interface Printable {
  /** Its name in sentences. */
  readonly name: string
  /** Labels are counted singly, reports by copies. */
  readonly counted: 'labels' | 'copies'
  readonly copies: number
  /** The messages to the agent, in order. */
  readonly sheets: () => Promise<Result<readonly PrintSheet[], ApiProblem>>
  /** base64 of a PDF of everything from this sheet on. */
  readonly pdf: (from: number) => Promise<Result<string, ApiProblem>>
}

const fileAsk = {
  report: (report: ReportName, number: string, location: string): Ask<PrintFile> =>
    ask(
      'printreport',
      { query: { reportname: report, refnbr: number, identifier: location } },
      (answer) => answer,
    ),
  commandSheet: (location: string): Ask<PrintFile> =>
    ask('commandsheet', { query: { inventorylocation: location } }, (answer) => answer),
  test: (id: string): Ask<PrintFile> => ask('printservers.test', { params: { id } }, (answer) => answer),
} as const

/** `labels` labels of a barcode at a place. */
export function labelsAsk(
  place: { readonly location: string; readonly season: { readonly id: string } },
  { barcode, template }: Pick<LabelRequest, 'barcode' | 'template'>,
  labels: number,
  format: PrintFormat,
): Ask<PrintFile> {
  return ask(
    'printlabels',
    {
      query: {
        barcodeid: barcode,
        inventorylocation: place.location,
        trimseasonid: place.season.id,
        ...(template !== '' && { template }),
        labels,
        format,
      },
    },
    (answer) => answer,
  )
}

const sheetOf = ({ FileData, Format }: PrintFile, copies: number, counts: number): PrintSheet => ({
  id: crypto.randomUUID(),
  content: FileData,
  format: Format,
  copies,
  counts,
})

// One file, as one message with a number of copies.
const ofOneFile = (name: string, copies: number, file: Ask<PrintFile>): Printable => ({
  name,
  counted: 'copies',
  copies,
  sheets: async () => {
    const made = await perform(file)
    return made.ok ? succeed([sheetOf(made.value, copies, copies)]) : made
  },
  pdf: async () => {
    const made = await perform(file)
    return made.ok ? succeed(made.value.FileData) : made
  },
})

export function reportPrintable(report: ReportName, number: string, location: string, copies: number) {
  return ofOneFile(say('print.report', { report, number }), copies, fileAsk.report(report, number, location))
}

export function commandSheetPrintable(location: string, copies: number) {
  return ofOneFile(say('print.sheet'), copies, fileAsk.commandSheet(location))
}

export function testPrintable(server: PrintServer) {
  return ofOneFile(say('print.testPage'), 1, fileAsk.test(server.ID ?? ''))
}

// A PDF is made at once: labels above the maximum would silently be missing.
const tooMany = (n: number): ApiProblem => ({
  code: 'labelsTooMany',
  status: 0,
  detail: '',
  facts: { n, most: LIMITS.labels },
})

// Labels per message: `[10, 10, 5]`.
const split = (labels: number, perMessage: number): readonly number[] =>
  Array.from({ length: Math.ceil(labels / perMessage) }, (_, at) =>
    Math.min(perMessage, labels - at * perMessage),
  )

/**
 * All labels of one barcode are equal, so messages of one size share a file. Agents ignore the copies of raw
 * data (docs/print-agent.md): copies of ZPL labels are sent as further labels.
 */
export function labelsPrintable(
  place: { readonly location: string; readonly season: { readonly id: string } },
  request: LabelRequest,
): Printable {
  const { barcode, labels, copies, perMessage, server } = request
  const format = server?.PrintFormat ?? 'PDF'
  const copiesOfEach = format === 'ZPL' ? 1 : copies
  const parts = split((labels * copies) / copiesOfEach, perMessage)
  return {
    name: say('print.labels', { n: labels * copies, barcode }),
    counted: 'labels',
    copies,
    sheets: async () => {
      const files = new Map<number, PrintFile>()
      for (const size of new Set(parts)) {
        const made = await perform(labelsAsk(place, request, size, format))
        if (!made.ok) return made
        files.set(size, made.value)
      }
      return succeed(
        parts.flatMap((size) => {
          const file = files.get(size)
          return file ? [sheetOf(file, copiesOfEach, size * copiesOfEach)] : []
        }),
      )
    },
    pdf: async (from) => {
      const left = copiesOfEach * parts.slice(from).reduce((sum, size) => sum + size, 0)
      if (left > LIMITS.labels) return fail(tooMany(left))
      const made = await perform(labelsAsk(place, request, left, 'PDF'))
      return made.ok ? succeed(made.value.FileData) : made
    },
  }
}
