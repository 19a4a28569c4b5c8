import type {
  Content,
  ContentSvg,
  CustomTableLayout,
  TableCell,
  TDocumentDefinitions,
} from 'pdfmake/interfaces.js'
import { berries, type Drawing, logo } from '../paper/drawings.ts'
import {
  barcodeContent,
  makePdf,
  pageOfCopy,
  pagesOf,
  repeatForCopies,
  sideMarginPt,
  widthBetweenMargins,
} from '../paper/make-pdf.ts'
import { readOnPaper, sayOnPaper } from '../paper/paper-texts.ts'
import { oneLine, paragraph } from '../paper/paragraph.ts'
import type { Weight } from '../paper/weights.ts'
import type { Fact, Imprint, Report } from './report.ts'

const svg = ({ outline, side, colour }: Drawing, width: number): ContentSvg => ({
  svg: `<svg viewBox="0 0 ${side} ${side}"><path d="${outline}" fill="${colour}" fill-rule="evenodd"/></svg>`,
  width,
  height: width,
})

// Horizontal padding of a cell, in points.
const columnPaddingPt = 3

// Lines between rows, and a shaded header row on every page.
const ruled: CustomTableLayout = {
  hLineWidth: (row, { table }) => (row <= 1 || row >= table.body.length - 1 ? 0.8 : 0.3),
  vLineWidth: () => 0,
  hLineColor: () => '#666666',
  paddingTop: () => 2.5,
  paddingBottom: () => 2.5,
  paddingLeft: () => columnPaddingPt,
  paddingRight: () => columnPaddingPt,
  fillColor: (row) => (row === 0 ? '#e9efe9' : null),
}

// Reports with more columns use landscape.
const maxPortraitColumns = 8

/** Draws a report as a PDF. */
export function drawReport(report: Report, imprint: Imprint): Promise<Uint8Array> {
  return makePdf(reportPages(report, imprint))
}

function reportPages(report: Report, imprint: Imprint): TDocumentDefinitions {
  const name = `${report.title} ${report.number}`
  const pageOrientation = report.columns.length > maxPortraitColumns ? 'landscape' : 'portrait'
  const width = widthBetweenMargins(imprint.paper, pageOrientation)
  return {
    ...pagesOf(imprint, name),
    pageOrientation,
    // The first page has its own, larger header.
    header: (page, pages) =>
      pageOfCopy(page, pages, imprint.copies ?? 1).page === 1
        ? null
        : { text: oneLine(name), bold: true, fontSize: 9, margin: [sideMarginPt, 24, sideMarginPt, 0] },
    content: repeatForCopies(
      () => [
        ...(imprint.company === undefined ? [] : [company(imprint.company)]),
        head(report),
        factTable(
          report.facts.filter(({ value }) => value !== ''),
          width,
        ),
        ...report.notes.filter(({ value }) => value !== '').map((each) => note(each, width)),
        ...(report.columns.length > 0 ? [lineTable(report, width)] : []),
        ...(report.signatures.length > 0 ? [signatures(report.signatures)] : []),
      ],
      imprint.copies,
    ),
  }
}

const company = (name: string): Content => ({ text: oneLine(name), fontSize: 8, margin: [0, 0, 0, 6] })

const head = ({ title, number, status, commodity }: Report): Content => ({
  columns: [
    { ...svg(logo, 34), width: 40 },
    {
      width: '*',
      stack: [
        { text: oneLine(title), fontSize: 18, bold: true },
        {
          columns: [
            ...(commodity ? [{ ...svg(berries[commodity], 16), width: 20 }] : []),
            {
              text: oneLine([commodity, readOnPaper(status)].filter(Boolean).join(' · ')),
              margin: [0, 2, 0, 0],
            },
          ],
        },
      ],
    },
    {
      width: 'auto',
      stack: [
        barcodeContent(number, 34),
        { text: oneLine(number), fontSize: 13, bold: true, alignment: 'center' },
      ],
    },
  ],
  margin: [0, 0, 0, 10],
})

const factSize = 10
const factStack = ({ label, value }: Fact, width: number) => [
  { text: oneLine(label), fontSize: 7.5, color: '#444444' },
  { text: paragraph(value, { width, size: factSize }), fontSize: factSize },
]

// Three facts per row; `width` is the row width in points.
function factTable(facts: readonly Fact[], width: number): Content {
  const gap = 8
  const each = (width - 2 * gap) / 3
  const rows: TableCell[][] = []
  for (let index = 0; index < facts.length; index += 3) {
    const row = facts.slice(index, index + 3).map((fact): TableCell => ({ stack: factStack(fact, each) }))
    rows.push([...row, ...Array.from({ length: 3 - row.length }, () => '')])
  }
  if (rows.length === 0) return ''
  const layout: CustomTableLayout = {
    hLineWidth: () => 0,
    vLineWidth: () => 0,
    paddingLeft: (column) => (column === 0 ? 0 : gap / 2),
    paddingRight: (column) => (column === 2 ? 0 : gap / 2),
  }
  return { table: { widths: [each, each, each], body: rows }, layout, margin: [0, 0, 0, 6] }
}

const note = (fact: Fact, width: number): Content => ({
  stack: factStack(fact, width - 2),
  margin: [2, 0, 0, 8],
})

// `width` is the table width in points.
function lineTable({ columns, rows, totals }: Report, width: number): Content {
  const size = 9
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  const widths = columns.map(({ share }) => (share / shares) * width - 2 * columnPaddingPt)
  const cells = (texts: readonly string[], weight: Weight = 'normal'): TableCell[] =>
    columns.map(({ align }, index) => ({
      text: paragraph(texts[index] ?? '', { width: widths[index] ?? 0, size, weight }),
      ...(align && { alignment: align }),
      ...(weight === 'bold' && { bold: true }),
    }))
  const empty: TableCell[] = [
    { text: sayOnPaper('paperNoLines'), colSpan: columns.length },
    ...columns.slice(1).map(() => ''),
  ]
  return {
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths,
      body: [
        cells(
          columns.map(({ title }) => title),
          'bold',
        ),
        ...(rows.length > 0 ? rows.map((row) => cells(row)) : [empty]),
        ...(totals ? [cells(totals, 'bold')] : []),
      ],
    },
    layout: ruled,
    fontSize: size,
  }
}

// Draws a signature line for each role, on one page with its label.
const signatures = (who: readonly string[]): Content => ({
  unbreakable: true,
  columns: who.map((each) => ({
    stack: [
      { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 150, y2: 0, lineWidth: 0.8 }] },
      { text: oneLine(sayOnPaper('signDate', { who: each })), fontSize: 8, margin: [0, 2, 0, 0] },
    ],
    margin: [0, 44, 12, 0],
  })),
})
