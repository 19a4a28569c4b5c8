import type { Content, ContentStack, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { barcodeContent, makePdf, modulesOf, pagesOf, repeatForCopies } from '../paper/make-pdf.ts'
import { oneLine } from '../paper/paragraph.ts'
import type { CommandSheet, SheetEntry } from './command-sheet.ts'
import type { Imprint } from './report.ts'

const CELLS_PER_ROW = 3
// In points: three cells and two gaps fit between the margins of A4 and letter.
const cellWidthPt = 165
const gapPt = 13
// In points: scanners cannot read bars thinner than 0.21 mm.
const minBarWidthPt = 0.6

/** Draws the sheet as a PDF: groups in order, three barcodes per row, each barcode with its name. */
export function drawCommandSheet(sheet: CommandSheet, imprint: Imprint): Promise<Uint8Array> {
  return makePdf(sheetPages(sheet, imprint))
}

const sheetPages = (sheet: CommandSheet, imprint: Imprint): TDocumentDefinitions => ({
  ...pagesOf(imprint, sheet.title),
  content: repeatForCopies(
    () => [
      { text: oneLine(sheet.title), fontSize: 18, bold: true },
      { text: oneLine(sheet.hint), margin: [0, 2, 0, 6] },
      ...sheet.groups.flatMap(({ title, entries }) => group(title, entries)),
    ],
    imprint.copies,
  ),
})

function group(title: string, entries: readonly SheetEntry[]): Content[] {
  const rows = rowsOf(entries).map(rowContent)
  const heading: Content = { text: oneLine(title), fontSize: 12, bold: true, margin: [0, 8, 0, 4] }
  const [first = '', ...others] = rows
  // Keep a heading on the page of its first row.
  return [{ stack: [heading, first], unbreakable: true }, ...others]
}

// Three entries per row; an entry with a long barcode gets its own row.
function rowsOf(entries: readonly SheetEntry[]): readonly (readonly SheetEntry[])[] {
  const rows: SheetEntry[][] = []
  for (const entry of entries) {
    const row = rows.at(-1)
    if (row && row.length < CELLS_PER_ROW && !isLong(entry) && !row.some(isLong)) row.push(entry)
    else rows.push([entry])
  }
  return rows
}

const isLong = ({ barcode }: SheetEntry) => barcode !== '' && modulesOf(barcode) * minBarWidthPt > cellWidthPt

const rowContent = (row: readonly SheetEntry[]): Content => ({
  columns: row.map((entry) => ({
    width: isLong(entry) ? CELLS_PER_ROW * cellWidthPt + (CELLS_PER_ROW - 1) * gapPt : cellWidthPt,
    ...entryContent(entry),
  })),
  columnGap: gapPt,
  unbreakable: true,
})

const entryContent = (entry: SheetEntry): ContentStack => ({
  stack: [
    {
      columns: [
        { text: oneLine(entry.name), bold: true, fontSize: 9.5, width: '*' },
        { text: oneLine(entry.hint), fontSize: 7.5, color: '#444444', width: 'auto' },
      ],
    },
    ...(entry.barcode === ''
      ? []
      : [barcodeContent(entry.barcode, 30, isLong(entry) ? CELLS_PER_ROW * cellWidthPt : cellWidthPt)]),
    { text: oneLine(entry.barcode), fontSize: 7, color: '#444444', margin: [8, 3, 0, 0] },
  ],
  margin: [0, 0, 0, 10],
})
