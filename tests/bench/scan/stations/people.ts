/** People at keyboards: realistic key strokes, as states of their keyboard. */
import type { Random } from '../random.ts'
import { keysOf } from './firmware.ts'
import type { Arrival } from './links.ts'

interface Stroke {
  readonly code: string
  readonly at: number
  readonly holdMs: number
}

export interface Typing {
  readonly arrivals: readonly Arrival[]
  readonly end: number
}

// The times of people are skewed to the right.
const lognormal = (random: Random, median: number, sigma: number): number =>
  median * Math.exp(random.normal(0, sigma, -2.2 * sigma))

// Releases a key that is pressed again while it is down.
function statesOf(strokes: readonly Stroke[]): readonly Arrival[] {
  const inOrder = [...strokes].sort((a, b) => a.at - b.at)
  const edges = inOrder.flatMap(({ code, at, holdMs }, index) => {
    const nextPress = inOrder.find((other, place) => place > index && other.code === code)
    const upAt = Math.min(at + holdMs, nextPress === undefined ? Number.POSITIVE_INFINITY : nextPress.at - 5)
    return [
      { at, code, isDown: true },
      { at: Math.max(at + 1, upAt), code, isDown: false },
    ]
  })
  let down: readonly string[] = []
  return edges
    .sort((a, b) => a.at - b.at)
    .map(({ at, code, isDown }) => {
      down = isDown ? [...down, code] : down.filter((other) => other !== code)
      return { at, down }
    })
}

const typingOf = (strokes: readonly Stroke[]): Typing => ({
  arrivals: statesOf(strokes),
  end: Math.max(...strokes.map(({ at, holdMs }) => at + holdMs)),
})

function strokesOf(keys: readonly string[], at: number, holdMs: number): readonly Stroke[] {
  const code = keys.at(-1) ?? 'Space'
  const keyStroke = { code, at, holdMs }
  return keys.length === 1
    ? [keyStroke]
    : [{ code: 'ShiftLeft', at: at - 45, holdMs: holdMs + 60 }, keyStroke]
}

const phrases = [
  'damaged in transport',
  'the roots are dry',
  'return to house 7 row 12',
  'hold until monday 8 am',
  'Lavandula angustifolia',
  'prunus 40 60 co 3 l',
  'pot 13 cm ask Jonas',
  'transfer with next truck',
  'acer palmatum',
  'gardenerss',
] as const

/**
 * Ten-finger typing at 90 to 130 words a minute: the next key is often pressed before the last one is up, and
 * some pairs are nearly simultaneous.
 */
export function typistTypes(random: Random, start: number, text: string = random.pick(phrases)): Typing {
  const median = random.between(85, 125)
  const hold = random.between(60, 115)
  let at = start
  const strokes = [...text].flatMap((character, index) => {
    const holdMs = Math.max(38, lognormal(random, hold, 0.22))
    const keyStrokes = strokesOf(keysOf(character), at, holdMs)
    at += random.chance(0.08) ? random.between(14, 50) : Math.max(30, lognormal(random, median, 0.35))
    // The same finger must release its key before it presses it again.
    if (text[index + 1] === character)
      at = Math.max(at, (keyStrokes.at(-1)?.at ?? at) + holdMs + random.between(35, 80))
    return keyStrokes
  })
  return typingOf(strokes)
}

/** Two-finger typing: each key is released before the next. */
export function hunterTypes(random: Random, start: number, text: string = random.pick(phrases)): Typing {
  let at = start
  const strokes = [...text].flatMap((character) => {
    const holdMs = Math.max(40, lognormal(random, 95, 0.3))
    const keyStrokes = strokesOf(keysOf(character), at, holdMs)
    at += holdMs + lognormal(random, 220, 0.5)
    return keyStrokes
  })
  return typingOf(strokes)
}

const digitsOf = (random: Random, maxDigits: number): string =>
  Array.from({ length: random.whole(1, maxDigits) }, () => String(random.whole(0, 9))).join('')

/** Numbers on a number pad, usually ended by Enter. */
export function padTypes(random: Random, start: number, text = digitsOf(random, 10)): Typing {
  const median = random.between(95, 190)
  const hold = random.between(48, 90)
  let at = start
  const codes = [...text].map((digit) => `Numpad${digit}`)
  if (random.chance(0.7)) codes.push('NumpadEnter')
  const strokes = codes.map((code, index) => {
    const stroke = { code, at, holdMs: Math.max(36, lognormal(random, hold, 0.2)) }
    at += random.chance(0.05) ? random.between(25, 60) : Math.max(45, lognormal(random, median, 0.25))
    if (codes[index + 1] === code) at = Math.max(at, stroke.at + stroke.holdMs + random.between(35, 80))
    return stroke
  })
  return typingOf(strokes)
}

const neighbours: Readonly<Record<string, string>> = {
  Digit1: 'Digit2',
  Digit2: 'Digit3',
  Digit3: 'Digit2',
  Digit4: 'Digit5',
  Digit5: 'Digit6',
  Digit6: 'Digit7',
  Digit7: 'Digit8',
  Digit8: 'Digit9',
  Digit9: 'Digit0',
  Digit0: 'Digit9',
  KeyA: 'KeyS',
  KeyE: 'KeyR',
  KeyT: 'KeyY',
  KeyO: 'KeyP',
  KeyN: 'KeyM',
}

/** Typing with work gloves: slow, with hits of a neighbouring key, full or brief, and double hits. */
export function glovesType(random: Random, start: number): Typing {
  const text = random.chance(0.6) ? digitsOf(random, 6) : random.pick(phrases)
  let at = start
  const strokes = [...text].flatMap((character) => {
    const holdMs = Math.max(60, lognormal(random, 150, 0.3))
    const keyStrokes = strokesOf(keysOf(character), at, holdMs)
    const code = keyStrokes.at(-1)?.code ?? ''
    const nearby = neighbours[code]
    const kind = random.next()
    const extra: Stroke[] = []
    if (kind < 0.12 && nearby !== undefined)
      extra.push({ code: nearby, at: at + random.between(2, 30), holdMs: holdMs * random.between(0.6, 1.1) })
    else if (kind < 0.18 && nearby !== undefined)
      extra.push({ code: nearby, at: at + random.between(2, 30), holdMs: random.between(9, 40) })
    else if (kind < 0.24)
      extra.push({ code, at: at + holdMs + random.between(15, 70), holdMs: random.between(15, 70) })
    at += holdMs + lognormal(random, 260, 0.4)
    return [...keyStrokes, ...extra]
  })
  return typingOf(strokes)
}

/** A worn keyboard: a key's contact opens and closes again after its press or release. */
export function wornKeysType(random: Random, start: number): Typing {
  const typed = random.pick([typistTypes, padTypes, hunterTypes])(random, start)
  const arrivals = typed.arrivals.flatMap((state, index): readonly Arrival[] => {
    const before = typed.arrivals[index - 1]?.down ?? []
    const after = typed.arrivals[index + 1]?.at ?? Number.POSITIVE_INFINITY
    const bounceMs = random.between(3, 14)
    const apartMs = random.between(3, 14)
    if (!random.chance(0.06) || after < state.at + bounceMs + apartMs + 1) return [state]
    return [
      state,
      { at: state.at + bounceMs, down: before },
      { at: state.at + bounceMs + apartMs, down: state.down },
    ]
  })
  return { ...typed, arrivals }
}

/** A key that is held until it repeats: a digit, a letter, or a caret key. */
export function holdsKey(random: Random, start: number): Typing {
  const code = random.pick(['Digit0', 'Digit9', 'KeyX', 'Backspace', 'ArrowDown', 'Space'])
  return typingOf([{ code, at: start, holdMs: random.between(300, 1800) }])
}

/** A fist or a book on the keyboard. */
export function leansOn(random: Random, start: number): Typing {
  const row = random.pick([
    ['KeyA', 'KeyS', 'KeyD', 'KeyF', 'KeyG'],
    ['Digit4', 'Digit5', 'Digit6', 'KeyR', 'KeyT', 'KeyY'],
    ['Numpad1', 'Numpad2', 'Numpad4', 'Numpad5'],
  ])
  return typingOf(
    row.map((code) => ({ code, at: start + random.between(0, 40), holdMs: random.between(120, 600) })),
  )
}
