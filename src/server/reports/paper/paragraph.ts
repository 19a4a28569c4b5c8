// Text that is set here and not by pdfmake: how wide it is, where it breaks, and its lines in the order of the eye.
import { openFont } from './fonts.ts'
import { cleanText, directionOf, readsBothWays, runsOf, visualLine } from './visible-text.ts'
import type { Weight } from './weights.ts'

/** The width of a text in points, set in letters of one point. */
export function measure(text: string, weight: Weight): number {
  const font = openFont(weight)
  let width = 0
  // Word by word, as the text is set: the letters of a word may join, words do not.
  for (const word of text.split(' ')) width += font.layout(word).advanceWidth
  const spaces = text.split(' ').length - 1
  return (width + spaces * font.layout(' ').advanceWidth) / font.unitsPerEm
}

/** Breaks at spaces, and within a word that is wider than the line; `width` in letters of one point. */
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

/** A text that one line is enough for, as pdfmake is given it. */
export function oneLine(text: string): string[] {
  return runsOf(visualLine(cleanText(text)))
}

// Points that are left free, so that what just fits here fits there.
const spare = 0.5

/**
 * A text that may need several lines of `width` points, set in `size` points, as pdfmake is given it. pdfmake breaks lines in
 * the order in which it draws them; where some of the text runs from right to left that is not the order in which it is read,
 * so such a text comes with its lines broken.
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
