// Pages that are filled from top to bottom, with a footer, for one or more copies. Lengths are points.
import type { PageSize } from '#core/wire/constants.ts'
import type { Imprint } from '../documents/report.ts'
import { encode128, quietModules } from './code128.ts'
import { sayOnPaper } from './paper-texts.ts'
import { layOutLines, lineHeight, measure } from './paragraph.ts'
import { drawBars, drawLine, openPdf, type Pdf, type Style } from './pdf.ts'
import { cleanText } from './visible-text.ts'

const sideMargin = 36
const verticalMargin = 44
// In portrait.
const paperSizes: Readonly<Record<PageSize, readonly [number, number]>> = {
  A4: [595.28, 841.89],
  LETTER: [612, 792],
}

export interface Pages {
  readonly pdf: Pdf
  /** The left margin, and the width between the margins. */
  readonly left: number
  readonly width: number
  readonly bottom: number
  /** Where the next content goes. */
  y: number
}

/**
 * Draws each copy on new pages, then the footers with the author and the page number within the copy. `head`:
 * a line above every page except the first of a copy.
 */
export async function drawPages(
  { paper, printed, copies = 1, language = 'en' }: Imprint,
  { title, head, layout = 'portrait' }: { title: string; head?: string; layout?: 'portrait' | 'landscape' },
  drawCopy: (pages: Pages) => void,
): Promise<Uint8Array> {
  const [short, long] = paperSizes[paper]
  const [width, height] = layout === 'portrait' ? [short, long] : [long, short]
  const pdf = openPdf(cleanText(title), language, { size: [width, height], bufferPages: true })
  const pages: Pages = {
    pdf,
    left: sideMargin,
    width: width - 2 * sideMargin,
    bottom: height - verticalMargin,
    y: 0,
  }
  for (let copy = 0; copy < copies; copy += 1) {
    const first = pdf.document.bufferedPageRange().count
    addPage(pages)
    drawCopy(pages)
    const total = pdf.document.bufferedPageRange().count - first
    for (let page = 1; page <= total; page += 1) {
      pdf.document.switchToPage(first + page - 1)
      if (head !== undefined && page > 1) drawText(pages, head, { size: 9, weight: 'bold', y: 24 })
      const number = sayOnPaper('paperPage', { page, pages: total })
      const numberWidth = measure(number, 'normal') * 8
      const y = pages.bottom + 14
      drawText(pages, printed, { size: 8, y, width: pages.width - numberWidth })
      drawLine(pdf, number, sideMargin + pages.width - numberWidth, y, { size: 8 })
    }
  }
  pdf.document.end()
  return pdf.file
}

function addPage(pages: Pages): void {
  pages.pdf.document.addPage()
  pages.y = verticalMargin
}

/** Continues on a new page if the height does not fit. Returns whether it does. */
export function makeRoom(pages: Pages, height: number): boolean {
  const hasRoom = pages.y + height <= pages.bottom
  if (!hasRoom) addPage(pages)
  return hasRoom
}

/** A text in its place; default the whole width at the current height. */
export interface PlacedText extends Style {
  readonly x?: number
  readonly y?: number
  readonly width?: number
  readonly align?: 'left' | 'right' | 'center'
}

/** Draws a text of one or more lines. Returns its height. */
export function drawText(pages: Pages, text: string, placed: PlacedText): number {
  const { x = pages.left, y = pages.y, width = pages.width, align = 'left', size, weight = 'normal' } = placed
  const lines = layOutLines(text, { width, size, weight })
  for (const [index, line] of lines.entries()) {
    const rest = align === 'left' ? 0 : width - measure(line, weight) * size
    drawLine(
      pages.pdf,
      line,
      x + (align === 'center' ? rest / 2 : rest),
      y + index * lineHeight * size,
      placed,
    )
  }
  return lines.length * lineHeight * size
}

/** Returns the height of a text. */
export function heightOf(text: string, { size, weight, width }: Style & { readonly width: number }): number {
  return layOutLines(text, { width, size, weight: weight ?? 'normal' }).length * lineHeight * size
}

// 0.35 mm, which any scanner reads at arm's length.
const defaultModule = 1

/** Returns the width of a Code 128 symbol with its quiet zones, in modules. */
export function modulesOf(text: string): number {
  return encode128(text).modules + 2 * quietModules
}

/** Draws a Code 128 symbol with its quiet zones, at most `widest` points wide. Returns its width. */
export function drawBarcode(
  { pdf }: Pages,
  text: string,
  { x, y, height, widest }: Record<'x' | 'y' | 'height' | 'widest', number>,
): number {
  const module = Math.min(defaultModule, widest / modulesOf(text))
  drawBars(pdf, encode128(text), x + quietModules * module, y, { module, height })
  return modulesOf(text) * module
}
