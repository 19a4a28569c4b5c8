import bidiFactory from 'bidi-js'

const bidi = bidiFactory()
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1eeff}]/u

/**
 * Cleans a text for paper: composes characters, so that an accent has its own glyph, and uses plain spaces.
 * Removes control characters, direction marks, selectors, joiners and lone surrogates.
 */
export function cleanText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()
}

// Does it contain right-to-left text, so that its visual order differs from its order in memory?
const hasRightToLeft = (text: string): boolean => rightToLeft.test(text)

export type Direction = 'ltr' | 'rtl'

/** Returns the direction of the first letter that has one (Unicode rules P2 and P3). */
export function directionOf(text: string): Direction {
  return hasRightToLeft(text) && bidi.getEmbeddingLevels(text, 'auto').paragraphs[0]?.level === 1
    ? 'rtl'
    : 'ltr'
}

/**
 * Reorders a line into visual order, left to right. Only whole words move (Unicode rule L2), because the
 * font orders and joins the letters of a word. `direction` is that of the whole text.
 */
export function visualLine(line: string, direction: Direction = directionOf(line)): string {
  if (!hasRightToLeft(line) && direction === 'ltr') return line
  const { levels } = bidi.getEmbeddingLevels(line, direction)
  const words: { text: string; level: number }[] = []
  for (const match of line.matchAll(/\S+|\s+/gu)) {
    const [text] = match
    const strong = [...text].findIndex((letter) => /[\p{L}\p{N}]/u.test(letter))
    const offset = strong < 0 ? 0 : [...text].slice(0, strong).join('').length
    words.push({ text, level: levels[match.index + offset] ?? 0 })
  }
  const highest = Math.max(...words.map(({ level }) => level))
  for (let level = highest; level >= 1; level -= 1) {
    for (let start = 0; start < words.length; start += 1) {
      let end = start
      while ((words[end]?.level ?? -1) >= level) end += 1
      if (end > start) {
        words.splice(start, end - start, ...words.slice(start, end).toReversed())
        start = end
      }
    }
  }
  return words.map(({ text }) => text).join('')
}

/**
 * Splits a visual line into runs to draw in order. Spaces are separate runs, because a right-to-left word
 * would move the space after it to its other side.
 */
export function splitRuns(line: string): string[] {
  return hasRightToLeft(line) ? line.split(/(\s+)/u).filter((run) => run !== '') : [line]
}
