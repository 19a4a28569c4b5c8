// Lays out text outside of pdfmake: width, line breaks, and visual order.
import { type Face, needsFallback, openFace, piecesOf } from './faces.ts'
import { cleanText, directionOf, hasRightToLeft, splitRuns, visualLine } from './visible-text.ts'
import type { Weight } from './weights.ts'

/** Returns the width of a text at 1 point, in points. */
export function measure(text: string, weight: Weight): number {
  let width = 0
  // Measure word by word, as the text is drawn: letters join within a word, but not across words.
  for (const word of text.split(' ')) {
    for (const piece of piecesOf(word, weight)) {
      const font = openFace(piece.face)
      width += font.layout(piece.text).advanceWidth / font.unitsPerEm
    }
  }
  const mainFont = openFace(weight)
  const spaces = text.split(' ').length - 1
  return width + (spaces * mainFont.layout(' ').advanceWidth) / mainFont.unitsPerEm
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

/** A run of text for pdfmake: in the main font, or in a fallback. */
export type Run = string | { readonly text: string; readonly font: Face }

const withFonts = (runs: readonly string[], weight: Weight): Run[] =>
  runs.flatMap((run) =>
    piecesOf(run, weight).map(({ text, face }) => (face === weight ? text : { text, font: face })),
  )

/** Returns a single line of text for pdfmake. */
export function oneLine(text: string): Run[] {
  return withFonts(splitRuns(visualLine(cleanText(text))), 'normal')
}

// Reserved points, so that rounding does not break a line that just fits.
const roundingReservePt = 0.5

/**
 * Returns a text of one or more lines for pdfmake; `width` and `size` are points. Text with right-to-left
 * words or fallback fonts is broken into lines here, because pdfmake breaks in drawing order and only at
 * spaces.
 */
export function paragraph(
  text: string,
  {
    width,
    size,
    weight = 'normal',
  }: { readonly width: number; readonly size: number; readonly weight?: Weight },
): Run[] {
  const clean = cleanText(text)
  if (!hasRightToLeft(clean) && !needsFallback(clean)) return [clean]
  const direction = directionOf(clean)
  return breakLines(clean, weight, (width - roundingReservePt) / size).flatMap((line, index) => {
    const runs = withFonts(splitRuns(visualLine(line, direction)), weight)
    return index === 0 ? runs : ['\n', ...runs]
  })
}
