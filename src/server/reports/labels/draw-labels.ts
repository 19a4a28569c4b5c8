import PDFDocument from 'pdfkit'
import { fontPath, openFont } from '../paper/fonts.ts'
import { measure } from '../paper/paragraph.ts'
import { runsOf } from '../paper/visible-text.ts'
import { WEIGHTS } from '../paper/weights.ts'
import { type LabelFacts, type LabelPart, layOutLabel, pointsAMillimetre } from './label.ts'
import { type LabelTemplate, labelsOfPage } from './label-template.ts'

/** Draws `count` equal labels as a PDF: one a page on a roll, in rows and columns on sheets. */
export async function drawLabels(
  template: LabelTemplate,
  facts: LabelFacts,
  count: number,
): Promise<Uint8Array> {
  const { label, sheet } = template
  const page = sheet ?? label
  const document = new PDFDocument({
    size: [page.width * pointsAMillimetre, page.height * pointsAMillimetre],
    margin: 0,
    autoFirstPage: false,
    info: { Title: facts.barcode, Creator: 'Trimline', Producer: 'Trimline' },
  })
  const finished = collect(document)
  for (const weight of WEIGHTS) document.registerFont(weight, fontPath(weight))
  const parts = layOutLabel(template, facts)
  const perPage = labelsOfPage(template)
  for (let index = 0; index < count; index += 1) {
    const position = index % perPage
    if (position === 0) document.addPage()
    const column = sheet ? position % sheet.columns : 0
    const row = sheet ? Math.floor(position / sheet.columns) : 0
    const left = sheet ? sheet.left + column * sheet.stepX : 0
    const top = sheet ? sheet.top + row * sheet.stepY : 0
    for (const part of parts) drawPart(document, part, left, top)
  }
  document.end()
  return finished
}

// Resolves with the whole file at the document's end.
function collect(document: PDFKit.PDFDocument): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    document.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    document.once('end', () => resolve(Buffer.concat(chunks)))
    document.once('error', reject)
  })
}

function drawPart(document: PDFKit.PDFDocument, part: LabelPart, left: number, top: number): void {
  const x = (left + part.x) * pointsAMillimetre
  const y = (top + part.y) * pointsAMillimetre
  switch (part.type) {
    case 'bars': {
      const module = part.module * pointsAMillimetre
      for (const bar of part.symbol.bars) {
        document.rect(x + bar.left * module, y, bar.width * module, part.height * pointsAMillimetre)
      }
      document.fill('#000000')
      return
    }
    case 'line': {
      if (part.text === '') return
      const { ascent, unitsPerEm } = openFont(part.weight)
      document.font(part.weight).fontSize(part.size).fillColor('#000000')
      const baseline = y + (ascent / unitsPerEm) * part.size
      let from = x
      let before: string | undefined
      for (const run of runsOf(part.text)) {
        // Measured only if text follows: most lines are one run, and there are hundreds of labels.
        if (before !== undefined) from += measure(before, part.weight) * part.size
        document.text(run, from, baseline, { lineBreak: false, baseline: 'alphabetic' })
        before = run
      }
      return
    }
    case 'drawing':
      document.save()
      document.translate(x, y).scale((part.side * pointsAMillimetre) / part.drawing.side)
      document.path(part.drawing.outline).fill(part.drawing.colour, 'even-odd')
      document.restore()
  }
}
