// Which of the two layouts a screen has, and how much room its tables have.
import { useMedia } from './use-media.ts'

// In media queries a rem is the device's, whatever size of text the person has chosen here.
const from = (rem: number): string =>
  `(min-width: ${(rem * (Number.parseFloat(document.documentElement.style.fontSize) || 100)) / 100}rem)`

/** Is this a terminal, with room for tables and without a touch screen as its main input? */
export function useIsTerminal(): boolean {
  return useMedia(`${from(64)} and (not (pointer: coarse))`)
}

/**
 * For how many of its columns a table has room: all, those that are not left out first, or those that are
 * never left out.
 */
export type TableRoom = 'all' | 'most' | 'few'

/** The room of a table here; the widest one has more columns than others have. */
export function useTableRoom(): TableRoom {
  const [wide, widest] = [useMedia(from(80)), useMedia(from(90))]
  return widest ? 'all' : wide ? 'most' : 'few'
}
