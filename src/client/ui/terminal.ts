// Which of the two layouts a screen has, and how much room its tables have.
import { useMedia } from './use-media.ts'

const TERMINAL = '(min-width: 64rem) and (not (pointer: coarse))'
const WIDE = '(min-width: 80rem)'
const WIDEST = '(min-width: 90rem)'

/** Is this a terminal, with room for tables and without a touch screen as its main input? */
export function useIsTerminal(): boolean {
  return useMedia(TERMINAL)
}

/** For how many of its columns a table has room: all, those that are not left out first, or those that are never left out. */
export type TableRoom = 'all' | 'most' | 'few'

/** The room of a table here; the widest one has more columns than others have. */
export function useTableRoom(): TableRoom {
  const [wide, widest] = [useMedia(WIDE), useMedia(WIDEST)]
  return widest ? 'all' : wide ? 'most' : 'few'
}
