// Converts outlines to dots. ZPL printers get texts and drawings as bitmaps: they need no printer font,
// support every language, and cannot contain commands.
import type { Font } from 'fontkit'
import { openFace, piecesOf } from '../paper/faces.ts'
import type { Weight } from '../paper/weights.ts'

/** A bitmap of one bit per dot: rows of bytes, the left dot in the highest bit, 1 is black. */
export interface Bitmap {
  readonly width: number
  readonly height: number
  readonly rowBytes: number
  readonly bits: Uint8Array
}

interface Edge {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

// Line segments per curve; on a label each is at most a dot or two long.
const segmentsPerCurve = 8

// Collects outlines as straight edges, in dots.
class Outline {
  readonly edges: Edge[] = []
  private x = 0
  private y = 0
  private startX = 0
  private startY = 0

  moveTo(x: number, y: number) {
    this.close()
    this.x = this.startX = x
    this.y = this.startY = y
  }
  lineTo(x: number, y: number) {
    if (x !== this.x || y !== this.y) this.edges.push({ x0: this.x, y0: this.y, x1: x, y1: y })
    this.x = x
    this.y = y
  }
  curveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number) {
    const [x0, y0] = [this.x, this.y]
    for (let piece = 1; piece <= segmentsPerCurve; piece += 1) {
      const t = piece / segmentsPerCurve
      const u = 1 - t
      this.lineTo(
        u * u * u * x0 + 3 * u * u * t * x1 + 3 * u * t * t * x2 + t * t * t * x,
        u * u * u * y0 + 3 * u * u * t * y1 + 3 * u * t * t * y2 + t * t * t * y,
      )
    }
  }
  quadraticTo(x1: number, y1: number, x: number, y: number) {
    const [x0, y0] = [this.x, this.y]
    this.curveTo(
      x0 + (2 / 3) * (x1 - x0),
      y0 + (2 / 3) * (y1 - y0),
      x + (2 / 3) * (x1 - x),
      y + (2 / 3) * (y1 - y),
      x,
      y,
    )
  }
  close() {
    this.lineTo(this.startX, this.startY)
  }
}

/** A drawing as a bitmap of `side` dots. */
export function rasterDrawing(outline: string, drawingSide: number, side: number): Bitmap {
  const scale = side / drawingSide
  const path = new Outline()
  for (const [, command = '', rest = ''] of outline.matchAll(/([MLCZ])([^MLCZ]*)/g)) {
    const n = rest
      .trim()
      .split(/\s+/)
      .filter(Boolean)
      .map((number) => Number(number) * scale)
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = n
    if (command === 'M') path.moveTo(a, b)
    else if (command === 'L') path.lineTo(a, b)
    else if (command === 'C') path.curveTo(a, b, c, d, e, f)
    else path.close()
  }
  path.close()
  return fill(path.edges, side, side, 'even-odd')
}

/** One line of text as a bitmap; `size` is the font size in dots. */
export function rasterLine(text: string, weight: Weight, size: number): Bitmap {
  const mainFont = openFace(weight)
  const space = (mainFont.layout(' ').advanceWidth * size) / mainFont.unitsPerEm
  const baseline = Math.round((mainFont.ascent * size) / mainFont.unitsPerEm)
  const path = new Outline()
  // The pen position in dots.
  let pen = 0
  const draw = (font: Font, word: string) => {
    const scale = size / font.unitsPerEm
    const run = font.layout(word)
    for (const [place, glyph] of run.glyphs.entries()) {
      const position = run.positions[place]
      const left = pen
      const x = (n: number) => left + ((position?.xOffset ?? 0) + n) * scale
      const y = (n: number) => baseline - ((position?.yOffset ?? 0) + n) * scale
      for (const { command, args } of glyph.path.commands) {
        const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = args
        if (command === 'moveTo') path.moveTo(x(a), y(b))
        else if (command === 'lineTo') path.lineTo(x(a), y(b))
        else if (command === 'quadraticCurveTo') path.quadraticTo(x(a), y(b), x(c), y(d))
        else if (command === 'bezierCurveTo') path.curveTo(x(a), y(b), x(c), y(d), x(e), y(f))
        else path.close()
      }
      path.close()
      pen += (position?.xAdvance ?? glyph.advanceWidth) * scale
    }
  }
  for (const [index, word] of text.split(' ').entries()) {
    if (index > 0) pen += space
    for (const piece of piecesOf(word, weight)) draw(openFace(piece.face), piece.text)
  }
  return fill(
    path.edges,
    Math.max(1, Math.ceil(pen)),
    Math.ceil(((mainFont.ascent - mainFont.descent) * size) / mainFont.unitsPerEm),
    'non-zero',
  )
}

// The smallest stroke in dots that is drawn one dot thick, whatever its position.
const minStrokeDots = 0.2

// Fills the area inside the edges: a dot is black if its centre is inside, or if a stroke passes between
// two centres. Otherwise stems of small letters would have gaps.
function fill(edges: readonly Edge[], width: number, height: number, rule: Rule): Bitmap {
  const rowBytes = Math.ceil(width / 8)
  const bits = new Uint8Array(rowBytes * height)
  const blacken = (column: number, row: number) => {
    if (column < 0 || column >= width || row < 0 || row >= height) return
    const byte = row * rowBytes + (column >> 3)
    bits[byte] = (bits[byte] ?? 0) | (0x80 >> (column & 7))
  }
  for (const { line: row, from, to } of spansOf(edges, height, rule)) {
    const end = Math.ceil(to - 0.5)
    for (let column = Math.ceil(from - 0.5); column < end; column += 1) blacken(column, row)
    if (isStrokeBetween(from, to)) blacken(Math.floor((from + to) / 2), row)
  }
  const turned = edges.map(({ x0, y0, x1, y1 }) => ({ x0: y0, y0: x0, x1: y1, y1: x1 }))
  for (const { line: column, from, to } of spansOf(turned, width, rule))
    if (isStrokeBetween(from, to)) blacken(column, Math.floor((from + to) / 2))
  return { width, height, rowBytes, bits }
}

type Rule = 'even-odd' | 'non-zero'

const isStrokeBetween = (from: number, to: number) =>
  to - from >= minStrokeDots && Math.ceil(to - 0.5) <= Math.ceil(from - 0.5)

interface Span {
  /** The row of dots. */
  readonly line: number
  readonly from: number
  readonly to: number
}

// Returns the spans inside the edges along the middle of each row.
function spansOf(edges: readonly Edge[], rows: number, rule: Rule): readonly Span[] {
  const spans: Span[] = []
  for (let line = 0; line < rows; line += 1) {
    const y = line + 0.5
    const crossings: { x: number; turn: number }[] = []
    for (const { x0, y0, x1, y1 } of edges) {
      if (y0 <= y === y1 <= y) continue
      crossings.push({ x: x0 + ((y - y0) / (y1 - y0)) * (x1 - x0), turn: y1 > y0 ? 1 : -1 })
    }
    crossings.sort((one, other) => one.x - other.x)
    let winding = 0
    for (const [index, { x, turn }] of crossings.entries()) {
      winding += rule === 'even-odd' ? 1 : turn
      const inside = rule === 'even-odd' ? winding % 2 !== 0 : winding !== 0
      if (inside) spans.push({ line, from: x, to: crossings[index + 1]?.x ?? x })
    }
  }
  return spans
}
