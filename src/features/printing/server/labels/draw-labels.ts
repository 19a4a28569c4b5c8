import PDFDocument from 'pdfkit'
import type { Rotation } from '#features/printing/common/printer-setup.ts'
import type { LabelsOfBarcode } from '../job.ts'
import { type Face, fileOf, openFace, piecesOf } from '../paper/faces.ts'
import { measure } from '../paper/paragraph.ts'
import { splitRuns } from '../paper/visible-text.ts'
import { WEIGHTS } from '../paper/weights.ts'
import { type LabelPart, layOutLabel, pointsPerMillimetre } from './label.ts'
import { type LabelTemplate, labelsOfPage } from './label-template.ts'
import { rotatePage } from './rotate-page.ts'

/**
 * Draws labels as a PDF: one per page on a roll, in rows and columns on sheets, without gaps between
 * barcodes. `rotation`: degrees clockwise for each page.
 */
export async function drawLabels(
  template: LabelTemplate,
  labels: readonly LabelsOfBarcode[],
  rotation: Rotation = 0,
): Promise<Uint8Array> {
  const { label, sheet } = template
  const page = rotatePage(sheet ?? label, rotation)
  const document = new PDFDocument({
    size: page.size,
    margin: 0,
    autoFirstPage: false,
    // Label texts are in English (label-facts.ts).
    lang: 'en',
    displayTitle: true,
    info: {
      Title: labels.map(({ facts }) => facts.barcode).join(', '),
      Creator: 'Trimline',
      Producer: 'Trimline',
    },
  })
  const finished = collect(document)
  for (const weight of WEIGHTS) document.registerFont(weight, fileOf(weight))
  const faces = new Set<Face>(WEIGHTS)
  const change = (face: Face) => {
    if (!faces.has(face)) document.registerFont(face, fileOf(face))
    faces.add(face)
    document.font(face)
  }
  const perPage = labelsOfPage(template)
  let index = 0
  for (const { facts, count } of labels) {
    const parts = layOutLabel(template, facts)
    for (const end = index + count; index < end; index += 1) {
      const position = index % perPage
      if (position === 0) document.addPage().transform(...page.transform)
      const column = sheet ? position % sheet.columns : 0
      const row = sheet ? Math.floor(position / sheet.columns) : 0
      const left = sheet ? sheet.left + column * sheet.stepX : 0
      const top = sheet ? sheet.top + row * sheet.stepY : 0
      for (const part of parts) drawPart(document, part, left, top, change)
    }
  }
  document.end()
  return finished
}

// Resolves with the whole file when the document ends.
function collect(document: PDFKit.PDFDocument): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    document.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    document.once('end', () => resolve(Buffer.concat(chunks)))
    document.once('error', reject)
  })
}

function drawPart(
  document: PDFKit.PDFDocument,
  part: LabelPart,
  left: number,
  top: number,
  change: (face: Face) => void,
): void {
  const x = (left + part.x) * pointsPerMillimetre
  const y = (top + part.y) * pointsPerMillimetre
  switch (part.type) {
    case 'bars': {
      const module = part.module * pointsPerMillimetre
      for (const bar of part.symbol.bars) {
        document.rect(x + bar.left * module, y, bar.width * module, part.height * pointsPerMillimetre)
      }
      document.fill('#000000')
      return
    }
    case 'line': {
      if (part.text === '') return
      const { ascent, unitsPerEm } = openFace(part.weight)
      document.fontSize(part.size).fillColor('#000000')
      const baseline = y + (ascent / unitsPerEm) * part.size
      let from = x
      let before: string | undefined
      for (const { text, face } of splitRuns(part.text).flatMap((run) => piecesOf(run, part.weight))) {
        // Measured only if text follows, because most lines are one run and there are hundreds of labels.
        if (before !== undefined) from += measure(before, part.weight) * part.size
        change(face)
        document.text(text, from, baseline, { lineBreak: false, baseline: 'alphabetic' })
        before = text
      }
      return
    }
    case 'box': {
      const [width, height] = [part.width * pointsPerMillimetre, part.height * pointsPerMillimetre]
      const line = part.line * pointsPerMillimetre
      document.rect(x, y, width, height)
      if (2 * line < Math.min(width, height)) {
        document.rect(x + line, y + line, width - 2 * line, height - 2 * line)
      }
      document.fill('#000000', 'even-odd')
      return
    }
    case 'drawing':
      if (part.only === 'ZPL') return
      document.save()
      document.translate(x, y).scale((part.side * pointsPerMillimetre) / part.drawing.side)
      document.path(part.drawing.outline).fill(part.drawing.colour, 'even-odd')
      document.restore()
  }
}
