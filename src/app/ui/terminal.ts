// Detects whether a screen has the terminal layout, and how much room its tables have.
import { useMedia } from './use-media.ts'

// In media queries a rem is the device's, independent of the text size chosen in the app.
const minWidthQuery = (rem: number): string =>
  `(min-width: ${(rem * (Number.parseFloat(document.documentElement.style.fontSize) || 100)) / 100}rem)`

/** Is this a terminal, with room for tables and without a touch screen as its main input? */
export function useIsTerminal(): boolean {
  return useMedia(`${minWidthQuery(64)} and (not (pointer: coarse))`)
}

/** The columns that fit: all, all except those that are hidden first, or only those that are never hidden. */
export type TableRoom = 'all' | 'most' | 'few'

/** The room of a table here; the widest tables have the most columns. */
export function useTableRoom(): TableRoom {
  const [wide, widest] = [useMedia(minWidthQuery(80)), useMedia(minWidthQuery(90))]
  return widest ? 'all' : wide ? 'most' : 'few'
}
