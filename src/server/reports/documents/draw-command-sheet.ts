import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { barcodeContent, makePdf, pagesOf } from '../paper/make-pdf.ts'
import { cleanText, visualLine } from '../paper/visible-text.ts'
import type { CommandSheet, SheetEntry } from './command-sheet.ts'
import type { Imprint } from './report.ts'

const across = 3
const onPaper = (text: string) => visualLine(cleanText(text))

/** Draws the sheet as a PDF: groups in order, three barcodes a row, none torn from its name. */
export const drawCommandSheet = (sheet: CommandSheet, imprint: Imprint): Promise<Uint8Array> =>
  makePdf(sheetPages(sheet, imprint))

const sheetPages = (sheet: CommandSheet, imprint: Imprint): TDocumentDefinitions => ({
  ...pagesOf(imprint, sheet.title),
  content: [
    { text: onPaper(sheet.title), fontSize: 18, bold: true },
    { text: onPaper(sheet.hint), margin: [0, 2, 0, 6] },
    ...sheet.groups.flatMap(({ title, entries }) => group(title, entries)),
  ],
})

function group(title: string, entries: readonly SheetEntry[]): Content[] {
  const rows: Content[] = []
  for (let index = 0; index < entries.length; index += across) {
    const row = entries.slice(index, index + across)
    const columns: Content = {
      columns: [
        ...row.map(entryContent),
        ...Array.from({ length: across - row.length }, () => ({ text: '' })),
      ],
      columnGap: 8,
      unbreakable: true,
    }
    rows.push(columns)
  }
  const heading: Content = { text: onPaper(title), fontSize: 12, bold: true, margin: [0, 8, 0, 4] }
  const [first = '', ...others] = rows
  // A heading stays with its first row.
  return [{ stack: [heading, first], unbreakable: true }, ...others]
}

const entryContent = ({ name, barcode, hint }: SheetEntry): Content => ({
  stack: [
    {
      columns: [
        { text: onPaper(name), bold: true, fontSize: 9.5, width: '*' },
        { text: onPaper(hint), fontSize: 7.5, color: '#444444', width: 'auto' },
      ],
    },
    ...(barcode === '' ? [] : [barcodeContent(barcode, 30, 0.85)]),
    { text: onPaper(barcode), fontSize: 7, color: '#444444', margin: [8, 1, 0, 0] },
  ],
  margin: [0, 0, 0, 10],
})
