/** Typing of people. Each person has a speed, a touch and habits; no key press is as short as a scanner's. */
import type { Random } from '../random.ts'
import type { TraceEvent } from '../traces.ts'
import { positionOf } from './reports.ts'

interface Typed {
  readonly events: readonly TraceEvent[]
  readonly text: string
  readonly end: number
}

interface TypingStyle {
  /** Time from key to key in milliseconds, and its spread as a share. */
  readonly gapMs: number
  readonly spread: number
  /** Time that a key is down in milliseconds, and its spread as a share. */
  readonly holdMs: number
  readonly holdSpread: number
}

// The times of people are skewed: slow keys are much slower, quick ones only a little quicker.
const skewed = (random: Random, middle: number, spread: number): number =>
  middle * Math.exp(random.normal(0, spread, -1.1) - (spread * spread) / 2)

const fastTypist = (random: Random): TypingStyle => ({
  gapMs: random.between(75, 150),
  spread: random.between(0.25, 0.45),
  holdMs: random.between(65, 125),
  holdSpread: random.between(0.15, 0.3),
})
const huntAndPeck = (random: Random): TypingStyle => ({
  gapMs: random.between(300, 900),
  spread: random.between(0.3, 0.6),
  holdMs: random.between(70, 170),
  holdSpread: 0.3,
})
const numberPad = (random: Random): TypingStyle => ({
  gapMs: random.between(85, 170),
  spread: random.between(0.18, 0.35),
  holdMs: random.between(50, 90),
  holdSpread: random.between(0.12, 0.25),
})
const lightTouch = (random: Random): TypingStyle => ({
  gapMs: random.between(110, 220),
  spread: random.between(0.22, 0.4),
  holdMs: random.between(42, 60),
  holdSpread: random.between(0.12, 0.2),
})

const stroke = (key: string, at: number, hold: number, isNumberPad = false): readonly TraceEvent[] => {
  const { code, shift } = positionOf(key)
  const event = {
    key,
    code: isNumberPad ? `Numpad${key}` : key.length > 1 ? key : code,
    shift,
    repeat: false,
    by: 'person' as const,
  }
  const keyEvents: readonly TraceEvent[] = [
    { ...event, type: 'down', at },
    { ...event, type: 'up', at: at + hold },
  ]
  if (!shift) return keyEvents
  const shiftKey = { ...event, key: 'Shift', code: 'ShiftLeft' }
  return [
    { ...shiftKey, type: 'down', at: at - 40 },
    ...keyEvents,
    { ...shiftKey, type: 'up', at: at + hold + 15, shift: false },
  ]
}

// Types a text. Fast typists press the next key before the last one is up.
function typeText(
  random: Random,
  text: string,
  start: number,
  style: TypingStyle,
  isNumberPad = false,
): Typed {
  const events: TraceEvent[] = []
  const upAt = new Map<string, number>()
  let at = start
  for (const key of text) {
    const { code } = positionOf(key)
    at = Math.max(at, (upAt.get(code) ?? 0) + 20)
    const hold = Math.max(34, skewed(random, style.holdMs, style.holdSpread))
    events.push(...stroke(key, at, hold, isNumberPad))
    upAt.set(code, at + hold)
    at += Math.max(22, skewed(random, style.gapMs, style.spread))
  }
  return { events, text, end: at }
}

const phrases = [
  'hold for friday',
  'roots damaged by frost',
  'see note on tray 12',
  'checked by maria',
  'row 4 bench 17',
  'strawberry',
  'rhododendron catawbiense',
  'hydrangea',
  '24 trays short',
] as const
const randomDigits = (random: Random): string =>
  Array.from({ length: random.whole(1, 12) }, () => String(random.whole(0, 9))).join('')

// A key that is held until it repeats.
function heldKey(random: Random, key: string, start: number): Typed {
  const code = key.length > 1 ? key : positionOf(key).code
  const event = { key, code, shift: false, by: 'person' as const }
  const repeats = random.whole(3, 30)
  const first = start + random.pick([250, 500])
  const events: TraceEvent[] = [{ ...event, type: 'down', at: start, repeat: false }]
  for (let count = 0; count < repeats; count += 1)
    events.push({ ...event, type: 'down', at: first + count * random.pick([30, 33]), repeat: true })
  const up = (events.at(-1)?.at ?? start) + random.between(2, 25)
  events.push({ ...event, type: 'up', at: up, repeat: false })
  return { events, text: key.length > 1 ? '' : key.repeat(repeats + 1), end: up + 120 }
}

// Neighbouring keys pressed in one roll of the hand.
function keyRoll(random: Random, start: number): Typed {
  const row = random.pick(['asdf', 'jkl', 'qwer', 'fdsa', 'uiop', '1234', '456', '789'])
  const events: TraceEvent[] = []
  let at = start
  for (const key of row) {
    events.push(...stroke(key, at, random.between(60, 130)))
    at += random.between(6, 30)
  }
  return { events, text: row, end: at + 200 }
}

/** Random typing of one person, sometimes ended by Enter or Tab. */
export function typeSomething(random: Random, start: number): Typed {
  const kind = random.next()
  let typed: Typed
  if (kind < 0.3) typed = typeText(random, random.pick(phrases), start, fastTypist(random))
  else if (kind < 0.45) typed = typeText(random, random.pick(phrases), start, huntAndPeck(random))
  else if (kind < 0.65) typed = typeText(random, randomDigits(random), start, numberPad(random), true)
  else if (kind < 0.8)
    typed = typeText(random, `${random.pick(phrases)} ${randomDigits(random)}`, start, lightTouch(random))
  else if (kind < 0.88) typed = keyRoll(random, start)
  else typed = heldKey(random, random.pick(['7', 'x', 'Backspace', 'ArrowDown']), start)
  if (!random.chance(0.5)) return typed
  return {
    ...typed,
    events: [
      ...typed.events,
      ...stroke(random.pick(['Enter', 'Tab']), typed.end + 60, random.between(55, 120)),
    ],
    end: typed.end + 240,
  }
}

/** Types phrases around a scan, never only a number, so that the person's intention is clear. */
export function typeWords(random: Random, start: number): Typed {
  const style = random.pick([fastTypist, huntAndPeck, lightTouch])(random)
  return typeText(random, `${random.pick(phrases)} ${random.pick(phrases)}`.slice(0, 28), start, style)
}

/** Fills in a field with one finger: each key is up before the next one is pressed. */
export function typeKeyByKey(random: Random, start: number): Typed {
  const text = random.pick(['Lena Moreau', 'Kim', 'row 4 bench 17', '24 trays short', 'Dock 2'])
  const hold = random.between(40, 120)
  const pauseMs = random.pick([0, 1, random.between(0, 30), random.between(30, 120)])
  const events: TraceEvent[] = []
  let at = start
  for (const key of text) {
    const keyHold = hold * random.between(0.9, 1.1)
    events.push(...stroke(key, at, keyHold))
    at += keyHold + pauseMs
  }
  return { events, text, end: at }
}
