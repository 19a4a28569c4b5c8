/**
 * Tracks which Alt and Shift keys are down, and since when. The burst decides if a modifier belongs to a
 * chord, an Alt code or a person (docs/scanning.md, Detection, rules 8 and 10).
 */
import type { CaptureEvent, KeyDown, Keystroke } from './capture.ts'

export interface HeldModifiers {
  /** Number of Alt presses so far. */
  readonly altPresses: number
  readonly isAltDown: boolean
  /** Time stamp of each held Shift key, by position. */
  readonly shifts: Readonly<Record<string, number>>
}

export const noModifiers: HeldModifiers = { altPresses: 0, isAltDown: false, shifts: {} }

const modifierKeys = new Set([
  'Shift',
  'CapsLock',
  'NumLock',
  'ScrollLock',
  'Control',
  'Alt',
  'AltGraph',
  'Meta',
  'Fn',
  'FnLock',
  'Hyper',
  'Super',
  'Symbol',
  'SymbolLock',
])

export function isModifier(key: string): boolean {
  return modifierKeys.has(key)
}

/**
 * Records the press of a modifier. A repeat is no new press. If a released key repeats, it is still held: the
 * release came from the same key of another keyboard.
 */
export function pressModifier(held: HeldModifiers, { key, code, at, repeat }: KeyDown): HeldModifiers {
  if (repeat) {
    if (key !== 'Shift' || code in held.shifts) return held
    return { ...held, shifts: { ...held.shifts, [code]: Number.NEGATIVE_INFINITY } }
  }
  if (key === 'Alt') return { ...held, isAltDown: true, altPresses: held.altPresses + 1 }
  return key === 'Shift' ? { ...held, shifts: { ...held.shifts, [code]: at } } : held
}

export function releaseModifier(
  held: HeldModifiers,
  { key, code }: Pick<KeyDown, 'key' | 'code'>,
): HeldModifiers {
  if (key === 'Alt') return { ...held, isAltDown: false }
  if (key !== 'Shift') return held
  const { [code]: _released, ...shifts } = held.shifts
  return { ...held, shifts }
}

/** Does the key have only Alt, or Alt with Shift? A person pressed it, or firmware sets it on each key. */
export function isAltOnly({ alt, ctrl, meta, altGraph }: KeyDown): boolean {
  return alt && !ctrl && !meta && !altGraph
}

const padDigit = /^Numpad([0-9])$/

/** The digit of an Alt code: a number pad key while Alt is down, with or without Num Lock. */
export function codeDigit(event: KeyDown, held: HeldModifiers): string | undefined {
  return isAltOnly(event) && held.isAltDown ? padDigit.exec(event.code)?.[1] : undefined
}

/** The known modifiers of a key. `before` is the time stamp of the key before. */
export function modifiersOf(
  event: KeyDown,
  held: HeldModifiers,
  before: number,
): Pick<Keystroke, 'altPress' | 'shiftSince'> {
  const shifts = event.shift ? Object.values(held.shifts) : []
  // Of two Shift keys, uses the one that was pressed for this key.
  const own = shifts.filter((since) => since >= before)
  const since = own.length > 0 ? Math.max(...own) : Math.min(...shifts)
  return {
    ...(isAltOnly(event) && { altPress: held.isAltDown ? held.altPresses : 0 }),
    ...(shifts.length > 0 && { shiftSince: since }),
  }
}

/** A key with its modifiers. */
export type KeyWithModifiers = KeyDown & Pick<Keystroke, 'altPress' | 'shiftSince'>

/** The keys of recorded events, without modifier keys, each with its modifiers. */
export function keysOfEvents(events: readonly CaptureEvent[]): readonly KeyWithModifiers[] {
  const keys: KeyWithModifiers[] = []
  let held = noModifiers
  for (const event of events) {
    if (event.type === 'up') held = releaseModifier(held, event)
    if (event.type !== 'down') continue
    if (isModifier(event.key)) {
      held = pressModifier(held, event)
      continue
    }
    const before = keys.at(-1)?.at ?? Number.NEGATIVE_INFINITY
    keys.push({ ...event, key: codeDigit(event, held) ?? event.key, ...modifiersOf(event, held, before) })
  }
  return keys
}

type Struck = Pick<Keystroke, 'altPress' | 'code'>

/** Is the key a digit of an Alt code? */
export function isCodeDigit({ altPress = 0, code }: Struck): boolean {
  return altPress > 0 && padDigit.test(code)
}

/** Is the key a character with Alt, from firmware that sets it on all keys or from a person's chord? */
export function isAltCharacter(stroke: Struck): boolean {
  return stroke.altPress !== undefined && !isCodeDigit(stroke)
}
