/**
 * Which Alt and Shift keys are down, and since when. Whether a modifier belongs to a chord, to a character's code or to a
 * hand that rests on it is decided by the burst (docs/scanning.md, Detection, rules 8 and 10); here the facts for it are kept.
 */
import type { CaptureEvent, KeyDown, Keystroke } from './capture.ts'

export interface HeldModifiers {
  /** How often Alt went down so far. */
  readonly altPresses: number
  readonly isAltDown: boolean
  /** Since when each Shift key that is down has been, by its position. */
  readonly shifts: Readonly<Record<string, number>>
}

export const noModifiers: HeldModifiers = { altPresses: 0, isAltDown: false, shifts: {} }

const names = new Set([
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
  return names.has(key)
}

/**
 * A modifier goes down. Its repeats are not new presses; but a key that has been let go of and repeats is still held by a
 * hand: another keyboard's release of the same key has been taken for its own.
 */
export function noteDown(held: HeldModifiers, { key, code, at, repeat }: KeyDown): HeldModifiers {
  if (repeat) {
    if (key !== 'Shift' || code in held.shifts) return held
    return { ...held, shifts: { ...held.shifts, [code]: Number.NEGATIVE_INFINITY } }
  }
  if (key === 'Alt') return { ...held, isAltDown: true, altPresses: held.altPresses + 1 }
  return key === 'Shift' ? { ...held, shifts: { ...held.shifts, [code]: at } } : held
}

export function noteUp(held: HeldModifiers, { key, code }: Pick<KeyDown, 'key' | 'code'>): HeldModifiers {
  if (key === 'Alt') return { ...held, isAltDown: false }
  if (key !== 'Shift') return held
  const { [code]: _released, ...shifts } = held.shifts
  return { ...held, shifts }
}

/** Alt and nothing else but Shift: on a character, a chord of a person or what some firmware sets on each key. */
export function isAltOnly({ alt, ctrl, meta, altGraph }: KeyDown): boolean {
  return alt && !ctrl && !meta && !altGraph
}

const padDigit = /^Numpad([0-9])$/

/** The digit of a character's decimal code: one of the number pad while Alt is down. Num Lock makes no difference. */
export function codeDigit(event: KeyDown, held: HeldModifiers): string | undefined {
  return isAltOnly(event) && held.isAltDown ? padDigit.exec(event.code)?.[1] : undefined
}

/** What a key is struck under, as far as it is known. `before` is when the key before it went down. */
export function pressesOf(
  event: KeyDown,
  held: HeldModifiers,
  before: number,
): Pick<Keystroke, 'altPress' | 'shiftSince'> {
  const shifts = event.shift ? Object.values(held.shifts) : []
  // Of two Shift keys, the one that went down for this key.
  const own = shifts.filter((since) => since >= before)
  const since = own.length > 0 ? Math.max(...own) : Math.min(...shifts)
  return {
    ...(isAltOnly(event) && { altPress: held.isAltDown ? held.altPresses : 0 }),
    ...(shifts.length > 0 && { shiftSince: since }),
  }
}

/** A key with what it was struck under. */
export type StruckKey = KeyDown & Pick<Keystroke, 'altPress' | 'shiftSince'>

/** The keys of recorded facts, without the modifiers, each with what it was struck under. */
export function strike(events: readonly CaptureEvent[]): readonly StruckKey[] {
  const keys: StruckKey[] = []
  let held = noModifiers
  for (const event of events) {
    if (event.type === 'up') held = noteUp(held, event)
    if (event.type !== 'down') continue
    if (isModifier(event.key)) {
      held = noteDown(held, event)
      continue
    }
    const before = keys.at(-1)?.at ?? Number.NEGATIVE_INFINITY
    keys.push({ ...event, key: codeDigit(event, held) ?? event.key, ...pressesOf(event, held, before) })
  }
  return keys
}

type Struck = Pick<Keystroke, 'altPress' | 'code'>

/** Whether a key is a digit of a character's code rather than a character of its own. */
export function isCodeDigit({ altPress = 0, code }: Struck): boolean {
  return altPress > 0 && padDigit.test(code)
}

/** Whether a key is a character with Alt on it: one of a burst in which all are, or a person's chord. */
export function isAltCharacter(stroke: Struck): boolean {
  return stroke.altPress !== undefined && !isCodeDigit(stroke)
}
