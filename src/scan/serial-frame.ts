/**
 * Characters of a serial scanner -> codes. Most devices end a code with carriage return or line feed, some put it between
 * STX and ETX, some end it with nothing but a pause.
 */

export interface SerialState {
  /** What has come of a code so far. */
  readonly text: string
  /** The device ends its codes: a pause is a busy line then, not an end. */
  readonly hasEnds: boolean
}

export const idleSerial: SerialState = { text: '', hasEnds: false }

/** How long a pause ends a code, in milliseconds; at 9600 baud a character takes one. */
export function serialQuiet({ hasEnds }: SerialState): number {
  return hasEnds ? 1000 : 100
}

const ends = /[\r\n\t\0\u0003\u0004]/
const starts = /\u0002/g
// More than any code has: a cable that babbles must not fill the memory.
const most = 4096

/** Takes characters in: the new state, and the codes that have ended. */
export function takeSerial(
  state: SerialState,
  characters: string,
): readonly [SerialState, readonly string[]] {
  const pieces = (state.text + characters.replace(starts, '')).split(ends)
  const text = (pieces.at(-1) ?? '').slice(-most)
  const codes = pieces.slice(0, -1).filter((code) => code !== '')
  return [{ text, hasEnds: state.hasEnds || codes.length > 0 }, codes]
}

/** The pause has come: what is there is a code. */
export function endSerial({ text, hasEnds }: SerialState): readonly [SerialState, readonly string[]] {
  return [{ text: '', hasEnds }, text === '' ? [] : [text]]
}
