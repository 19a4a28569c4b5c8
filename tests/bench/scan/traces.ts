/**
 * Keyboard traces of scanners and people: what the operating system would send, event by event, with what a
 * perfect detector would report and what the field should hold in the end.
 */

import { defaultProfile } from '#core/scan/default-profile.ts'
import { type NamedLayout, readPosition } from '#core/scan/layouts.ts'
import type { ScannerProfile } from '#core/wire/scanner-profile.ts'
import type { Random } from './random.ts'

export interface TraceEvent {
  readonly at: number
  /**
   * `composed`: a text that no key of its own announces. `composing`: the whole of a text that may still
   * change, until `composition end`
   * makes it final.
   */
  readonly type: 'down' | 'up' | 'text' | 'composed' | 'composing' | 'composition end' | 'paste'
  readonly key: string
  readonly code: string
  readonly shift: boolean
  readonly alt?: boolean
  readonly ctrl?: boolean
  /** When the page gets it, if later than its time stamp, and whether due timers run before it or wait. */
  readonly deliveredAt?: number
  readonly timers?: 'before' | 'after'
  /** It waits in the page's own queue, behind others. */
  readonly isQueued?: boolean
  /** A character key that writes nothing by itself. */
  readonly mute?: boolean
  readonly repeat: boolean
  readonly by: 'scanner' | 'person'
}

export type Focus = 'input' | 'textarea' | 'button' | 'body'

export interface Trace {
  readonly focus: Focus
  readonly events: readonly TraceEvent[]
  /** What is to be reported, in order. */
  readonly codes: readonly string[]
  /** What the person typed: all that the field may hold in the end. */
  readonly typed: string
  /** How many characters the scanner sent. */
  readonly scanned: number
  readonly personKeys: number
  /** A time in which the page's thread is busy: events and timers wait for its end. */
  readonly block?: {
    readonly from: number
    readonly to: number
    readonly timers: 'queued' | 'first' | 'on time'
  }
  /** What the workstation is set to, where it is set to something: its device, or its scanner's layout. */
  readonly profile?: ScannerProfile
}

export interface Group {
  readonly name: string
  readonly make: (random: Random) => Trace
  /** What keeps it from being read in full by anyone, where something does. */
  readonly irreducible?: string
}

export interface Device {
  readonly gap: (random: Random) => number
  readonly hold: (random: Random) => number
  readonly end: 'Enter' | 'Tab' | 'NumpadEnter' | 'none'
}

export function fastDevices(random: Random): Device {
  const period = random.pick([2, 4, 8, 10, 12, 16])
  const end = random.pick<Device['end']>(['Enter', 'Enter', 'Enter', 'Tab', 'NumpadEnter'])
  return {
    gap: () => random.normal(period, period * 0.15, 1),
    hold: () => Math.min(period * 0.8, random.normal(period / 2, period * 0.12, 0.5)),
    end,
  }
}
export function slowDevice(random: Random): Device {
  const hold = random.pick([6, 10, 14, 18])
  return { gap: () => random.between(28, 80), hold: () => random.normal(hold, 3, 2), end: 'Enter' }
}
const silentEnd = (device: Device): Device => ({ ...device, end: 'none' })

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const some = (random: Random, from: string, count: number): string =>
  Array.from({ length: count }, () => from[random.whole(0, from.length - 1)] ?? '').join('')

/** A barcode of the field: a letter and nine digits, sometimes letters throughout, sometimes ten digits. */
export function makeBarcode(random: Random, digitsOnly = true): string {
  const kind = random.next()
  if (kind < 0.7) return some(random, letters, 1) + some(random, '0123456789', 9)
  if (kind < 0.9 || !digitsOnly)
    return `${some(random, letters, 2)}${some(random, `${letters}0123456789`, 7)}${some(random, '0123456789', 1)}`
  return some(random, '0123456789', 10)
}
export function makeCode(random: Random, fewestDigits = 2): string {
  const kind = random.next()
  if (kind < 0.75) return makeBarcode(random)
  if (kind < 0.92)
    return some(random, '123456789', 1) + some(random, '0123456789', random.whole(fewestDigits - 1, 7))
  return `%T.${random.pick(['SHIP', 'OK', 'UNDO', 'PICK', 'CANCEL', 'Q.25', 'R.DAMAGED', 'NEW'])}`
}

// Where a character is on a layout.
function positionOf(character: string, layout: NamedLayout): { code: string; shift: boolean } {
  for (const code of allCodes) {
    for (const shift of [false, true])
      if (readPosition(code, shift, layout) === character) return { code, shift }
  }
  return { code: '', shift: false }
}
const allCodes = [
  ...[...letters].map((letter) => `Key${letter}`),
  ...[...'0123456789'].map((digit) => `Digit${digit}`),
  ...['Minus', 'Equal', 'BracketLeft', 'BracketRight', 'Semicolon', 'Quote', 'Backslash', 'Backquote'],
  ...['IntlBackslash', 'Comma', 'Period', 'Slash', 'Space'],
]
const positions = new Map<string, { code: string; shift: boolean }>()
function findPosition(character: string, layout: NamedLayout): { code: string; shift: boolean } {
  const name = layout + character
  const known = positions.get(name) ?? positionOf(character, layout)
  positions.set(name, known)
  return known
}

export interface Host {
  readonly layout: NamedLayout
  readonly caps: boolean
}
export const plainHost: Host = { layout: 'us', caps: false }

// A key of a scanner set to the United States layout, as a host with another layout or Caps Lock sees it.
function typeKey(
  character: string,
  at: number,
  hold: number,
  by: TraceEvent['by'],
  host: Host = plainHost,
): TraceEvent[] {
  const { code, shift } = findPosition(character, 'us')
  const seen = readPosition(code, shift, host.layout) ?? character
  const letter = seen.toLowerCase() !== seen.toUpperCase()
  const key = host.caps && letter ? (shift ? seen.toLowerCase() : seen.toUpperCase()) : seen
  const event = { key, code, shift, by, repeat: false }
  const strokes: TraceEvent[] = [
    { ...event, type: 'down', at },
    { ...event, type: 'up', at: at + hold },
  ]
  if (!shift) return strokes
  const shiftKey = { key: 'Shift', code: 'ShiftLeft', shift: true, by, repeat: false }
  return [
    { ...shiftKey, type: 'down', at: at - 0.4 },
    ...strokes,
    { ...shiftKey, type: 'up', at: at + hold + 0.1 },
  ]
}

/** Types a code as a device does; answers the events and the time after the last. */
export function scan(
  random: Random,
  code: string,
  start: number,
  device: Device,
  host?: Host,
): { events: TraceEvent[]; end: number } {
  const events: TraceEvent[] = []
  let at = start
  for (const character of code) {
    events.push(...typeKey(character, at, device.hold(random), 'scanner', host))
    at += device.gap(random)
  }
  if (device.end === 'none') return { events, end: at }
  const key = device.end === 'NumpadEnter' ? 'Enter' : device.end
  const stroke = { key, code: device.end, shift: false, by: 'scanner', repeat: false } as const
  events.push({ ...stroke, type: 'down', at }, { ...stroke, type: 'up', at: at + device.hold(random) })
  return { events, end: at + device.gap(random) }
}

interface Typist {
  readonly gapMs: number
  readonly holdMs: number
}
const typist = (random: Random): Typist => ({
  gapMs: 12000 / random.between(25, 120),
  holdMs: random.between(60, 110),
})

// A person types; fast ones press the next key before they release the last.
function type(
  random: Random,
  text: string,
  start: number,
  who: Typist,
): { events: TraceEvent[]; end: number } {
  const events: TraceEvent[] = []
  const upAt = new Map<string, number>()
  let at = start
  for (const character of text) {
    const { code } = findPosition(character, 'us')
    // The same key cannot go down again before it came up.
    at = Math.max(at, (upAt.get(code) ?? 0) + 12)
    const hold = random.normal(who.holdMs, who.holdMs * 0.2, 36)
    events.push(...typeKey(character, at, hold, 'person'))
    upAt.set(code, at + hold)
    at += random.normal(who.gapMs, who.gapMs * 0.35, 28)
  }
  return { events, end: at }
}

const pressPerson = (key: string, at: number, hold: number): TraceEvent[] => [
  { key, code: key, shift: false, by: 'person', repeat: false, type: 'down', at },
  { key, code: key, shift: false, by: 'person', repeat: false, type: 'up', at: at + hold },
]

export function inOrder(events: readonly TraceEvent[]): readonly TraceEvent[] {
  return events
    .map((event, index) => ({ event, index }))
    .sort((a, b) => a.event.at - b.event.at || a.index - b.index)
    .map(({ event }) => event)
}

export function anyFocus(random: Random): Focus {
  return random.pick(['input', 'input', 'input', 'textarea', 'button', 'body'])
}

export function trace(part: Partial<Trace> & Pick<Trace, 'events' | 'codes'>): Trace {
  const characters = part.events.filter(
    ({ by, type, key, mute }) =>
      by === 'scanner' && key.length === 1 && (type === 'composed' || (type === 'down' && mute !== true)),
  )
  const texts = part.events
    .filter((event) => event.type === 'text')
    .reduce((sum, event) => sum + event.key.length, 0)
  return {
    focus: 'input',
    typed: '',
    scanned: characters.length + texts,
    personKeys: part.events.filter(
      (event) =>
        event.by === 'person' && event.type === 'down' && event.key !== 'Shift' && event.key !== 'Alt',
    ).length,
    ...part,
    events: inOrder(part.events),
  }
}

function single(random: Random, device: Device, host?: Host, fewestDigits?: number): Trace {
  const code = makeCode(random, fewestDigits)
  return trace({
    codes: [code],
    events: scan(random, code, 20, device, host).events,
    focus: anyFocus(random),
  })
}

const words = [
  'pick',
  'tray 4',
  'damaged roots',
  'row 12',
  'checked by jan',
  'hold for friday',
  'see note',
  '40',
  '125',
] as const

function whileTyping(random: Random): Trace {
  const who = typist(random)
  const text = `${random.pick(words)} ${random.pick(words)}`
  const person = type(random, text, 20, who)
  const code = makeBarcode(random, false)
  const start = 20 + random.between(0.1, 0.9) * (person.end - 20)
  const device: Device = { ...fastDevices(random), end: random.pick(['Enter', 'Enter', 'none']) }
  const { events } = scan(random, code, start, device)
  // One key down on two keyboards is one key to the system: no page can tell.
  if (meetOnAKey(person.events, events)) return whileTyping(random)
  return trace({
    codes: [code],
    events: [...person.events, ...events],
    typed: text,
    focus: random.pick(['input', 'textarea']),
  })
}

function meetOnAKey(typed: readonly TraceEvent[], scanned: readonly TraceEvent[]): boolean {
  return typed.some((down, index) => {
    const up =
      typed.slice(index).find((event) => event.type === 'up' && event.code === down.code)?.at ?? down.at
    return (
      down.type === 'down' &&
      scanned.some(({ code, at }) => code === down.code && at >= down.at - 20 && at <= up + 20)
    )
  })
}

function onlyTyping(random: Random): Trace {
  const who = typist(random)
  const kind = random.next()
  const text =
    kind < 0.5
      ? `${random.pick(words)} ${random.pick(words)} ${random.pick(words)}`
      : some(random, '0123456789', random.whole(1, 10))
  const person = type(
    random,
    text,
    20,
    kind < 0.5 ? who : { gapMs: random.between(70, 260), holdMs: random.between(45, 100) },
  )
  const events = [...person.events]
  let typed = text
  if (kind > 0.9) {
    // A key held until it repeats.
    const { code } = findPosition('7', 'us')
    const held = { key: '7', code, shift: false, by: 'person' } as const
    events.push({ ...held, type: 'down', at: person.end + 80, repeat: false })
    for (let count = 0; count < 12; count += 1) {
      events.push({ ...held, type: 'down', at: person.end + 580 + count * 33, repeat: true })
    }
    events.push({ ...held, type: 'up', at: person.end + 980, repeat: false })
    typed += '7'.repeat(13)
  } else if (kind > 0.86) {
    // A hand laid on the keys.
    const fist = ['a', 's', 'd', 'f'].flatMap((key, index) =>
      typeKey(key, person.end + 60 + index * random.between(1, 9), random.normal(90, 15, 50), 'person'),
    )
    events.push(...fist)
    typed += inOrder(fist)
      .filter((event) => event.type === 'down')
      .map(({ key }) => key)
      .join('')
  } else if (random.chance(0.5)) events.push(...pressPerson('Enter', person.end, random.normal(80, 15, 40)))
  return trace({ codes: [], events, typed, focus: random.pick(['input', 'input', 'textarea']) })
}

function inputMethod(random: Random): Trace {
  const code = makeCode(random)
  const text: TraceEvent = {
    type: 'text',
    key: code,
    code: '',
    at: 20,
    shift: false,
    repeat: false,
    by: 'scanner',
  }
  const ends = random.chance(0.5)
    ? pressPerson('Enter', 24, 2).map((event) => ({ ...event, by: 'scanner' as const }))
    : []
  return trace({ codes: [code], events: [text, ...ends], focus: random.pick(['input', 'textarea']) })
}

function blocked(random: Random): Trace {
  const device = random.chance(0.8) ? fastDevices(random) : silentEnd(fastDevices(random))
  const code = makeCode(random)
  const { events, end } = scan(random, code, 20, device)
  const from = random.between(20, end)
  return trace({
    codes: [code],
    events,
    focus: anyFocus(random),
    block: { from, to: from + 500, timers: random.pick(['first', 'queued']) },
  })
}

const ending: ScannerProfile = { ...defaultProfile, frame: { ...defaultProfile.frame, terminator: 'Enter' } }

// The page is idle and its timers are on time, but the keys of a code reach it late from somewhere on: the
// browser was busy. What ends a code is known: without that a number may be over at any of its digits.
function handedOverLate(random: Random): Trace {
  const code = makeCode(random)
  const { events, end } = scan(random, code, 20, { ...fastDevices(random), end: 'Enter' })
  const from = random.between(20, end)
  const block = { from, to: from + random.between(150, 850), timers: 'on time' } as const
  return trace({ codes: [code], events, focus: anyFocus(random), block, profile: ending })
}

function otherHost(random: Random): Trace {
  const kind = random.pick(['caps', 'caps', 'fr', 'de'])
  const host: Host =
    kind === 'caps'
      ? { layout: 'us', caps: true }
      : { layout: kind === 'fr' ? 'fr' : 'de', caps: random.chance(0.2) }
  const made = single(random, fastDevices(random), host)
  // Those are a group of their own.
  return kind === 'de' && /[YZ]/.test(made.codes[0] ?? '') ? otherHost(random) : made
}

// A code with Y or Z from a scanner set to the United States layout, on a QWERTZ host.
function swappedLetters(random: Random): Trace {
  const made = single(random, fastDevices(random), { layout: 'de', caps: random.chance(0.2) })
  return /[YZ]/.test(made.codes[0] ?? '') ? made : swappedLetters(random)
}

const calibrated: ScannerProfile = { ...defaultProfile, decode: { ...defaultProfile.decode, layout: 'us' } }

// A device as its profile describes it, on a workstation that is set to the profile.
function ofProfile(random: Random, profile: ScannerProfile): Trace {
  const { timing, frame, channel } = profile
  const within = ({ min, typical, max }: { min: number; typical: number; max: number }): number =>
    Math.min(max, random.normal(typical, (max - min) / 8, min))
  if (channel === 'ime') return { ...inputMethod(random), profile }
  const usual: Device['end'] = frame.terminator === 'Tab' ? 'Tab' : 'Enter'
  let next = 0
  const device: Device = {
    // A device lets one key go before it presses the next.
    hold: () => {
      next = Math.max(0.5, within(timing.gapMs))
      return Math.min(within(timing.holdMs), 0.8 * next)
    },
    gap: () => next,
    end: frame.terminator === 'none' ? 'none' : usual,
  }
  // Short numbers from a slow device weigh no more than a person's.
  const code = frame.prefix + makeCode(random, timing.gapMs.typical > 28 ? 6 : 2)
  const { events } = scan(random, code, 20, device)
  return trace({
    codes: [code.slice(frame.prefix.length)],
    events,
    focus: anyFocus(random),
    profile,
  })
}

function backToBack(random: Random): Trace {
  const device = fastDevices(random)
  const events: TraceEvent[] = []
  const codes: string[] = []
  let at = 20
  for (let count = random.whole(2, 6); count > 0; count -= 1) {
    const code = makeCode(random)
    const one = scan(random, code, at, device)
    events.push(...one.events)
    codes.push(code)
    at = one.end + random.between(15, 120)
  }
  return trace({ codes, events, focus: anyFocus(random) })
}

// Two codes without a pause, or one that lost its end. What arrives is to be reported as it is, and never as
// a code.
function gluedOrCut(random: Random): Trace {
  const device = fastDevices(random)
  const code = `${some(random, letters, 1)}${some(random, '0123456789', 9)}`
  const sent = random.chance(0.5)
    ? code + `${some(random, letters, 1)}${some(random, '0123456789', 9)}`
    : code.slice(0, random.whole(4, 9))
  return trace({ codes: [sent], events: scan(random, sent, 20, device).events, focus: anyFocus(random) })
}

/** The events of one code as a device types it. */
export function scanOf(random: Random, code: string, device: Device, host?: Host): readonly TraceEvent[] {
  return inOrder(scan(random, code, 20, device, host).events)
}

/** The groups of the table, in its order: what all devices have to expect, then each device of its own. */
export function makeGroups(profiles: readonly ScannerProfile[]): readonly Group[] {
  return [
    ...groups,
    ...profiles.map((profile) => ({
      name: `as ${profile.id}`,
      make: (random: Random) => ofProfile(random, profile),
    })),
  ]
}

const groups: readonly Group[] = [
  { name: 'fast + Enter', make: (random) => single(random, fastDevices(random)) },
  { name: 'fast, no terminator', make: (random) => single(random, silentEnd(fastDevices(random))) },
  {
    // Numbers under six digits from such a device weigh no more than a person's: its profile has to say what
    // it is.
    name: 'slow 28-80 ms',
    make: (random) => single(random, slowDevice(random), plainHost, 6),
  },
  { name: 'input method', make: inputMethod },
  { name: 'thread blocked', make: blocked },
  { name: 'handed over late', make: handedOverLate },
  { name: 'layout / caps', make: otherHost },
  {
    name: 'Y, Z on QWERTZ',
    make: swappedLetters,
    irreducible: 'both readings are barcodes',
  },
  {
    name: 'layout in the profile',
    make: (random) => ({ ...random.pick([otherHost, swappedLetters])(random), profile: calibrated }),
  },
  { name: 'while typing', make: whileTyping },
  { name: 'back to back', make: backToBack },
  { name: 'glued or cut', make: gluedOrCut },
  { name: 'only typing', make: onlyTyping },
]
