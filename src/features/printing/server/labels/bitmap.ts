// Draws a whole label as a bitmap, like a label printer: for the preview, and to verify its barcodes before
// a template is accepted.
import { deflateSync } from 'node:zlib'
import { type LabelFacts, type LabelPart, layOutLabel } from './label.ts'
import type { LabelTemplate } from './label-template.ts'
import { type Bitmap, rasterDrawing, rasterLine } from './raster.ts'

const millimetresPerInch = 25.4

/** Draws a label at the template's density. */
export function drawBitmap(template: LabelTemplate, facts: LabelFacts): Bitmap {
  const dots = (millimetres: number) => Math.round((millimetres * template.dpi) / millimetresPerInch)
  const label = blank(dots(template.label.width), dots(template.label.height))
  for (const part of layOutLabel(template, facts)) drawPart(label, part, dots, template.dpi)
  return label
}

function blank(width: number, height: number): Bitmap {
  const rowBytes = Math.ceil(width / 8)
  return { width, height, rowBytes, bits: new Uint8Array(rowBytes * height) }
}

function drawPart(label: Bitmap, part: LabelPart, dots: (millimetres: number) => number, dpi: number): void {
  const [x, y] = [dots(part.x), dots(part.y)]
  switch (part.type) {
    case 'bars': {
      const module = dots(part.module)
      for (const bar of part.symbol.bars) {
        blacken(label, x + bar.left * module, y, bar.width * module, dots(part.height))
      }
      return
    }
    case 'line':
      if (part.text !== '') stamp(label, x, y, rasterLine(part.text, part.weight, (part.size / 72) * dpi))
      return
    case 'box': {
      const [width, height] = [Math.max(1, dots(part.width)), Math.max(1, dots(part.height))]
      const line = Math.max(1, Math.min(dots(part.line), width, height))
      blacken(label, x, y, width, line)
      blacken(label, x, y + height - line, width, line)
      blacken(label, x, y, line, height)
      blacken(label, x + width - line, y, line, height)
      return
    }
    case 'drawing':
      if (part.only === 'PDF') return
      stamp(label, x, y, rasterDrawing(part.drawing.outline, part.drawing.side, dots(part.side)))
  }
}

function blacken(
  { width, height, rowBytes, bits }: Bitmap,
  x: number,
  y: number,
  w: number,
  h: number,
): void {
  for (let row = Math.max(0, y); row < Math.min(height, y + h); row += 1) {
    for (let column = Math.max(0, x); column < Math.min(width, x + w); column += 1) {
      const byte = row * rowBytes + (column >> 3)
      bits[byte] = (bits[byte] ?? 0) | (0x80 >> (column & 7))
    }
  }
}

// Draws black dots over the existing ones; dots beyond the edge are lost.
function stamp(label: Bitmap, x: number, y: number, picture: Bitmap): void {
  for (let row = 0; row < picture.height; row += 1) {
    for (let column = 0; column < picture.width; column += 1) {
      if (isBlack(picture, column, row)) blacken(label, x + column, y + row, 1, 1)
    }
  }
}

const isBlack = ({ rowBytes, bits }: Bitmap, column: number, row: number) =>
  ((bits[row * rowBytes + (column >> 3)] ?? 0) & (0x80 >> (column & 7))) !== 0

/** Converts a bitmap to RGBA pixels with a white frame of `frame` dots, the input of the barcode reader. */
export function pixelsOf(
  bitmap: Bitmap,
  frame: number,
): { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray<ArrayBuffer> } {
  const width = bitmap.width + 2 * frame
  const height = bitmap.height + 2 * frame
  const pixels = new Uint32Array(width * height).fill(0xffffffff)
  for (let row = 0; row < bitmap.height; row += 1) {
    for (let column = 0; column < bitmap.width; column += 1) {
      if (isBlack(bitmap, column, row)) pixels[(row + frame) * width + column + frame] = 0xff000000
    }
  }
  return { width, height, data: new Uint8ClampedArray(pixels.buffer) }
}

/** Encodes a bitmap as a PNG of one bit per pixel (ISO/IEC 15948: greyscale, 0 is black). */
export function pngOf({ width, height, rowBytes, bits }: Bitmap): Buffer {
  const rows = Buffer.alloc((rowBytes + 1) * height)
  for (let row = 0; row < height; row += 1) {
    for (let byte = 0; byte < rowBytes; byte += 1) {
      rows[row * (rowBytes + 1) + 1 + byte] = ~(bits[row * rowBytes + byte] ?? 0) & 0xff
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // One bit per pixel, greyscale, deflate, no filter, not interlaced.
  header[8] = 1
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const bytes = Buffer.alloc(typeAndData.length + 8)
  bytes.writeUInt32BE(data.length, 0)
  typeAndData.copy(bytes, 4)
  bytes.writeUInt32BE(checksum(typeAndData), typeAndData.length + 4)
  return bytes
}

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let bit = 0; bit < 8; bit += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c >>> 0
})

// CRC-32 as PNG uses it; node:zlib has one only from versions 20.15 and 22.2.
function checksum(bytes: Buffer): number {
  let c = 0xffffffff
  for (const byte of bytes) c = (crcTable[(c ^ byte) & 0xff] ?? 0) ^ (c >>> 8)
  return (c ^ 0xffffffff) >>> 0
}
