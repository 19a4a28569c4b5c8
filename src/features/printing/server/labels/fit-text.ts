import { breakLines, lineHeight, longestThatFits, measure } from '../paper/paragraph.ts'
import { cleanText, directionOf, visualLine } from '../paper/visible-text.ts'
import type { Weight } from '../paper/weights.ts'

export interface FittedText {
  /** In points. */
  readonly size: number
  /** In drawing order, each with its width in points. */
  readonly lines: readonly { readonly text: string; readonly width: number }[]
  /** True if the text is too long even at the smallest size, so its end is missing. */
  readonly isTruncated: boolean
}

// The smallest share of the font size before text is truncated.
const minSizeRatio = 0.6
// The smallest size in points for text of several lines, if that gives room for more lines.
const minMultilineSizePt = 5

/**
 * Fits a text into a box: shrinks it down to 60 % of its size, or further if that adds a line. A text that is
 * still too long ends in an ellipsis. Lengths are points.
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
  const lowest = Math.min(highest * minSizeRatio, Math.max(highest / room.lines, minMultilineSizePt))
  const step = (highest - lowest) / 8
  for (let size = highest; size >= lowest - 0.001; size -= step) {
    const maxLines = Math.min(room.lines, Math.max(1, Math.floor(room.height / (size * lineHeight) + 0.001)))
    const lines = breakLines(clean, weight, room.width / size)
    if (lines.length <= maxLines) return { size, lines: lines.map(draw(size)), isTruncated: false }
  }
  const size = lowest
  const maxLines = Math.min(room.lines, Math.max(1, Math.floor(room.height / (size * lineHeight) + 0.001)))
  const lines = breakLines(clean, weight, room.width / size)
  const keptLines = lines.slice(0, maxLines)
  const last = keptLines.at(-1) ?? ''
  const drawn = [...keptLines.slice(0, -1), truncate(last, weight, room.width / size)].map(draw(size))
  return { size, lines: drawn, isTruncated: true }
}

// Truncates the line and adds an ellipsis.
const truncate = (line: string, weight: Weight, width: number): string =>
  `${longestThatFits(line, weight, width, '…').trimEnd()}…`
