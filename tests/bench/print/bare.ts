import { code128, type DrawingContext } from 'bwip-js/generic'
import PDFDocument from 'pdfkit'
import type { LabelPart } from '#features/printing/server/labels/label.ts'
import type { LabelTemplate } from '#features/printing/server/labels/label-template.ts'
import { fileOf } from '#features/printing/server/paper/faces.ts'

const points = 72 / 25.4

/** Draws the same pages directly: bwip-js draws each barcode onto the page, pdfkit sets each line. */
export function drawBare(
  template: LabelTemplate,
  parts: readonly LabelPart[],
  count: number,
): Promise<Buffer> {
  const { width, height } = template.label
  const document = new PDFDocument({
    size: [width * points, height * points],
    margin: 0,
    autoFirstPage: false,
  })
  const chunks: Buffer[] = []
  const finished = new Promise<Buffer>((resolve) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.once('end', () => resolve(Buffer.concat(chunks)))
  })
  document.registerFont('normal', fileOf('normal')).registerFont('bold', fileOf('bold'))
  for (let index = 0; index < count; index += 1) {
    document.addPage()
    for (const part of parts) {
      const x = part.x * points
      const y = part.y * points
      if (part.type === 'bars') {
        code128({ bcid: 'code128', text: part.text, scale: 1, height: 1 }, onto(document, x, y, part))
      } else if (part.type === 'line') {
        document.font(part.weight).fontSize(part.size).fillColor('#000000')
        document.text(part.text, x, y, { lineBreak: false })
      } else if (part.type === 'drawing') {
        document
          .save()
          .translate(x, y)
          .scale((part.side * points) / part.drawing.side)
        document.path(part.drawing.outline).fill(part.drawing.colour, 'even-odd').restore()
      }
    }
  }
  document.end()
  return finished
}

function onto(
  document: PDFKit.PDFDocument,
  x: number,
  y: number,
  { module, height }: Extract<LabelPart, { type: 'bars' }>,
): DrawingContext<void> {
  const nothing = () => {}
  return {
    scale: () => [1, 1],
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    init: nothing,
    line: (x0, _y0, _x1, _y1, width) => {
      document.rect(
        x + (x0 - Math.ceil(width / 2)) * module * points,
        y,
        width * module * points,
        height * points,
      )
    },
    polygon: nothing,
    hexagon: nothing,
    ellipse: nothing,
    fill: nothing,
    text: nothing,
    end: () => {
      document.fill('#000000')
    },
  }
}
