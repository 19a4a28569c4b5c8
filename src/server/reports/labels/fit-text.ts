import { openFont } from '../paper/fonts.ts'
import { cleanText, visualLine } from '../paper/visible-text.ts'
import type { Weight } from '../paper/weights.ts'

/** From one line to the next, in sizes of the letters. */
export const lineHeight = 1.17

export interface FittedText {
  /** Points. */
  readonly size: number
  /** Each in the order in which it is drawn, with its width in points. */
  readonly lines: readonly { readonly text: string; readonly width: number }[]
}

/** How far a text that is too long may be set smaller before it is cut. */
const smallest = 0.6

/** The width of a text in points, set in letters of one point. */
function measure(text: string, weight: Weight): number {
  const font = openFont(weight)
  let width = 0
  // Word by word, as the text is set: the letters of a word may join, words do not.
  for (const word of text.split(' ')) width += font.layout(word).advanceWidth
  const spaces = text.split(' ').length - 1
  return (width + spaces * font.layout(' ').advanceWidth) / font.unitsPerEm
}

/**
 * Sets a text in a box: as large as it fits between the wanted size and three fifths of it; what is too long even then ends
 * in an ellipsis. Width, height and size are points.
 */
export function fitText(
  text: string,
  weight: Weight,
  room: { readonly width: number; readonly height: number; readonly lines: number; readonly size: number },
): FittedText {
  const clean = cleanText(text)
  const highest = Math.min(room.size, room.height / lineHeight)
  const step = (highest * (1 - smallest)) / 8
  for (let size = highest; size >= highest * smallest - 0.001; size -= step) {
    const most = Math.min(room.lines, Math.max(1, Math.floor(room.height / (size * lineHeight) + 0.001)))
    const lines = breakLines(clean, weight, room.width / size)
    if (lines.length <= most) return { size, lines: finish(lines, weight, size) }
  }
  const size = highest * smallest
  const most = Math.min(room.lines, Math.max(1, Math.floor(room.height / (size * lineHeight) + 0.001)))
  const lines = breakLines(clean, weight, room.width / size)
  const kept = lines.slice(0, most)
  const last = kept.at(-1) ?? ''
  return { size, lines: finish([...kept.slice(0, -1), cut(last, weight, room.width / size)], weight, size) }
}

const finish = (lines: readonly string[], weight: Weight, size: number) =>
  lines.map((line) => ({ text: visualLine(line), width: measure(line, weight) * size }))

/** Breaks at spaces, and within a word that is wider than the line; `width` in letters of one point. */
function breakLines(text: string, weight: Weight, width: number): readonly string[] {
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

/** The line with an ellipsis for what had to go. */
const cut = (line: string, weight: Weight, width: number): string =>
  `${longestThatFits(line, weight, width, '…').trimEnd()}…`

/** The longest beginning that fits together with an ending; at least one character, never half of one. */
function longestThatFits(text: string, weight: Weight, width: number, ending: string): string {
  const characters = [...new Intl.Segmenter('en').segment(text)].map(({ segment }) => segment)
  let [low, high] = [1, characters.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (measure(characters.slice(0, middle).join('') + ending, weight) <= width) low = middle
    else high = middle - 1
  }
  return characters.slice(0, low).join('')
}
