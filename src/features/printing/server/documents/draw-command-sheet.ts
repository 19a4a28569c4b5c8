import {
  drawBarcode,
  drawPages,
  drawText,
  heightOf,
  makeRoom,
  modulesOf,
  type Pages,
} from '../paper/pages.ts'
import { measure } from '../paper/paragraph.ts'
import type { CommandSheet, SheetEntry } from './command-sheet.ts'
import type { Imprint } from './report.ts'

const CELLS_PER_ROW = 3
// In points: three cells and two gaps fit between the margins of A4 and letter.
const cellWidthPt = 165
const gapPt = 13
// In points: scanners cannot read bars thinner than 0.21 mm.
const minBarWidthPt = 0.6

/** Draws the sheet as a PDF: groups in order, three barcodes per row, each barcode with its name. */
export function drawCommandSheet(
  { title, hint, groups }: CommandSheet,
  imprint: Imprint,
): Promise<Uint8Array> {
  return drawPages(imprint, { title }, (pages) => {
    pages.y += drawText(pages, title, { size: 18, weight: 'bold' }) + 2
    pages.y += drawText(pages, hint, { size: 10 }) + 6
    for (const group of groups) drawGroup(pages, group)
  })
}

const headingStyle = { size: 12, weight: 'bold' } as const

function drawGroup(pages: Pages, { title, entries }: CommandSheet['groups'][number]): void {
  const rows = rowsOf(entries)
  // Keep a heading on the page of its first row.
  const headingHeight = 8 + heightOf(title, { ...headingStyle, width: pages.width }) + 4
  makeRoom(pages, headingHeight + rowHeight(rows[0] ?? []))
  drawText(pages, title, { ...headingStyle, y: pages.y + 8 })
  pages.y += headingHeight
  for (const row of rows) {
    makeRoom(pages, rowHeight(row))
    for (const [column, entry] of row.entries()) {
      drawEntry(pages, entry, pages.left + column * (cellWidthPt + gapPt))
    }
    pages.y += rowHeight(row)
  }
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

const widthOf = (entry: SheetEntry) =>
  isLong(entry) ? CELLS_PER_ROW * cellWidthPt + (CELLS_PER_ROW - 1) * gapPt : cellWidthPt

const nameStyle = { size: 9.5, weight: 'bold' } as const
const hintStyle = { size: 7.5, colour: '#444444' } as const
const codeStyle = { size: 7, colour: '#444444' } as const
const barcodeHeight = 30
const codeIndent = 8

// The hint is beside the name and takes at most half of the width.
function headOf(entry: SheetEntry) {
  const width = widthOf(entry)
  const hintWidth = Math.min(measure(entry.hint, 'normal') * hintStyle.size + 1, width / 2)
  const nameWidth = width - hintWidth
  const height = Math.max(
    heightOf(entry.name, { ...nameStyle, width: nameWidth }),
    heightOf(entry.hint, { ...hintStyle, width: hintWidth }),
  )
  return { nameWidth, hintWidth, height }
}

function rowHeight(row: readonly SheetEntry[]): number {
  const heights = row.map((entry) => {
    const barcode = entry.barcode === '' ? 0 : barcodeHeight
    const code = heightOf(entry.barcode, { ...codeStyle, width: widthOf(entry) - codeIndent })
    return headOf(entry).height + barcode + 3 + code
  })
  return Math.max(0, ...heights) + 10
}

function drawEntry(pages: Pages, entry: SheetEntry, x: number): void {
  const { nameWidth, hintWidth, height } = headOf(entry)
  drawText(pages, entry.name, { ...nameStyle, x, width: nameWidth })
  drawText(pages, entry.hint, { ...hintStyle, x: x + nameWidth, width: hintWidth })
  if (entry.barcode === '') return
  const y = pages.y + height
  const widest = isLong(entry) ? CELLS_PER_ROW * cellWidthPt : cellWidthPt
  drawBarcode(pages, entry.barcode, { x, y, height: barcodeHeight, widest })
  drawText(pages, entry.barcode, {
    ...codeStyle,
    x: x + codeIndent,
    y: y + barcodeHeight + 3,
    width: widthOf(entry) - codeIndent,
  })
}
