/**
 * Characters of a serial scanner -> codes. Most devices end a code with carriage return or line feed, some
 * put it between STX and ETX, some only pause.
 */

export interface SerialState {
  /** The code so far. */
  readonly text: string
  /** The device sends terminators: a pause is then no end. */
  readonly hasEnds: boolean
}

export const idleSerial: SerialState = { text: '', hasEnds: false }

/** The pause that ends a code, in milliseconds; at 9600 baud a character takes one. */
export function serialQuiet({ hasEnds }: SerialState): number {
  return hasEnds ? 1000 : 100
}

const ends = /[\r\n\t\0\u0003\u0004]/
const starts = /\u0002/g
// Longer than any code: limits memory on a noisy line.
const most = 4096

/** Processes characters: returns the new state and the finished codes. */
export function takeSerial(
  state: SerialState,
  characters: string,
): readonly [SerialState, readonly string[]] {
  const pieces = (state.text + characters.replace(starts, '')).split(ends)
  const text = (pieces.at(-1) ?? '').slice(-most)
  const codes = pieces.slice(0, -1).filter((code) => code !== '')
  return [{ text, hasEnds: state.hasEnds || codes.length > 0 }, codes]
}

/** After the pause: the text so far is a code. */
export function endSerial({ text, hasEnds }: SerialState): readonly [SerialState, readonly string[]] {
  return [{ text: '', hasEnds }, text === '' ? [] : [text]]
}
