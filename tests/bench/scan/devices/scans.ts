/** Makes single traces of devices, radios, hosts and people. */
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
// Without a suffix one or two digits do not look different from typing.
const textFor = (random: Random, end: End): string => makeText(random, end === 'none' ? 3 : 1)

function drawUntil(draw: () => string, isAccepted: (text: string) => boolean): string {
  const text = draw()
  return isAccepted(text) ? text : drawUntil(draw, isAccepted)
}
// The same digit twice, one of them held long: a worn key does that too. Longer codes have other keys that
// show the scanner.
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
// A USB scanner: as fast as the port allows, or with a delay between characters.
const usbFirmware = (random: Random, poll: number, end: End): Firmware => {
  const delay = random.pick([0, 0, 0, 5, 10])
  return { pace: () => 2 * poll + delay, down: poll / (2 * poll + delay), end }
}

export function usb(
  random: Random,
  end: End,
  holdUps: (reports: readonly Report[]) => readonly HoldUp[],
  isAccepted: (text: string) => boolean = () => true,
): Trace {
  const poll = random.pick(polls)
  const text = drawUntil(() => textFor(random, end), isAccepted)
  const reports = reportsOf(random, text, usbFirmware(random, poll, end))
  const delays = text.length > 1 ? holdUps(reports) : []
  return traceOf(random, [text], sendByUsb(random, reports, start, poll, delays).events)
}

// The release of a key is delayed by 42 ms or more, and all later reports with it.
export function lateReleases(random: Random, reports: readonly Report[], max: number): readonly HoldUp[] {
  // The line feed after the suffix is not a character.
  const all = reports.flatMap(({ type, key }, index) =>
    type === 'up' && key.length === 1 && key !== 'j' ? [index] : [],
  )
  // At least one random key has a normal release.
  const normalIndex = random.whole(0, all.length - 1)
  const ups = all.filter((_, index) => index !== normalIndex)
  return Array.from({ length: random.whole(1, max) }, () => ({
    before: ups[random.whole(0, ups.length - 1)] ?? 1,
    ms: random.chance(0.8) ? random.between(42, 120) : random.between(120, 250),
  }))
}

// The device pauses between two characters.
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

// The speed of a device with its own pace. Its clock is not exact.
const pacedFirmware = (random: Random, pace: number, down: number, end: End): Firmware => {
  const drift = random.pick([0.02, 0.05, 0.08])
  return { pace: () => random.normal(pace, pace * drift, pace * 0.7), down, end }
}

interface Bluetooth {
  readonly pace: number
  readonly down: number
  readonly interval: readonly [number, ...number[]]
  readonly loss?: number
  /** Number of radio silences per code. */
  readonly silences?: number
  readonly text?: (random: Random, end: End) => string
  readonly end?: (random: Random) => End
}

export function bluetooth(random: Random, device: Bluetooth): Trace {
  const { pace, down, interval, loss = 0.02, silences = 0, text = textFor, end = anyEnd } = device
  const ending = end(random)
  const code = drawUntil(() => text(random, ending), isUnlikeWornKey)
  const reports = reportsOf(random, code, pacedFirmware(random, pace, down, ending))
  const durationMs = pace * code.length
  const sent = sendByRadio(random, reports, start, {
    interval: random.pick(interval),
    perEvent: random.pick([1, 2, 6]),
    loss,
    silences: Array.from({ length: silences }, () => ({
      from: random.between(0, durationMs),
      ms: random.between(50, 280),
    })),
  })
  return traceOf(random, [code], sent.events)
}

export function drawLongText(random: Random, end: End): string {
  return drawUntil(
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

// Two codes one after the other, each with its own suffix, or without.
export function twoCodes(
  random: Random,
  end: End,
  text: (random: Random) => string,
  pauses: readonly [number, number],
  minPaces = 2.5,
): Trace {
  const poll = random.pick(polls)
  const firmware = usbFirmware(random, poll, end)
  const pace = poll * Math.ceil(firmware.pace(random) / poll)
  const codes = [text(random), text(random)]
  let at = start
  const events = codes.flatMap((code) => {
    const sent = sendByUsb(random, reportsOf(random, code, firmware), at, poll)
    // A shorter pause than the device's own pace does not separate two codes.
    at = sent.end + Math.max(minPaces * pace + 10, random.between(...pauses))
    return sent.events
  })
  return traceOf(random, codes, events)
}

export function scanWhileBusy(random: Random, delay: typeof blockThread, end: End, maxMs = 1500): Trace {
  const poll = random.pick(polls)
  const text = textFor(random, end)
  const { events, end: endMs } = sendByUsb(
    random,
    reportsOf(random, text, usbFirmware(random, poll, end)),
    start,
    poll,
  )
  const from = random.between(start - 30, endMs)
  return traceOf(random, [text], delay(random, events, { from, to: from + random.between(50, maxMs) }))
}

// If a person and a device press the same key at the same time, the system sees one key.
const shareKey = (typed: readonly TraceEvent[], scanned: readonly TraceEvent[]): boolean =>
  typed.some(({ code, at }) => scanned.some((other) => other.code === code && Math.abs(other.at - at) < 300))

export function scanWhileTyping(random: Random): Trace {
  const typed = typeWords(random, start)
  const poll = random.pick(polls)
  const end = random.pick<End>(['Enter', 'Enter', 'none'])
  const code = makeBarcode(random)
  const reports = reportsOf(random, code, usbFirmware(random, poll, end))
  const at = random.between(start + 100, typed.end)
  const { events } = sendByUsb(random, reports, at, poll)
  if (shareKey(typed.events, events)) return scanWhileTyping(random)
  return trace({
    codes: [code],
    events: inOrder([...typed.events, ...events]),
    typed: typed.text,
    focus: random.pick(['input', 'textarea']),
  })
}

// A person fills in a field, and a scan follows within 0.2 s of the last key release.
export function scanAfterTyping(random: Random): Trace {
  const typed = random.pick([typeKeyByKey, typeWords])(random, start)
  const poll = random.pick(polls)
  const end = random.pick<End>(['Enter', 'Enter', 'none'])
  const code = random.pick([makeCommand, makeBarcode])(random)
  const lastUp = Math.max(...typed.events.map(({ at }) => at))
  const at = lastUp + random.between(0, 200)
  const { events } = sendByUsb(random, reportsOf(random, code, usbFirmware(random, poll, end)), at, poll)
  if (shareKey(typed.events, events)) return scanAfterTyping(random)
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
  // A few digits that arrive in separate packets look typed.
  const text = drawUntil(() => makeText(random, 4), isUnlikeWornKey)
  const sent: Sent = sendByUsb(random, reportsOf(random, text, usbFirmware(random, poll, end)), start, poll)
  return traceOf(random, [text], passRemote(random, sent, reorders).events)
}

export function drawBarcode(random: Random): string {
  return makeBarcode(random)
}
export function drawMixedBarcode(random: Random): string {
  return drawUntil(
    () => makeBarcode(random),
    (text) => /[A-Z]/.test(text) && /[0-9]/.test(text),
  )
}
export const noEnd = { ...defaultProfile, frame: { ...defaultProfile.frame, terminator: 'none' as const } }
export function drawNumber(random: Random): string {
  return makeNumber(random, 3)
}
