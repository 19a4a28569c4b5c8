// Makes the parts of a job as messages for an agent, and the remaining parts as PDFs.
import { perform } from '#app/api/client.ts'
import type { PrintSheet } from '#app/api/print-agent/protocol.ts'
import type { ApiProblem } from '#app/api/problem.ts'
import { notify } from '#app/state/notices.ts'
import type { LabelsOfBarcode } from '#app/state/printing.ts'
import type { PrintFormat } from '#core/wire/constants.ts'
import { writeBarcodes } from '#core/wire/label-barcodes.ts'
import type { PreparedCall } from '#core/wire/prepared-call.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { preparePrintCall } from '#features/printing/common/print-calls.ts'
import type { LabelFile, PrintFile } from '#features/printing/common/printing.ts'
import { batchesFrom, itemsBefore, type PrintWork, sliceItems } from './jobs/work.ts'

type Labels = Extract<PrintWork, { kind: 'labels' }>

/**
 * Requests labels of barcodes at a location. `printer` is the print server, for servers that store its
 * density and rotation.
 */
export function labelsRequest(
  { location, season, template }: Pick<Labels, 'location' | 'season' | 'template'>,
  items: readonly LabelsOfBarcode[],
  format: PrintFormat,
  printer?: string,
): PreparedCall<LabelFile> {
  return preparePrintCall(
    'printlabels',
    {
      query: {
        barcodeid: writeBarcodes(items),
        inventorylocation: location,
        trimseasonid: season,
        ...(template !== '' && { template }),
        format,
        ...(printer !== undefined && { printserver: printer }),
      },
    },
    (answer) => answer,
  )
}

// Reject a file without content: it would print an empty page or open an empty tab.
const make = async (
  file: PreparedCall<PrintFile | LabelFile>,
  announcedTemplates: Set<string>,
): Promise<Result<PrintFile, ApiProblem>> => {
  const result = await perform(file)
  if (result.ok && 'Instead' in result.value && result.value.Instead) {
    const { Template: template, Why } = result.value.Instead
    // Announce it once per job: every part has the same answer.
    if (!announcedTemplates.has(template)) notify(`print.instead.${Why}`, { template }, 'warning')
    announcedTemplates.add(template)
  }
  return result.ok && result.value.FileData === ''
    ? fail({ code: 'print.noFile', status: 0, detail: '', facts: {} })
    : result
}

// Requests the file of one part.
const askOfPart = (
  work: PrintWork,
  part: number,
  format: PrintFormat,
  printer?: string,
): PreparedCall<PrintFile | LabelFile> => {
  switch (work.kind) {
    case 'report':
      return preparePrintCall(
        'printreport',
        { query: { reportname: work.report, refnbr: work.number, identifier: work.location } },
        (answer) => answer,
      )
    case 'trace':
      return preparePrintCall(
        'trace.report',
        { params: { barcode: work.barcode }, query: { identifier: work.location } },
        (answer) => answer,
      )
    case 'commandSheet':
      return preparePrintCall(
        'commandsheet',
        { query: { inventorylocation: work.location } },
        (answer) => answer,
      )
    case 'test':
      return preparePrintCall('printservers.test', { params: { id: work.server } }, (answer) => answer)
    case 'labels': {
      const from = itemsBefore(work, part)
      return labelsRequest(work, sliceItems(work.items, from, itemsBefore(work, part + 1)), format, printer)
    }
  }
}

/**
 * Makes the messages of a job, each with its own id, so that a late answer to an earlier attempt is
 * ignored. Equal parts share a file.
 */
export function createSheetLoader(
  work: PrintWork,
  format: PrintFormat,
  printer?: string,
): (part: number) => Promise<Result<PrintSheet, ApiProblem>> {
  const files = new Map<string, PrintFile>()
  const announcedTemplates = new Set<string>()
  return async (part) => {
    const request = askOfPart(work, part, format, printer)
    const key = JSON.stringify(request.input)
    const known = files.get(key)
    const result = known ? succeed(known) : await make(request, announcedTemplates)
    if (!result.ok) return result
    files.set(key, result.value)
    const { FileData, Format } = result.value
    const copies = 'copies' in work ? work.copies : 1
    return succeed({ id: crypto.randomUUID(), content: FileData, format: Format, copies })
  }
}

// A tab has no printer that counts copies, so the file contains them.
const withCopies = (work: Exclude<PrintWork, { kind: 'labels' }>): PreparedCall<PrintFile | LabelFile> => {
  const one = askOfPart(work, 0, 'PDF')
  if (work.kind === 'test' || work.copies === 1) return one
  return { ...one, input: { ...one.input, query: { ...Object(one.input.query), copies: work.copies } } }
}

/** Returns the remaining parts of a job as base64 PDFs; several if the labels exceed one file. */
export async function pdfsFrom(
  work: PrintWork,
  part: number,
): Promise<Result<readonly string[], ApiProblem>> {
  const asks =
    work.kind === 'labels'
      ? batchesFrom(work, part).map((items) => labelsRequest(work, items, 'PDF'))
      : [withCopies(work)]
  const files: string[] = []
  const announcedTemplates = new Set<string>()
  for (const each of asks) {
    const result = await make(each, announcedTemplates)
    if (!result.ok) return result
    files.push(result.value.FileData)
  }
  return succeed(files)
}
