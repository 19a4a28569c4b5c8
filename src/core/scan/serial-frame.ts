/**
 * Converts characters of a serial scanner to codes. Most devices end a code with carriage return or line
 * feed. Some send it between STX and ETX, others only pause.
 */

export interface SerialState {
  /** The code so far. */
  readonly text: string
  /** The device sends terminators, so a short pause does not end a code. */
  readonly sendsTerminators: boolean
}

export const idleSerial: SerialState = { text: '', sendsTerminators: false }

/** The pause that ends a code, in milliseconds. At 9600 baud a character takes one millisecond. */
export function serialQuietMs({ sendsTerminators }: SerialState): number {
  return sendsTerminators ? 1000 : 100
}

const endCharacters = /[\r\n\t\0\u0003\u0004]/
const startCharacters = /\u0002/g
// Longer than any code; limits memory use on a noisy line.
const maxLength = 4096

/** Processes characters; returns the new state and the complete codes. */
export function readSerial(
  state: SerialState,
  characters: string,
): readonly [SerialState, readonly string[]] {
  const pieces = (state.text + characters.replace(startCharacters, '')).split(endCharacters)
  const text = (pieces.at(-1) ?? '').slice(-maxLength)
  const codes = pieces.slice(0, -1).filter((code) => code !== '')
  return [{ text, sendsTerminators: state.sendsTerminators || codes.length > 0 }, codes]
}

/** Ends the code after a pause. */
export function endSerialCode({
  text,
  sendsTerminators,
}: SerialState): readonly [SerialState, readonly string[]] {
  return [{ text: '', sendsTerminators }, text === '' ? [] : [text]]
}
