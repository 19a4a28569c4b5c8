// Lays out text: width, line breaks, and visual order.
import { openFace, piecesOf } from './faces.ts'
import { cleanText, directionOf, visualLine } from './visible-text.ts'
import type { Weight } from './weights.ts'

/** Line spacing, in font sizes. */
export const lineHeight = 1.17

/** Returns the width of a text at 1 point, in points. */
export function measure(text: string, weight: Weight): number {
  // Measure word by word, as the text is drawn: letters join within a word, but not across words.
  const words = text.split(' ')
  const spaces = (words.length - 1) * wordWidth(' ', weight)
  return words.reduce((sum, word) => sum + wordWidth(word, weight), spaces)
}

const widths = new Map<string, number>()
// Words repeat in tables and on labels.
const MAX_CACHED_WORDS = 20_000

function wordWidth(word: string, weight: Weight): number {
  const key = `${weight}${word}`
  const cached = widths.get(key)
  if (cached !== undefined) return cached
  let width = 0
  for (const { text, face } of piecesOf(word, weight)) {
    const font = openFace(face)
    width += font.layout(text).advanceWidth / font.unitsPerEm
  }
  if (widths.size < MAX_CACHED_WORDS) widths.set(key, width)
  return width
}

/** Breaks at spaces, and within a word that is wider than the line. `width` is at 1 point. */
export function breakLines(text: string, weight: Weight, width: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (measure(longer, weight) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    while (measure(line, weight) > width && line.length > 1) {
      const head = longestThatFits(line, weight, width, '')
      lines.push(head)
      line = line.slice(head.length)
    }
  }
  return line === '' ? lines : [...lines, line]
}

/** Returns the longest start that fits together with `ending`: at least one whole character. */
export function longestThatFits(text: string, weight: Weight, width: number, ending: string): string {
  const characters = [...new Intl.Segmenter('en').segment(text)].map(({ segment }) => segment)
  let [low, high] = [1, characters.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (measure(characters.slice(0, middle).join('') + ending, weight) <= width) low = middle
    else high = middle - 1
  }
  return characters.slice(0, low).join('')
}

// Reserved points, so that rounding does not break a line that just fits.
const roundingReservePt = 0.5

/** Returns the lines of a text in visual order; `width` and `size` are points. */
export function layOutLines(
  text: string,
  {
    width,
    size,
    weight = 'normal',
  }: { readonly width: number; readonly size: number; readonly weight?: Weight },
): readonly string[] {
  const clean = cleanText(text)
  const direction = directionOf(clean)
  return breakLines(clean, weight, (width - roundingReservePt) / size).map((line) =>
    visualLine(line, direction),
  )
}
