/** Makes one trace of a device, a radio, a host or a person. */
import { defaultProfile } from '#core/scan/default-profile.ts'
import type { Random } from '../random.ts'
import { anyFocus, inOrder, type Trace, type TraceEvent, trace } from '../traces.ts'
import { type HoldUp, passRemote, type Sent, sendByRadio, sendByUsb } from './links.ts'
import { typeKeyByKey, typeSomething, typeWords } from './people.ts'
import { type End, type Firmware, type Report, reportsOf } from './reports.ts'
import { makeBarcode, makeCommand, makeNumber, makeText } from './texts.ts'
import type { blockThread } from './thread.ts'

const start = 40
export function anyEnd(random: Random): End {
  return random.pick(['Enter', 'Enter', 'Tab', 'CRLF', 'none'])
}
export function withEnd(random: Random): End {
  return random.pick(['Enter', 'Enter', 'Tab', 'CRLF'])
}
// Without an end one or two digits are not enough to tell a scanner.
const textFor = (random: Random, end: End): string => makeText(random, end === 'none' ? 3 : 1)

function drawFitting(draw: () => string, fits: (text: string) => boolean): string {
  const text = draw()
  return fits(text) ? text : drawFitting(draw, fits)
}
// The same digit twice, one of them held for long: a worn key's contact does that, too. Longer codes have
// other keys that tell.
export function isLikeWornKey(text: string): boolean {
  return text.length < 6 && /(.)\1/.test(text)
}
export function isUnlikeWornKey(text: string): boolean {
  return !isLikeWornKey(text)
}

const traceOf = (
  random: Random,
  codes: readonly string[],
  events: readonly TraceEvent[],
  part: Partial<Trace> = {},
) => trace({ codes, events, focus: anyFocus(random), ...part })

const polls = [1, 8, 10, 16] as const
// A USB scanner: as fast as the port, or with a delay between characters.
const usbFirmware = (random: Random, poll: number, end: End): Firmware => {
  const delay = random.pick([0, 0, 0, 5, 10])
  return { pace: () => 2 * poll + delay, down: poll / (2 * poll + delay), end }
}

export function usb(
  random: Random,
  end: End,
  holdUps: (reports: readonly Report[]) => readonly HoldUp[],
  fits: (text: string) => boolean = () => true,
): Trace {
  const poll = random.pick(polls)
  const text = drawFitting(() => textFor(random, end), fits)
  const reports = reportsOf(random, text, usbFirmware(random, poll, end))
  const delays = text.length > 1 ? holdUps(reports) : []
  return traceOf(random, [text], sendByUsb(random, reports, start, poll, delays).events)
}

// The report that lets a character go waits for 42 ms or more; all behind it wait with it.
export function lateReleases(random: Random, reports: readonly Report[], most: number): readonly HoldUp[] {
  // The line feed behind the end is no character.
  const all = reports.flatMap(({ type, key }, index) =>
    type === 'up' && key.length === 1 && key !== 'j' ? [index] : [],
  )
  // One key at least is as usual; any of them.
  const spared = random.whole(0, all.length - 1)
  const ups = all.filter((_, index) => index !== spared)
  return Array.from({ length: random.whole(1, most) }, () => ({
    before: ups[random.whole(0, ups.length - 1)] ?? 1,
    ms: random.chance(0.8) ? random.between(42, 120) : random.between(120, 250),
  }))
}

// The device stops between two characters.
export function stopBetween(
  random: Random,
  reports: readonly Report[],
  low: number,
  high: number,
): readonly HoldUp[] {
  const downs = reports.flatMap(({ type, key }, index) =>
    type === 'down' && key.length === 1 && index > 0 ? [index] : [],
  )
  const before = downs[random.whole(0, downs.length - 1)]
  return before === undefined ? [] : [{ before, ms: random.between(low, high) }]
}

// Speed of a device that paces its characters itself; its clock is not perfect.
const paced = (random: Random, pace: number, down: number, end: End): Firmware => {
  const drift = random.pick([0.02, 0.05, 0.08])
  return { pace: () => random.normal(pace, pace * drift, pace * 0.7), down, end }
}

interface Bluetooth {
  readonly pace: number
  readonly down: number
  readonly interval: readonly [number, ...number[]]
  readonly loss?: number
  /** Silences of the radio per code. */
  readonly silences?: number
  readonly text?: (random: Random, end: End) => string
  readonly end?: (random: Random) => End
}

export function bluetooth(random: Random, device: Bluetooth): Trace {
  const { pace, down, interval, loss = 0.02, silences = 0, text = textFor, end = anyEnd } = device
  const how = end(random)
  const code = drawFitting(() => text(random, how), isUnlikeWornKey)
  const reports = reportsOf(random, code, paced(random, pace, down, how))
  const long = pace * code.length
  const sent = sendByRadio(random, reports, start, {
    interval: random.pick(interval),
    perEvent: random.pick([1, 2, 6]),
    loss,
    silences: Array.from({ length: silences }, () => ({
      from: random.between(0, long),
      ms: random.between(50, 280),
    })),
  })
  return traceOf(random, [code], sent.events)
}

export function long(random: Random, end: End): string {
  return drawFitting(
    () => textFor(random, end),
    (text) => text.length >= 6,
  )
}

export function stalledText(random: Random): string {
  return makeText(random, 4)
}

const textEvent = (key: string, at: number): TraceEvent => ({
  type: 'text',
  key,
  code: '',
  at,
  shift: false,
  repeat: false,
  by: 'scanner',
})
const enterAt = (at: number): readonly TraceEvent[] =>
  (['down', 'up'] as const).map((type, index) => ({
    type,
    key: 'Enter',
    code: 'Enter',
    at: at + 3 * index,
    shift: false,
    repeat: false,
    by: 'scanner',
  }))
const inputMethodProfile = {
  ...defaultProfile,
  channel: 'ime' as const,
  sink: { ...defaultProfile.sink, required: true },
}

export function inputMethod(random: Random, code: string, pieces: boolean): Trace {
  const cuts = new Set(pieces ? [random.whole(1, code.length - 1), random.whole(1, code.length - 1)] : [])
  const parts: string[] = ['']
  for (const [index, key] of [...code].entries()) {
    if (cuts.has(index)) parts.push('')
    parts[parts.length - 1] += key
  }
  let at = start
  const events = parts.flatMap((part) => {
    at += random.between(2, 30)
    return [textEvent(part, at)]
  })
  const end = random.chance(0.5) ? enterAt(at + random.between(2, 25)) : []
  return traceOf(random, [code], [...events, ...end], {
    focus: random.pick(['input', 'textarea']),
    ...(pieces && { profile: inputMethodProfile }),
  })
}

// Two codes one behind the other; each with its own end, or none.
export function two(
  random: Random,
  end: End,
  text: (random: Random) => string,
  pauses: readonly [number, number],
  least = 2.5,
): Trace {
  const poll = random.pick(polls)
  const firmware = usbFirmware(random, poll, end)
  const pace = poll * Math.ceil(firmware.pace(random) / poll)
  const codes = [text(random), text(random)]
  let at = start
  const events = codes.flatMap((code) => {
    const sent = sendByUsb(random, reportsOf(random, code, firmware), at, poll)
    // Closer than that to the device's own pace nothing parts two codes.
    at = sent.end + Math.max(least * pace + 10, random.between(...pauses))
    return sent.events
  })
  return traceOf(random, codes, events)
}

export function scanWhileBusy(random: Random, how: typeof blockThread, end: End, most = 1500): Trace {
  const poll = random.pick(polls)
  const text = textFor(random, end)
  const { events, end: over } = sendByUsb(
    random,
    reportsOf(random, text, usbFirmware(random, poll, end)),
    start,
    poll,
  )
  const from = random.between(start - 30, over)
  return traceOf(random, [text], how(random, events, { from, to: from + random.between(50, most) }))
}

// A person's key and a device's key are one key to the system if they meet.
const meet = (typed: readonly TraceEvent[], scanned: readonly TraceEvent[]): boolean =>
  typed.some(({ code, at }) => scanned.some((other) => other.code === code && Math.abs(other.at - at) < 300))

export function scanWhileTyping(random: Random): Trace {
  const typed = typeWords(random, start)
  const poll = random.pick(polls)
  const end = random.pick<End>(['Enter', 'Enter', 'none'])
  const code = makeBarcode(random)
  const reports = reportsOf(random, code, usbFirmware(random, poll, end))
  const at = random.between(start + 100, typed.end)
  const { events } = sendByUsb(random, reports, at, poll)
  if (meet(typed.events, events)) return scanWhileTyping(random)
  return trace({
    codes: [code],
    events: inOrder([...typed.events, ...events]),
    typed: typed.text,
    focus: random.pick(['input', 'textarea']),
  })
}

// A field is filled in, and at most 0.2 s after its last key is up the scan comes.
export function scanAfterTyping(random: Random): Trace {
  const typed = random.pick([typeKeyByKey, typeWords])(random, start)
  const poll = random.pick(polls)
  const end = random.pick<End>(['Enter', 'Enter', 'none'])
  const code = random.pick([makeCommand, makeBarcode])(random)
  const lastUp = Math.max(...typed.events.map(({ at }) => at))
  const at = lastUp + random.between(0, 200)
  const { events } = sendByUsb(random, reportsOf(random, code, usbFirmware(random, poll, end)), at, poll)
  if (meet(typed.events, events)) return scanAfterTyping(random)
  return trace({
    codes: [code],
    events: inOrder([...typed.events, ...events]),
    typed: typed.text,
    focus: random.pick(['input', 'textarea']),
  })
}

export function onlyTyping(random: Random): Trace {
  let at = start
  let text = ''
  const events = Array.from({ length: random.whole(1, 4) }).flatMap(() => {
    const typed = typeSomething(random, at)
    at = typed.end + random.between(200, 2500)
    text += typed.text
    return typed.events
  })
  return trace({
    codes: [],
    events: inOrder(events),
    typed: text,
    focus: random.pick(['input', 'input', 'textarea']),
  })
}

export function remote(random: Random, reorders: number): Trace {
  const poll = random.pick(polls)
  const end = random.pick<End>(['Enter', 'Enter', 'Tab'])
  // A few digits that packets pull apart look typed.
  const text = drawFitting(() => makeText(random, 4), isUnlikeWornKey)
  const sent: Sent = sendByUsb(random, reportsOf(random, text, usbFirmware(random, poll, end)), start, poll)
  return traceOf(random, [text], passRemote(random, sent, reorders).events)
}

export function barcode(random: Random): string {
  return makeBarcode(random)
}
export function lettered(random: Random): string {
  return drawFitting(
    () => makeBarcode(random),
    (text) => /[A-Z]/.test(text) && /[0-9]/.test(text),
  )
}
export const noEnd = { ...defaultProfile, frame: { ...defaultProfile.frame, terminator: 'none' as const } }
export function number(random: Random): string {
  return makeNumber(random, 3)
}
