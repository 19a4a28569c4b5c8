import type {
  Content,
  ContentSvg,
  CustomTableLayout,
  TableCell,
  TDocumentDefinitions,
} from 'pdfmake/interfaces.js'
import { berries, type Drawing, logo } from '../paper/drawings.ts'
import { barcodeContent, makePdf, pagesOf } from '../paper/make-pdf.ts'
import { cleanText, visualLine } from '../paper/visible-text.ts'
import { sayOnPaper } from '../paper/words.ts'
import type { Fact, Imprint, Report } from './report.ts'

const onPaper = (text: string) => visualLine(cleanText(text))

const svg = ({ outline, side, colour }: Drawing, width: number): ContentSvg => ({
  svg: `<svg viewBox="0 0 ${side} ${side}"><path d="${outline}" fill="${colour}" fill-rule="evenodd"/></svg>`,
  width,
  height: width,
})

/** Lines under rows, and a band behind the header that is repeated on every page. */
const ruled: CustomTableLayout = {
  hLineWidth: (row, { table }) => (row <= 1 || row >= table.body.length - 1 ? 0.8 : 0.3),
  vLineWidth: () => 0,
  hLineColor: () => '#666666',
  paddingTop: () => 2.5,
  paddingBottom: () => 2.5,
  paddingLeft: () => 3,
  paddingRight: () => 3,
  fillColor: (row) => (row === 0 ? '#e9efe9' : null),
}

/** More columns than these go on paper that lies. */
const widest = 8

/** Draws a report as a PDF. */
export const drawReport = (report: Report, imprint: Imprint): Promise<Uint8Array> =>
  makePdf(reportPages(report, imprint))

function reportPages(report: Report, imprint: Imprint): TDocumentDefinitions {
  const name = `${report.title} ${report.number}`
  return {
    ...pagesOf(imprint, name),
    pageOrientation: report.columns.length > widest ? 'landscape' : 'portrait',
    // The first page has its own, larger head.
    header: (page) =>
      page === 1 ? null : { text: onPaper(name), bold: true, fontSize: 9, margin: [36, 24, 36, 0] },
    content: [
      head(report),
      factTable(report.facts.filter(({ value }) => value !== '')),
      ...report.notes.filter(({ value }) => value !== '').map(note),
      ...(report.columns.length > 0 ? [lineTable(report)] : []),
      ...(report.signatures.length > 0 ? [signatures(report.signatures)] : []),
    ],
  }
}

const head = ({ title, number, status, commodity }: Report): Content => ({
  columns: [
    { ...svg(logo, 34), width: 40 },
    {
      width: '*',
      stack: [
        { text: onPaper(title), fontSize: 18, bold: true },
        {
          columns: [
            ...(commodity ? [{ ...svg(berries[commodity], 16), width: 20 }] : []),
            { text: onPaper([commodity, status].filter(Boolean).join(' · ')), margin: [0, 2, 0, 0] },
          ],
        },
      ],
    },
    {
      width: 'auto',
      stack: [
        barcodeContent(number, 34),
        { text: onPaper(number), fontSize: 13, bold: true, alignment: 'center' },
      ],
    },
  ],
  margin: [0, 0, 0, 10],
})

const factLine = ({ label, value }: Fact): TableCell => ({
  stack: [
    { text: onPaper(label), fontSize: 7.5, color: '#444444' },
    { text: onPaper(value), fontSize: 10 },
  ],
})

/** Three facts a row. */
function factTable(facts: readonly Fact[]): Content {
  const rows: TableCell[][] = []
  for (let index = 0; index < facts.length; index += 3) {
    const row = facts.slice(index, index + 3).map(factLine)
    rows.push([...row, ...Array.from({ length: 3 - row.length }, () => '')])
  }
  if (rows.length === 0) return ''
  return { table: { widths: ['*', '*', '*'], body: rows }, layout: 'noBorders', margin: [0, 0, 0, 6] }
}

const note = ({ label, value }: Fact): Content => ({
  stack: [
    { text: onPaper(label), fontSize: 7.5, color: '#444444' },
    { text: onPaper(value), fontSize: 10 },
  ],
  margin: [2, 0, 0, 8],
})

function lineTable({ columns, rows, totals }: Report): Content {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  const cells = (texts: readonly string[], style: object = {}): TableCell[] =>
    columns.map(({ align }, index) => ({
      text: onPaper(texts[index] ?? ''),
      ...(align && { alignment: align }),
      ...style,
    }))
  const empty: TableCell[] = [
    { text: sayOnPaper('paperNoLines'), colSpan: columns.length },
    ...columns.slice(1).map(() => ''),
  ]
  return {
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: columns.map(({ share }) => `${(share / shares) * 100}%`),
      body: [
        cells(
          columns.map(({ title }) => title),
          { bold: true },
        ),
        ...(rows.length > 0 ? rows.map((row) => cells(row)) : [empty]),
        ...(totals ? [cells(totals, { bold: true })] : []),
      ],
    },
    layout: ruled,
    fontSize: 9,
  }
}

/** A line to sign on for each, never torn from its words. */
const signatures = (who: readonly string[]): Content => ({
  unbreakable: true,
  columns: who.map((each) => ({
    stack: [
      { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 150, y2: 0, lineWidth: 0.8 }] },
      { text: sayOnPaper('signDate', { who: each }), fontSize: 8, margin: [0, 2, 0, 0] },
    ],
    margin: [0, 44, 12, 0],
  })),
})
