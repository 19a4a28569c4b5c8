import type { Rotation } from '#features/printing/common/printer-setup.ts'
import type { LabelsOfBarcode } from '../job.ts'
import { drawBars, drawDrawing, drawLine, openPdf, type Pdf } from '../paper/pdf.ts'
import { type LabelPart, layOutLabel, pointsPerMillimetre } from './label.ts'
import { type LabelTemplate, labelsOfPage } from './label-template.ts'

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
  const title = labels.map(({ facts }) => facts.barcode).join(', ')
  // Label texts are in English (label-facts.ts).
  const pdf = openPdf(title, 'en', { size: page.size })
  const perPage = labelsOfPage(template)
  let index = 0
  for (const { facts, count } of labels) {
    const parts = layOutLabel(template, facts)
    for (const end = index + count; index < end; index += 1) {
      const position = index % perPage
      if (position === 0) pdf.document.addPage().transform(...page.transform)
      const column = sheet ? position % sheet.columns : 0
      const row = sheet ? Math.floor(position / sheet.columns) : 0
      const left = sheet ? sheet.left + column * sheet.stepX : 0
      const top = sheet ? sheet.top + row * sheet.stepY : 0
      for (const part of parts) drawPart(pdf, part, left, top)
    }
  }
  pdf.document.end()
  return pdf.file
}

function drawPart(pdf: Pdf, part: LabelPart, left: number, top: number): void {
  const x = (left + part.x) * pointsPerMillimetre
  const y = (top + part.y) * pointsPerMillimetre
  switch (part.type) {
    case 'bars': {
      const [module, height] = [part.module * pointsPerMillimetre, part.height * pointsPerMillimetre]
      drawBars(pdf, part.symbol, x, y, { module, height })
      return
    }
    case 'line':
      if (part.text !== '') drawLine(pdf, part.text, x, y, part)
      return
    case 'box': {
      const { document } = pdf
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
      if (part.only !== 'ZPL') drawDrawing(pdf, part.drawing, x, y, part.side * pointsPerMillimetre)
  }
}

interface RotatedPage {
  /** Width and height in points. */
  readonly size: [number, number]
  /** The matrix from content points (y down from the upper left corner) to page points. */
  readonly transform: [number, number, number, number, number, number]
}

// Returns a page of this size in millimetres with its content rotated clockwise. The page itself gets the
// other format, because agents ignore a PDF's own rotation and shrink wide pages (docs/print-agent.md).
function rotatePage(
  page: { readonly width: number; readonly height: number },
  rotation: Rotation,
): RotatedPage {
  const width = page.width * pointsPerMillimetre
  const height = page.height * pointsPerMillimetre
  switch (rotation) {
    case 0:
      return { size: [width, height], transform: [1, 0, 0, 1, 0, 0] }
    case 90:
      return { size: [height, width], transform: [0, 1, -1, 0, height, 0] }
    case 180:
      return { size: [width, height], transform: [-1, 0, 0, -1, width, height] }
    case 270:
      return { size: [height, width], transform: [0, -1, 1, 0, 0, width] }
  }
}
