// What everything that pdfmake draws has in common: fonts, margins, the foot of each page, barcodes.
import pdfmake from 'pdfmake'
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import type { PageSize } from '#contract/constants.ts'
import type { Imprint } from '../documents/report.ts'
import { encode128, quietModules } from './code128.ts'
import { fontPath } from './fonts.ts'
import { oneLine } from './paragraph.ts'
import { cleanText } from './visible-text.ts'
import { sayOnPaper } from './words.ts'

const fonts = { normal: fontPath('normal'), bold: fontPath('bold') }
const fontPaths: readonly string[] = Object.values(fonts)
pdfmake.setFonts({ Paper: fonts })
// Text that came from people never makes the server read anything but its own fonts.
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => fontPaths.includes(path))

/** Runs the layout and answers the file. */
export function makePdf(pages: TDocumentDefinitions): Promise<Uint8Array> {
  return pdfmake.createPdf(pages).getBuffer()
}

/** Points at the left and at the right of every page. */
export const sideMargin = 36
// Points, as it stands upright.
const sheets: Readonly<Record<PageSize, { readonly width: number; readonly height: number }>> = {
  A4: { width: 595.28, height: 841.89 },
  LETTER: { width: 612, height: 792 },
}

/** How wide what stands on a page may be, in points. */
export function widthBetweenMargins(paper: PageSize, orientation: 'portrait' | 'landscape'): number {
  return sheets[paper][orientation === 'portrait' ? 'width' : 'height'] - 2 * sideMargin
}

/** Paper, margins in points, typeface, and a foot that says who printed it and which page of how many it is. */
export function pagesOf({ paper, printed }: Imprint, title: string): Omit<TDocumentDefinitions, 'content'> {
  return {
    pageSize: paper,
    pageMargins: [sideMargin, 44, sideMargin, 44],
    defaultStyle: { font: 'Paper', fontSize: 10 },
    info: { title: cleanText(title), creator: 'Trimline', producer: 'Trimline' },
    footer: (page, pages) => ({
      columns: [
        { text: oneLine(printed), width: '*' },
        { text: sayOnPaper('paperPage', { page, pages }), width: 'auto' },
      ],
      fontSize: 8,
      margin: [sideMargin, 14, sideMargin, 0],
    }),
  }
}

// Points: 0.35 mm, which any scanner reads from an arm's length.
const usualModule = 1

/** How wide a Code 128 with its quiet zones is in modules. */
export function modulesOf(text: string): number {
  return encode128(text).modules + 2 * quietModules
}

/** A Code 128 with its quiet zones, `height` points high and as wide as usual, but for `widest` points at most. */
export function barcodeContent(text: string, height: number, widest = Number.POSITIVE_INFINITY): Content {
  const { bars, modules } = encode128(text)
  const module = Math.min(usualModule, widest / (modules + 2 * quietModules))
  return {
    canvas: [
      // Only makes the drawing as wide as symbol and quiet zones are.
      { type: 'rect', x: 0, y: 0, w: (modules + 2 * quietModules) * module, h: height, color: '#ffffff' },
      ...bars.map(({ left, width }) => ({
        type: 'rect' as const,
        x: (quietModules + left) * module,
        y: 0,
        w: width * module,
        h: height,
        color: '#000000',
      })),
    ],
  }
}
