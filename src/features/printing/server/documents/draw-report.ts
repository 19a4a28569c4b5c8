import { berries, logo } from '../paper/drawings.ts'
import {
  drawBarcode,
  drawPages,
  drawText,
  heightOf,
  makeRoom,
  modulesOf,
  type Pages,
} from '../paper/pages.ts'
import { readOnPaper, sayOnPaper } from '../paper/paper-texts.ts'
import { lineHeight, measure } from '../paper/paragraph.ts'
import { drawDrawing } from '../paper/pdf.ts'
import type { Weight } from '../paper/weights.ts'
import type { Column, Fact, Imprint, Report } from './report.ts'

// Reports with more columns use landscape.
const maxPortraitColumns = 8

/** Draws a report as a PDF. Lengths are points. */
export function drawReport(report: Report, imprint: Imprint): Promise<Uint8Array> {
  const name = `${report.title} ${report.number}`
  const layout = report.columns.length > maxPortraitColumns ? 'landscape' : 'portrait'
  // The first page has its own, larger head.
  return drawPages(imprint, { title: name, head: name, layout }, (pages) => {
    if (imprint.company !== undefined) pages.y += drawText(pages, imprint.company, { size: 8 }) + 6
    drawHead(pages, report)
    drawFacts(
      pages,
      report.facts.filter(({ value }) => value !== ''),
    )
    for (const note of report.notes.filter(({ value }) => value !== '')) drawNote(pages, note)
    if (report.columns.length > 0) drawTable(pages, report)
    if (report.signatures.length > 0) drawSignatures(pages, report.signatures)
  })
}

function drawHead(pages: Pages, { title, number, status, commodity }: Report): void {
  const { pdf, left, width, y } = pages
  const textLeft = left + 40
  const numberStyle = { size: 13, weight: 'bold' } as const
  const barcodeWidth = Math.max(modulesOf(number), measure(number, numberStyle.weight) * numberStyle.size)
  const barcodeLeft = left + width - barcodeWidth
  drawDrawing(pdf, logo, left, y, 34)
  const titleHeight = drawText(pages, title, {
    size: 18,
    weight: 'bold',
    x: textLeft,
    width: barcodeLeft - textLeft,
  })
  const stateTop = y + titleHeight
  if (commodity) drawDrawing(pdf, berries[commodity], textLeft, stateTop, 16)
  const stateLeft = textLeft + (commodity ? 20 : 0)
  const stateHeight = drawText(pages, [commodity, readOnPaper(status)].filter(Boolean).join(' · '), {
    size: 10,
    x: stateLeft,
    y: stateTop + 2,
    width: barcodeLeft - stateLeft,
  })
  drawBarcode(pages, number, { x: barcodeLeft, y, height: 34, widest: barcodeWidth })
  const numberPlace = { x: barcodeLeft, y: y + 34, width: barcodeWidth + 1 }
  const numberHeight = drawText(pages, number, { ...numberStyle, ...numberPlace, align: 'center' })
  pages.y += Math.max(34 + numberHeight, titleHeight + Math.max(16, stateHeight + 2)) + 10
}

const labelStyle = { size: 7.5, colour: '#444444' } as const
const valueStyle = { size: 10 } as const
const factPadding = 2

function drawFacts(pages: Pages, facts: readonly Fact[]): void {
  const gap = 8
  const width = (pages.width - 2 * gap) / 3
  for (let index = 0; index < facts.length; index += 3) {
    const row = facts.slice(index, index + 3)
    const height = Math.max(
      ...row.map(
        ({ label, value }) =>
          heightOf(label, { ...labelStyle, width }) + heightOf(value, { ...valueStyle, width }),
      ),
    )
    makeRoom(pages, height + 2 * factPadding)
    for (const [column, { label, value }] of row.entries()) {
      const place = { x: pages.left + column * (width + gap), width }
      const y = pages.y + factPadding
      const labelHeight = drawText(pages, label, { ...labelStyle, ...place, y })
      drawText(pages, value, { ...valueStyle, ...place, y: y + labelHeight })
    }
    pages.y += height + 2 * factPadding
  }
  if (facts.length > 0) pages.y += 6
}

function drawNote(pages: Pages, { label, value }: Fact): void {
  const place = { x: pages.left + 2, width: pages.width - 2 }
  makeRoom(pages, heightOf(label, { ...labelStyle, ...place }) + lineHeight * valueStyle.size)
  pages.y += drawText(pages, label, { ...labelStyle, ...place })
  makeRoom(pages, heightOf(value, { ...valueStyle, ...place }))
  pages.y += drawText(pages, value, { ...valueStyle, ...place }) + 8
}

const cellSize = 9
const cellPadding = { x: 3, y: 2.5 }

interface Cell {
  readonly text: string
  readonly left: number
  readonly width: number
  readonly align?: 'right'
}

// Draws the table with its header on every page. A row stays on one page.
function drawTable(pages: Pages, { columns, rows, totals }: Report): void {
  const header = cellsOf(
    pages,
    columns,
    columns.map(({ title }) => title),
  )
  const body =
    rows.length > 0
      ? rows.map((row) => cellsOf(pages, columns, row))
      : [[{ text: sayOnPaper('paperNoLines'), left: pages.left + cellPadding.x, width: pages.width }]]
  const drawHeader = () => {
    pages.pdf.document.rect(pages.left, pages.y, pages.width, rowHeight(header, 'bold')).fill('#e9efe9')
    drawRule(pages, 0.8)
    drawRow(pages, header, 'bold')
    drawRule(pages, 0.8)
  }
  makeRoom(pages, rowHeight(header, 'bold') + rowHeight(body[0] ?? []))
  drawHeader()
  for (const row of body) {
    if (!makeRoom(pages, rowHeight(row))) drawHeader()
    drawRow(pages, row)
    drawRule(pages, 0.3)
  }
  if (totals) {
    const sums = cellsOf(pages, columns, totals)
    if (!makeRoom(pages, rowHeight(sums, 'bold'))) drawHeader()
    drawRule(pages, 0.8)
    drawRow(pages, sums, 'bold')
  }
  drawRule(pages, 0.8)
}

function cellsOf(
  { left, width }: Pages,
  columns: readonly Column[],
  texts: readonly string[],
): readonly Cell[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  let before = 0
  return columns.map(({ share, align }, index) => {
    const from = left + (before / shares) * width + cellPadding.x
    before += share
    const cellWidth = (share / shares) * width - 2 * cellPadding.x
    return { text: texts[index] ?? '', left: from, width: cellWidth, ...(align && { align }) }
  })
}

const rowHeight = (cells: readonly Cell[], weight: Weight = 'normal'): number =>
  Math.max(0, ...cells.map(({ text, width }) => heightOf(text, { size: cellSize, weight, width }))) +
  2 * cellPadding.y

function drawRow(pages: Pages, cells: readonly Cell[], weight: Weight = 'normal'): void {
  for (const { text, left, width, align = 'left' } of cells) {
    drawText(pages, text, { size: cellSize, weight, align, width, x: left, y: pages.y + cellPadding.y })
  }
  pages.y += rowHeight(cells, weight)
}

function drawRule({ pdf: { document }, left, width, y }: Pages, thickness: number): void {
  document.moveTo(left, y).lineTo(left + width, y)
  document.lineWidth(thickness).stroke('#666666')
}

// Draws a line for each signature, with its label on the same page.
function drawSignatures(pages: Pages, who: readonly string[]): void {
  const style = { size: 8 }
  const width = pages.width / who.length
  const labels = who.map((each) => sayOnPaper('signDate', { who: each }))
  const labelWidth = width - 12
  makeRoom(pages, 46 + Math.max(...labels.map((label) => heightOf(label, { ...style, width: labelWidth }))))
  const y = pages.y + 44
  for (const [index, label] of labels.entries()) {
    const x = pages.left + index * width
    pages.pdf.document.moveTo(x, y).lineTo(x + 150, y)
    pages.pdf.document.lineWidth(0.8).stroke('#000000')
    drawText(pages, label, { ...style, x, y: y + 2, width: labelWidth })
  }
}
