/** A scanner's firmware: the sequence of keyboard states that it reports for a code. */
import { readPosition } from '#core/scan/layouts.ts'
import type { Random } from '../random.ts'

/**
 * A keyboard state: the positions of all pressed keys, modifiers first. The device makes it `pause` ms after
 * the host took the last one.
 */
export interface State {
  readonly down: readonly string[]
  readonly pause: number
}

export type Suffix = 'Enter' | 'Tab' | 'CRLF' | 'none'

export interface Firmware {
  /** `separate`: an own state releases each key. `rolled`: the next key replaces it in one state. */
  readonly style: 'separate' | 'shift first' | 'rolled'
  /** Milliseconds that a key is down, and from its release to the next press, plus the link's time. */
  readonly holdMs: number
  readonly gapMs: number
  readonly suffix: Suffix
}

const typableCodes = [
  ...[...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => `Key${letter}`),
  ...[...'0123456789'].map((digit) => `Digit${digit}`),
  ...['Minus', 'Period', 'Space', 'Slash', 'Comma', 'Semicolon'],
]
const keysByCharacter = new Map<string, readonly string[]>()
for (const shift of [true, false])
  for (const code of typableCodes)
    keysByCharacter.set(readPosition(code, shift, 'us') ?? '', shift ? ['ShiftLeft', code] : [code])

/** The keys that write a character on a US keyboard. */
export function keysOf(character: string): readonly string[] {
  return keysByCharacter.get(character) ?? []
}

const suffixes: Readonly<Record<Suffix, readonly (readonly string[])[]>> = {
  none: [],
  Enter: [['Enter']],
  Tab: [['Tab']],
  CRLF: [['Enter'], ['ControlLeft', 'KeyJ']],
}

/** The keyboard states for a code. */
export function statesOf(code: string, { style, holdMs, gapMs, suffix }: Firmware): readonly State[] {
  const strokes = [...[...code].map(keysOf), ...suffixes[suffix]]
  const states: State[] = []
  let previousKeys: readonly string[] = []
  for (const keys of strokes) {
    const pause = states.length === 0 ? 0 : gapMs
    if (style === 'rolled') {
      if (previousKeys.at(-1) === keys.at(-1)) states.push({ down: [], pause: holdMs })
      states.push({ down: keys, pause: holdMs })
    } else if (style === 'shift first' && keys.length > 1) {
      states.push({ down: keys.slice(0, 1), pause }, { down: keys, pause: 0 })
      states.push({ down: keys.slice(0, 1), pause: holdMs }, { down: [], pause: 0 })
    } else states.push({ down: keys, pause }, { down: [], pause: holdMs })
    previousKeys = keys
  }
  if (style === 'rolled') states.push({ down: [], pause: holdMs })
  return states
}

/** Firmware of a wired scanner with factory settings, or with a delay between characters. */
export function wiredFirmware(
  random: Random,
  suffix: Suffix,
  delay = random.pick([0, 0, 0, 2, 6]),
): Firmware {
  return { style: random.pick(['separate', 'separate', 'shift first']), holdMs: 0, gapMs: delay, suffix }
}
