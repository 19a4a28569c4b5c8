// Reads paper like a person with a scanner: PDFium draws the PDF, ZXing reads its barcodes, PDF.js its words.
// All three are independent of the code that makes the PDF.
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { LabelTemplate } from '#features/printing/server/labels/label-template.ts'
import { readBarcodes } from './read-barcodes.ts'

export interface PaperPage {
  /** In points. */
  readonly width: number
  readonly height: number
  /** The words in drawing order, separated by single spaces. */
  readonly text: string
  readonly picture: Picture
}

/** RGBA pixels whose colours are equal: a scanner sees only grey. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray<ArrayBuffer>
}

let library: ReturnType<typeof PDFiumLibrary.init> | undefined

/** Draws each page of a PDF at this resolution in dots per inch. */
export async function readPaper(pdf: Uint8Array, dpi = 203): Promise<readonly PaperPage[]> {
  library ??= PDFiumLibrary.init()
  const document = await (await library).loadDocument(pdf)
  try {
    const pages: PaperPage[] = []
    const texts = await readTexts(pdf)
    for (const page of document.pages()) {
      const drawn = await page.render({ scale: dpi / 72, render: 'bitmap', colorSpace: 'Gray' })
      pages.push({
        width: drawn.originalWidth,
        height: drawn.originalHeight,
        text: texts[page.number] ?? '',
        picture: greyPicture(drawn.width, drawn.height, drawn.data),
      })
    }
    return pages
  } finally {
    document.destroy()
  }
}

// Returns the words of each page.
async function readTexts(pdf: Uint8Array): Promise<readonly string[]> {
  const task = getDocument({ data: Uint8Array.from(pdf), verbosity: 0 })
  const document = await task.promise
  const texts: string[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    const words = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? ' ' : ''}` : ''))
    texts.push(words.join(' ').replace(/\s+/g, ' ').trim())
  }
  await task.destroy()
  return texts
}

// Converts grey bytes, whose rows may be padded, to the picture that the reader needs.
function greyPicture(width: number, height: number, grey: Uint8Array): Picture {
  const stride = Math.round(grey.length / height)
  const dots = new Uint32Array(width * height)
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      dots[row * width + column] = 0xff000000 + (grey[row * stride + column] ?? 255) * 0x010101
    }
  }
  return { width, height, data: new Uint8ClampedArray(dots.buffer) }
}

/** Cuts out a part of a page, in dots. */
export function cutOut(picture: Picture, left: number, top: number, width: number, height: number): Picture {
  const from = new Uint32Array(picture.data.buffer)
  const dots = new Uint32Array(width * height)
  for (let row = 0; row < height; row += 1) {
    const start = (top + row) * picture.width + left
    dots.set(from.subarray(start, start + width), row * width)
  }
  return { width, height, data: new Uint8ClampedArray(dots.buffer) }
}

export type Symbology = 'Code128' | 'QRCode'

/** Returns the contents of the Code 128 symbols of a picture, or of other formats, sorted. */
export async function scanPicture(
  picture: Picture,
  formats: readonly Symbology[] = ['Code128'],
): Promise<readonly string[]> {
  const { width, height, data } = picture
  const found = await readBarcodes(
    { width, height, data, colorSpace: 'srgb' },
    { formats: [...formats], tryHarder: true, tryRotate: false, tryInvert: false, maxNumberOfSymbols: 255 },
  )
  return found
    .filter(({ isValid }) => isValid)
    .map(({ text }) => text)
    .toSorted()
}

/**
 * Returns the code of each label on a sheet, row by row, cut along the label edges. A label with two codes is
 * 'A and A'.
 */
export async function scanSheet(
  { picture }: PaperPage,
  { label, sheet }: Pick<LabelTemplate, 'label' | 'sheet'>,
  dpi = 203,
  format: Symbology = 'Code128',
): Promise<readonly string[]> {
  if (!sheet) throw new Error('This is no sheet')
  const dots = (millimetres: number) => Math.floor((millimetres / 25.4) * dpi)
  const found: string[] = []
  for (let position = 0; position < sheet.columns * sheet.rows; position += 1) {
    const left = sheet.left + (position % sheet.columns) * sheet.stepX
    const top = sheet.top + Math.floor(position / sheet.columns) * sheet.stepY
    const cut = cutOut(picture, dots(left), dots(top), dots(label.width) - 1, dots(label.height) - 1)
    found.push((await scanPicture(cut, [format])).join(' and '))
  }
  return found
}
