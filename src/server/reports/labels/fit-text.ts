import { breakLines, longestThatFits, measure } from '../paper/paragraph.ts'
import { cleanText, directionOf, visualLine } from '../paper/visible-text.ts'
import type { Weight } from '../paper/weights.ts'

/** From one line to the next, in sizes of the letters. */
export const lineHeight = 1.17

export interface FittedText {
  /** Points. */
  readonly size: number
  /** Each in the order in which it is drawn, with its width in points. */
  readonly lines: readonly { readonly text: string; readonly width: number }[]
}

// How far a text that is too long may be set smaller before it is cut.
const smallest = 0.6

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
  const direction = directionOf(clean)
  const draw = (size: number) => (line: string) => ({
    text: visualLine(line, direction),
    width: measure(line, weight) * size,
  })
  const highest = Math.min(room.size, room.height / lineHeight)
  const step = (highest * (1 - smallest)) / 8
  for (let size = highest; size >= highest * smallest - 0.001; size -= step) {
    const most = Math.min(room.lines, Math.max(1, Math.floor(room.height / (size * lineHeight) + 0.001)))
    const lines = breakLines(clean, weight, room.width / size)
    if (lines.length <= most) return { size, lines: lines.map(draw(size)) }
  }
  const size = highest * smallest
  const most = Math.min(room.lines, Math.max(1, Math.floor(room.height / (size * lineHeight) + 0.001)))
  const lines = breakLines(clean, weight, room.width / size)
  const kept = lines.slice(0, most)
  const last = kept.at(-1) ?? ''
  return { size, lines: [...kept.slice(0, -1), cut(last, weight, room.width / size)].map(draw(size)) }
}

// The line with an ellipsis for what had to go.
const cut = (line: string, weight: Weight, width: number): string =>
  `${longestThatFits(line, weight, width, '…').trimEnd()}…`
