// Text layout outside of pdfmake: width, line breaks, and visual order.
import { openFont } from './fonts.ts'
import { cleanText, directionOf, readsBothWays, runsOf, visualLine } from './visible-text.ts'
import type { Weight } from './weights.ts'

/** The width of a text at 1 point, in points. */
export function measure(text: string, weight: Weight): number {
  const font = openFont(weight)
  let width = 0
  // Word by word, as the text is drawn: letters may join within a word, but not across words.
  for (const word of text.split(' ')) width += font.layout(word).advanceWidth
  const spaces = text.split(' ').length - 1
  return (width + spaces * font.layout(' ').advanceWidth) / font.unitsPerEm
}

/** Breaks at spaces, and within a word that is wider than the line; `width` at 1 point. */
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

/** The longest beginning that fits together with an ending; at least one character, never half of one. */
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

/** A single line of text for pdfmake. */
export function oneLine(text: string): string[] {
  return runsOf(visualLine(cleanText(text)))
}

// Points kept free, so that rounding does not break a line that just fits.
const spare = 0.5

/**
 * A text of one or more lines, `width` points wide, in `size` points, for pdfmake. pdfmake breaks lines in
 * drawing order; right-to-left text is read in another order, so such a text is broken into lines here.
 */
export function paragraph(
  text: string,
  {
    width,
    size,
    weight = 'normal',
  }: { readonly width: number; readonly size: number; readonly weight?: Weight },
): string[] {
  const clean = cleanText(text)
  if (!readsBothWays(clean)) return [clean]
  const direction = directionOf(clean)
  return breakLines(clean, weight, (width - spare) / size).flatMap((line, index) => {
    const runs = runsOf(visualLine(line, direction))
    return index === 0 ? runs : ['\n', ...runs]
  })
}
