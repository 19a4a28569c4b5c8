// Shared parts of all pdfmake documents: fonts, margins, page footer, barcodes.
import pdfmake from 'pdfmake'
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import type { PageSize } from '#core/wire/constants.ts'
import type { Imprint } from '../documents/report.ts'
import { encode128, quietModules } from './code128.ts'
import { FALLBACKS, type Face, fileOf } from './faces.ts'
import { sayOnPaper } from './paper-texts.ts'
import { oneLine } from './paragraph.ts'
import { cleanText } from './visible-text.ts'

// The font names of pdfmake; each text names its font (paragraph.ts).
pdfmake.setFonts({
  Paper: { normal: 'normal', bold: 'bold' },
  ...Object.fromEntries(FALLBACKS.map((face) => [face, { normal: face, bold: face }])),
})
// User text must not make the server read files or URLs, so pdfmake gets only these fonts, each loaded on
// first use.
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy(() => false)
const isFace = (name: string): name is Face =>
  name === 'normal' || name === 'bold' || FALLBACKS.some((face) => face === name)
// The type definitions of pdfmake lack `virtualfs`.
Object.assign(Reflect.get(pdfmake, 'virtualfs'), {
  existsSync: isFace,
  readFileSync: (name: string) => fileOf(isFace(name) ? name : 'normal'),
})

/** Renders the pages and returns the file. */
export function makePdf(pages: TDocumentDefinitions): Promise<Uint8Array> {
  return pdfmake.createPdf(pages).getBuffer()
}

/** Left and right margin of every page, in points. */
export const sideMarginPt = 36
// In points, in portrait.
const paperSizesPt: Readonly<Record<PageSize, { readonly width: number; readonly height: number }>> = {
  A4: { width: 595.28, height: 841.89 },
  LETTER: { width: 612, height: 792 },
}

/** The width between the margins, in points. */
export function widthBetweenMargins(paper: PageSize, orientation: 'portrait' | 'landscape'): number {
  return paperSizesPt[paper][orientation === 'portrait' ? 'width' : 'height'] - 2 * sideMarginPt
}

/** Returns paper, margins in points, font, and a footer with the author and page number. */
export function pagesOf(
  { paper, printed, copies = 1, language = 'en' }: Imprint,
  title: string,
): Omit<TDocumentDefinitions, 'content'> {
  return {
    pageSize: paper,
    pageMargins: [sideMarginPt, 44, sideMarginPt, 44],
    defaultStyle: { font: 'Paper', fontSize: 10 },
    info: { title: cleanText(title), creator: 'Trimline', producer: 'Trimline' },
    language,
    displayTitle: true,
    // Copies have equal page counts, and page numbers restart in each copy.
    footer: (page, pages) => ({
      columns: [
        { text: oneLine(printed), width: '*' },
        { text: sayOnPaper('paperPage', pageOfCopy(page, pages, copies)), width: 'auto' },
      ],
      fontSize: 8,
      margin: [sideMarginPt, 14, sideMarginPt, 0],
    }),
  }
}

/** Returns the page number within its copy; copies are equal and follow each other. */
export function pageOfCopy(page: number, pages: number, copies: number) {
  const each = Math.max(1, Math.round(pages / copies))
  return { page: ((page - 1) % each) + 1, pages: each }
}

/**
 * Repeats the content for each copy on new pages. It is built anew each time, because pdfmake modifies it.
 */
export function repeatForCopies(content: () => Content[], copies = 1): Content[] {
  return Array.from(
    { length: copies },
    (_, copy): Content => ({
      stack: content(),
      ...(copy > 0 && { pageBreak: 'before' }),
    }),
  )
}

// In points: 0.35 mm, which any scanner reads at arm's length.
const defaultModulePt = 1

/** Returns the width of a Code 128 symbol with its quiet zones, in modules. */
export function modulesOf(text: string): number {
  return encode128(text).modules + 2 * quietModules
}

/** Returns a Code 128 symbol with its quiet zones, `height` points high and at most `widest` points wide. */
export function barcodeContent(text: string, height: number, widest = Number.POSITIVE_INFINITY): Content {
  const { bars, modules } = encode128(text)
  const module = Math.min(defaultModulePt, widest / (modules + 2 * quietModules))
  return {
    canvas: [
      // Gives the drawing the width of symbol and quiet zones.
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
