/** A scanner's firmware: which keyboard states it reports for a code, one after the other. */
import { readPosition } from '#core/scan/layouts.ts'
import type { Random } from '../random.ts'

/**
 * A state of a keyboard: positions of all keys that are down, modifiers first. Made `pause` after the one
 * before was taken.
 */
export interface State {
  readonly down: readonly string[]
  readonly pause: number
}

export type Suffix = 'Enter' | 'Tab' | 'CRLF' | 'none'

export interface Firmware {
  /**
   * `separate`: each key is released by a state of its own. `rolled`: the next key replaces it in one
   * state.
   */
  readonly style: 'separate' | 'shift first' | 'rolled'
  /**
   * Between the press and the release of a key, and between a key's release and the next press, beyond the
   * link's own time.
   */
  readonly holdMs: number
  readonly gapMs: number
  readonly suffix: Suffix
}

const writable = [
  ...[...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => `Key${letter}`),
  ...[...'0123456789'].map((digit) => `Digit${digit}`),
  ...['Minus', 'Period', 'Space', 'Slash', 'Comma', 'Semicolon'],
]
const places = new Map<string, readonly string[]>()
for (const shift of [true, false])
  for (const code of writable)
    places.set(readPosition(code, shift, 'us') ?? '', shift ? ['ShiftLeft', code] : [code])

/** The keys that write a character on a US keyboard. */
export function keysOf(character: string): readonly string[] {
  return places.get(character) ?? []
}

const suffixes: Readonly<Record<Suffix, readonly (readonly string[])[]>> = {
  none: [],
  Enter: [['Enter']],
  Tab: [['Tab']],
  CRLF: [['Enter'], ['ControlLeft', 'KeyJ']],
}

/** The states that a code makes. */
export function statesOf(code: string, { style, holdMs, gapMs, suffix }: Firmware): readonly State[] {
  const strokes = [...[...code].map(keysOf), ...suffixes[suffix]]
  const states: State[] = []
  let before: readonly string[] = []
  for (const keys of strokes) {
    const pause = states.length === 0 ? 0 : gapMs
    if (style === 'rolled') {
      if (before.at(-1) === keys.at(-1)) states.push({ down: [], pause: holdMs })
      states.push({ down: keys, pause: holdMs })
    } else if (style === 'shift first' && keys.length > 1) {
      states.push({ down: keys.slice(0, 1), pause }, { down: keys, pause: 0 })
      states.push({ down: keys.slice(0, 1), pause: holdMs }, { down: [], pause: 0 })
    } else states.push({ down: keys, pause }, { down: [], pause: holdMs })
    before = keys
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
