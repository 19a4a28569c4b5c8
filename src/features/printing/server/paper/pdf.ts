// Opens a PDF with the fonts of print, and draws texts, bars and drawings. Lengths are points.
import PDFDocument from 'pdfkit'
import type { Symbol128 } from './code128.ts'
import type { Drawing } from './drawings.ts'
import { type Face, fileOf, openFace, piecesOf } from './faces.ts'
import { measure } from './paragraph.ts'
import { splitRuns } from './visible-text.ts'
import type { Weight } from './weights.ts'

export interface Pdf {
  readonly document: PDFKit.PDFDocument
  /** The whole file, when the document ends. */
  readonly file: Promise<Uint8Array>
  /** The fonts that it has. */
  readonly faces: Set<Face>
}

/** Opens a PDF without pages; `bufferPages` allows changes of earlier pages. */
export function openPdf(
  title: string,
  language: string,
  options: Pick<PDFKit.PDFDocumentOptions, 'size' | 'layout' | 'bufferPages'>,
): Pdf {
  const document = new PDFDocument({
    ...options,
    margin: 0,
    autoFirstPage: false,
    lang: language,
    displayTitle: true,
    info: { Title: title, Creator: 'Trimline', Producer: 'Trimline' },
  })
  const file = new Promise<Uint8Array>((resolve, reject) => {
    const chunks: Uint8Array[] = []
    document.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    document.once('end', () => resolve(Buffer.concat(chunks)))
    document.once('error', reject)
  })
  return { document, file, faces: new Set() }
}

/** A font size with its weight and colour. */
export interface Style {
  readonly size: number
  readonly weight?: Weight
  readonly colour?: string
}

/** Draws a line in visual order; `x` and `y` are its upper left corner. */
export function drawLine(pdf: Pdf, line: string, x: number, y: number, style: Style): void {
  const { size, weight = 'normal', colour = '#000000' } = style
  const { ascent, unitsPerEm } = openFace(weight)
  const baseline = y + (ascent / unitsPerEm) * size
  pdf.document.fontSize(size).fillColor(colour)
  let from = x
  let before: string | undefined
  for (const { text, face } of splitRuns(line).flatMap((run) => piecesOf(run, weight))) {
    // Measured only if text follows, because most lines are one run.
    if (before !== undefined) from += measure(before, weight) * size
    changeFace(pdf, face)
    pdf.document.text(text, from, baseline, { lineBreak: false, baseline: 'alphabetic' })
    before = text
  }
}

function changeFace({ document, faces }: Pdf, face: Face): void {
  if (!faces.has(face)) document.registerFont(face, fileOf(face))
  faces.add(face)
  document.font(face)
}

/** Draws the bars of a symbol without its quiet zones. */
export function drawBars(
  { document }: Pdf,
  { bars }: Symbol128,
  x: number,
  y: number,
  { module, height }: { readonly module: number; readonly height: number },
): void {
  for (const { left, width } of bars) document.rect(x + left * module, y, width * module, height)
  document.fill('#000000')
}

/** Draws a drawing with this side. */
export function drawDrawing({ document }: Pdf, drawing: Drawing, x: number, y: number, side: number): void {
  document.save()
  document.translate(x, y).scale(side / drawing.side)
  document.path(drawing.outline).fill(drawing.colour, 'even-odd')
  document.restore()
}
