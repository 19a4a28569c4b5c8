import { breakLines, longestThatFits, measure } from '../paper/paragraph.ts'
import { cleanText, directionOf, visualLine } from '../paper/visible-text.ts'
import type { Weight } from '../paper/weights.ts'

/** Line spacing, in font sizes. */
export const lineHeight = 1.17

export interface FittedText {
  /** Points. */
  readonly size: number
  /** In drawing order, each with its width in points. */
  readonly lines: readonly { readonly text: string; readonly width: number }[]
  /** Too long even at the smallest size: the end is missing. */
  readonly isCut: boolean
}

// The smallest share of the font size before text is cut.
const smallest = 0.6
// Text of several lines may be as small as needed to use them all, down to this size in points.
const smallestOfSeveral = 5

/**
 * Fits a text into a box: the largest size between the wanted one and three fifths of it, or less where that
 * makes room for another line. A text that is still too long ends in an ellipsis. Lengths are points.
 */
export function fitText(
  text: string,
  weight: Weight,
  room: { readonly width: number; readonly height: number; readonly lines: number; readonly size: number },
): FittedText {
  const clean = cleanText(text)
  const direction = directionOf(clean)
  const draw = (size: number) => (line: string) => ({
    text: visualLine(line, direction),
    width: measure(line, weight) * size,
  })
  const highest = Math.min(room.size, room.height / lineHeight)
  const lowest = Math.min(highest * smallest, Math.max(highest / room.lines, smallestOfSeveral))
  const step = (highest - lowest) / 8
  for (let size = highest; size >= lowest - 0.001; size -= step) {
    const most = Math.min(room.lines, Math.max(1, Math.floor(room.height / (size * lineHeight) + 0.001)))
    const lines = breakLines(clean, weight, room.width / size)
    if (lines.length <= most) return { size, lines: lines.map(draw(size)), isCut: false }
  }
  const size = lowest
  const most = Math.min(room.lines, Math.max(1, Math.floor(room.height / (size * lineHeight) + 0.001)))
  const lines = breakLines(clean, weight, room.width / size)
  const kept = lines.slice(0, most)
  const last = kept.at(-1) ?? ''
  const drawn = [...kept.slice(0, -1), cut(last, weight, room.width / size)].map(draw(size))
  return { size, lines: drawn, isCut: true }
}

// The line, cut and with an ellipsis.
const cut = (line: string, weight: Weight, width: number): string =>
  `${longestThatFits(line, weight, width, '…').trimEnd()}…`
