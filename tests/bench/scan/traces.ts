/**
 * Keyboard traces of scanners and people: the events of the operating system, the correct reports, and the
 * correct final text of the field.
 */

import { defaultProfile } from '#core/scan/default-profile.ts'
import { type NamedLayout, readPosition } from '#core/scan/layouts.ts'
import type { ScannerProfile } from '#core/wire/scanner-profile.ts'
import type { Random } from './random.ts'

export interface TraceEvent {
  readonly at: number
  /** `composed`: text without a key event. `composing`: text that may change until `composition end`. */
  readonly type: 'down' | 'up' | 'text' | 'composed' | 'composing' | 'composition end' | 'paste'
  readonly key: string
  readonly code: string
  readonly shift: boolean
  readonly alt?: boolean
  readonly ctrl?: boolean
  /** When the page gets a delayed event, and whether due timers run before or after it. */
  readonly deliveredAt?: number
  readonly timers?: 'before' | 'after'
  /** The event waits in the page's queue behind others. */
  readonly isQueued?: boolean
  /** A character key that writes no character. */
  readonly mute?: boolean
  readonly repeat: boolean
  readonly by: 'scanner' | 'person'
}

export type Focus = 'input' | 'textarea' | 'button' | 'body'

export interface Trace {
  readonly focus: Focus
  readonly events: readonly TraceEvent[]
  /** The codes to report, in order. */
  readonly codes: readonly string[]
  /** The text that the person typed. The field must hold exactly this at the end. */
  readonly typed: string
  /** Number of characters that the scanner sent. */
  readonly scanned: number
  readonly personKeys: number
  /** A period in which the page's thread is busy: events and timers wait for its end. */
  readonly block?: {
    readonly from: number
    readonly to: number
    readonly timers: 'queued' | 'first' | 'on time'
  }
  /** The profile of the workstation, if it has one: for its device, or for its scanner's layout. */
  readonly profile?: ScannerProfile
}

export interface Group {
  readonly name: string
  readonly make: (random: Random) => Trace
  /** Why no detector can read all traces of the group, if so. */
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
const drawText = (random: Random, from: string, count: number): string =>
  Array.from({ length: count }, () => from[random.whole(0, from.length - 1)] ?? '').join('')

/** A typical barcode: a letter and nine digits, sometimes letters and digits mixed, sometimes ten digits. */
export function makeBarcode(random: Random, digitsOnly = true): string {
  const kind = random.next()
  if (kind < 0.7) return drawText(random, letters, 1) + drawText(random, '0123456789', 9)
  if (kind < 0.9 || !digitsOnly)
    return `${drawText(random, letters, 2)}${drawText(random, `${letters}0123456789`, 7)}${drawText(random, '0123456789', 1)}`
  return drawText(random, '0123456789', 10)
}
export function makeCode(random: Random, fewestDigits = 2): string {
  const kind = random.next()
  if (kind < 0.75) return makeBarcode(random)
  if (kind < 0.92)
    return (
      drawText(random, '123456789', 1) + drawText(random, '0123456789', random.whole(fewestDigits - 1, 7))
    )
  return `%T.${random.pick(['SHIP', 'OK', 'UNDO', 'PICK', 'CANCEL', 'Q.25', 'R.DAMAGED', 'NEW'])}`
}

// The key position of a character on a layout.
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

// A key of a scanner with the US layout, as a host with another layout or Caps Lock sees it.
function typeKey(
  character: string,
  at: number,
  hold: number,
  by: TraceEvent['by'],
  host: Host = plainHost,
): TraceEvent[] {
  const { code, shift } = findPosition(character, 'us')
  const hostKey = readPosition(code, shift, host.layout) ?? character
  const letter = hostKey.toLowerCase() !== hostKey.toUpperCase()
  const key = host.caps && letter ? (shift ? hostKey.toLowerCase() : hostKey.toUpperCase()) : hostKey
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

/** Types a code as a device does. Returns the events and the time after the last one. */
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

// Types a text as a person does. Fast typists press the next key before they release the last.
function typeText(
  random: Random,
  text: string,
  start: number,
  style: Typist,
): { events: TraceEvent[]; end: number } {
  const events: TraceEvent[] = []
  const upAt = new Map<string, number>()
  let at = start
  for (const character of text) {
    const { code } = findPosition(character, 'us')
    // A key can only go down again after it came up.
    at = Math.max(at, (upAt.get(code) ?? 0) + 12)
    const hold = random.normal(style.holdMs, style.holdMs * 0.2, 36)
    events.push(...typeKey(character, at, hold, 'person'))
    upAt.set(code, at + hold)
    at += random.normal(style.gapMs, style.gapMs * 0.35, 28)
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
  const style = typist(random)
  const text = `${random.pick(words)} ${random.pick(words)}`
  const person = typeText(random, text, 20, style)
  const code = makeBarcode(random, false)
  const start = 20 + random.between(0.1, 0.9) * (person.end - 20)
  const device: Device = { ...fastDevices(random), end: random.pick(['Enter', 'Enter', 'none']) }
  const { events } = scan(random, code, start, device)
  // The system sees one key if both keyboards press it: no page can distinguish that.
  if (shareKey(person.events, events)) return whileTyping(random)
  return trace({
    codes: [code],
    events: [...person.events, ...events],
    typed: text,
    focus: random.pick(['input', 'textarea']),
  })
}

function shareKey(typed: readonly TraceEvent[], scanned: readonly TraceEvent[]): boolean {
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
  const style = typist(random)
  const kind = random.next()
  const text =
    kind < 0.5
      ? `${random.pick(words)} ${random.pick(words)} ${random.pick(words)}`
      : drawText(random, '0123456789', random.whole(1, 10))
  const person = typeText(
    random,
    text,
    20,
    kind < 0.5 ? style : { gapMs: random.between(70, 260), holdMs: random.between(45, 100) },
  )
  const events = [...person.events]
  let typed = text
  if (kind > 0.9) {
    // A key that is held until it repeats.
    const { code } = findPosition('7', 'us')
    const heldKey = { key: '7', code, shift: false, by: 'person' } as const
    events.push({ ...heldKey, type: 'down', at: person.end + 80, repeat: false })
    for (let count = 0; count < 12; count += 1) {
      events.push({ ...heldKey, type: 'down', at: person.end + 580 + count * 33, repeat: true })
    }
    events.push({ ...heldKey, type: 'up', at: person.end + 980, repeat: false })
    typed += '7'.repeat(13)
  } else if (kind > 0.86) {
    // A hand on the keys.
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
  const enterEvents = random.chance(0.5)
    ? pressPerson('Enter', 24, 2).map((event) => ({ ...event, by: 'scanner' as const }))
    : []
  return trace({ codes: [code], events: [text, ...enterEvents], focus: random.pick(['input', 'textarea']) })
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

const enterProfile: ScannerProfile = {
  ...defaultProfile,
  frame: { ...defaultProfile.frame, terminator: 'Enter' },
}

// The page is idle, but a busy browser delivers the keys of a code late. The profile names the suffix:
// without it a number might end at any digit.
function deliveredLate(random: Random): Trace {
  const code = makeCode(random)
  const { events, end } = scan(random, code, 20, { ...fastDevices(random), end: 'Enter' })
  const from = random.between(20, end)
  const block = { from, to: from + random.between(150, 850), timers: 'on time' } as const
  return trace({ codes: [code], events, focus: anyFocus(random), block, profile: enterProfile })
}

function otherHost(random: Random): Trace {
  const kind = random.pick(['caps', 'caps', 'fr', 'de'])
  const host: Host =
    kind === 'caps'
      ? { layout: 'us', caps: true }
      : { layout: kind === 'fr' ? 'fr' : 'de', caps: random.chance(0.2) }
  const drawn = single(random, fastDevices(random), host)
  // Codes with Y or Z on QWERTZ are a group of their own.
  return kind === 'de' && /[YZ]/.test(drawn.codes[0] ?? '') ? otherHost(random) : drawn
}

// A code with Y or Z from a scanner with the US layout, on a QWERTZ host.
function swappedLetters(random: Random): Trace {
  const drawn = single(random, fastDevices(random), { layout: 'de', caps: random.chance(0.2) })
  return /[YZ]/.test(drawn.codes[0] ?? '') ? drawn : swappedLetters(random)
}

const calibrated: ScannerProfile = { ...defaultProfile, decode: { ...defaultProfile.decode, layout: 'us' } }

// A device as its profile describes it, on a workstation with this profile.
function ofProfile(random: Random, profile: ScannerProfile): Trace {
  const { timing, frame, channel } = profile
  const within = ({ min, typical, max }: { min: number; typical: number; max: number }): number =>
    Math.min(max, random.normal(typical, (max - min) / 8, min))
  if (channel === 'ime') return { ...inputMethod(random), profile }
  const defaultEnd: Device['end'] = frame.terminator === 'Tab' ? 'Tab' : 'Enter'
  let next = 0
  const device: Device = {
    // A device releases a key before it presses the next.
    hold: () => {
      next = Math.max(0.5, within(timing.gapMs))
      return Math.min(within(timing.holdMs), 0.8 * next)
    },
    gap: () => next,
    end: frame.terminator === 'none' ? 'none' : defaultEnd,
  }
  // Short numbers from a slow device look typed.
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

// Two codes without a pause, or a code without its end. The text must be reported, but never as a code.
function gluedOrCut(random: Random): Trace {
  const device = fastDevices(random)
  const code = `${drawText(random, letters, 1)}${drawText(random, '0123456789', 9)}`
  const sent = random.chance(0.5)
    ? code + `${drawText(random, letters, 1)}${drawText(random, '0123456789', 9)}`
    : code.slice(0, random.whole(4, 9))
  return trace({ codes: [sent], events: scan(random, sent, 20, device).events, focus: anyFocus(random) })
}

/** The events of one code as a device types it. */
export function scanOf(random: Random, code: string, device: Device, host?: Host): readonly TraceEvent[] {
  return inOrder(scan(random, code, 20, device, host).events)
}

/** The groups of the table in order: the general ones, then one for each profile. */
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
    // Numbers under six digits from such a device look typed, unless its profile is set.
    name: 'slow 28-80 ms',
    make: (random) => single(random, slowDevice(random), plainHost, 6),
  },
  { name: 'input method', make: inputMethod },
  { name: 'thread blocked', make: blocked },
  { name: 'handed over late', make: deliveredLate },
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
