/** The groups of device traces: what each device, radio, host and person does, and what can be decided of it. */
import { defaultProfile } from '#scan/default-profile.ts'
import type { Random } from '../random.ts'
import { anyFocus, inOrder, type Trace, type TraceEvent, trace } from '../traces.ts'
import { type HoldUp, passRemote, type Sent, sendByRadio, sendByUsb } from './links.ts'
import { typeKeyByKey, typeSomething, typeWords } from './people.ts'
import { type End, type Firmware, type Report, reportsOf } from './reports.ts'
import { makeBarcode, makeCommand, makeLetters, makeNumber, makeText } from './texts.ts'
import { blockThread, handOverLate } from './thread.ts'

export interface DeviceGroup {
  readonly name: string
  readonly make: (random: Random) => Trace
  /** Why not every trace can be decided. Those are refused with a sentence, never read as another code. */
  readonly undecided?: string
  /** Some of them cannot be told from typing, and so are neither read nor refused: only another code is a fault. */
  readonly likeTyping?: true
}

const start = 40
const anyEnd = (random: Random): End => random.pick(['Enter', 'Enter', 'Tab', 'CRLF', 'none'])
const withEnd = (random: Random): End => random.pick(['Enter', 'Enter', 'Tab', 'CRLF'])
// Without an end one or two digits are not enough to tell a scanner.
const textFor = (random: Random, end: End): string => makeText(random, end === 'none' ? 3 : 1)

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

function usb(random: Random, end: End, holdUps: (reports: readonly Report[]) => readonly HoldUp[]): Trace {
  const poll = random.pick(polls)
  const text = textFor(random, end)
  const reports = reportsOf(random, text, usbFirmware(random, poll, end))
  const delays = text.length > 1 ? holdUps(reports) : []
  return traceOf(random, [text], sendByUsb(random, reports, start, poll, delays).events)
}

// The report that lets a character go waits for 42 ms or more; all behind it wait with it.
const lateReleases = (random: Random, reports: readonly Report[], most: number): readonly HoldUp[] => {
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
const stopBetween = (
  random: Random,
  reports: readonly Report[],
  low: number,
  high: number,
): readonly HoldUp[] => {
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

function bluetooth(random: Random, device: Bluetooth): Trace {
  const { pace, down, interval, loss = 0.02, silences = 0, text = textFor, end = anyEnd } = device
  const how = end(random)
  const code = text(random, how)
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

const long = (random: Random, end: End): string => {
  const text = textFor(random, end)
  return text.length < 6 ? long(random, end) : text
}

const stalledText = (random: Random): string => makeText(random, 4)

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

function inputMethod(random: Random, code: string, pieces: boolean): Trace {
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
function two(
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

function scanWhileBusy(random: Random, how: typeof blockThread, end: End, most = 1500): Trace {
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

function scanWhileTyping(random: Random): Trace {
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
function scanAfterTyping(random: Random): Trace {
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

function onlyTyping(random: Random): Trace {
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

const remote = (random: Random, reorders: number): Trace => {
  const poll = random.pick(polls)
  const end = random.pick<End>(['Enter', 'Enter', 'Tab'])
  // A single digit that two packets pull apart looks typed.
  const text = makeText(random, 3)
  const sent: Sent = sendByUsb(random, reportsOf(random, text, usbFirmware(random, poll, end)), start, poll)
  return traceOf(random, [text], passRemote(random, sent, reorders).events)
}

const barcode = (random: Random): string => makeBarcode(random)
const lettered = (random: Random): string => {
  const text = makeBarcode(random)
  return /[A-Z]/.test(text) && /[0-9]/.test(text) ? text : lettered(random)
}
const noEnd = { ...defaultProfile, frame: { ...defaultProfile.frame, terminator: 'none' as const } }
const number = (random: Random): string => makeNumber(random, 3)

export const deviceGroups: readonly DeviceGroup[] = [
  { name: 'USB, polled', make: (random) => usb(random, anyEnd(random), () => []) },
  {
    name: 'USB, late key-ups',
    make: (random) => usb(random, withEnd(random), (reports) => lateReleases(random, reports, 3)),
  },
  {
    name: 'USB, late key-ups, no end',
    make: (random) => usb(random, 'none', (reports) => lateReleases(random, reports, 1)),
  },
  {
    name: 'USB, held up for 60 to 290 ms',
    make: (random) => usb(random, withEnd(random), (reports) => stopBetween(random, reports, 60, 290)),
  },
  {
    name: 'USB, held up for 0.3 to 0.9 s',
    make: (random) => usb(random, withEnd(random), (reports) => stopBetween(random, reports, 300, 900)),
    undecided: 'the part before the stop may be a whole number',
  },
  {
    name: 'USB, held up, no end',
    make: (random) => usb(random, 'none', (reports) => stopBetween(random, reports, 60, 600)),
    undecided: 'the part before the stop may be a whole number',
  },
  {
    name: 'Bluetooth 30 ms',
    make: (random) => bluetooth(random, { pace: 30, down: 0.3, interval: [7.5, 11.25, 15], silences: 0 }),
  },
  {
    name: 'Bluetooth 30 ms, stalls',
    make: (random) =>
      bluetooth(random, {
        pace: 30,
        down: 0.5,
        interval: [7.5, 11.25, 15],
        loss: 0.1,
        silences: random.whole(1, 2),
        text: stalledText,
        end: withEnd,
      }),
  },
  {
    name: 'Bluetooth 30 ms, stalls, no end',
    make: (random) =>
      bluetooth(random, { pace: 30, down: 0.5, interval: [7.5, 11.25, 15], silences: 1, end: () => 'none' }),
    undecided: 'two numbers or one',
  },
  {
    name: 'Bluetooth 60 ms, batches',
    make: (random) =>
      bluetooth(random, {
        pace: 60,
        down: 0.3,
        interval: [30, 40, 50],
        loss: 0.05,
        silences: 1,
        text: long,
        end: withEnd,
      }),
    undecided: 'keys of 50 ms every 100 ms look typed',
    likeTyping: true,
  },
  {
    name: 'Bluetooth 60 ms, half hold',
    make: (random) => bluetooth(random, { pace: 60, down: 0.5, interval: [7.5, 11.25, 15], text: barcode }),
  },
  {
    name: 'Bluetooth 100 ms, half hold',
    make: (random) => bluetooth(random, { pace: 100, down: 0.5, interval: [7.5, 11.25], text: barcode }),
    undecided: 'keys of 50 ms every 100 ms look typed',
    likeTyping: true,
  },
  { name: 'input method, one piece', make: (random) => inputMethod(random, makeText(random, 2), false) },
  { name: 'input method, letters', make: (random) => inputMethod(random, makeLetters(random), false) },
  { name: 'input method, pieces', make: (random) => inputMethod(random, makeText(random, 3), true) },
  { name: 'remote desktop', make: (random) => remote(random, 0) },
  {
    name: 'remote desktop, Shift late',
    make: (random) => remote(random, 0.3),
    undecided: 'without its Shift the first character of a command is another one',
  },
  {
    name: 'thread blocked 0.05 to 1.5 s',
    make: (random) => scanWhileBusy(random, blockThread, withEnd(random)),
  },
  { name: 'thread blocked, no end', make: (random) => scanWhileBusy(random, blockThread, 'none') },
  {
    name: 'keys handed over late',
    make: (random) => scanWhileBusy(random, handOverLate, withEnd(random), 900),
  },
  {
    name: 'two codes, each with its end',
    make: (random) => two(random, withEnd(random), (each) => makeText(each, 1), [20, 400]),
  },
  { name: 'two barcodes, no end', make: (random) => two(random, 'none', lettered, [60, 400]) },
  {
    name: 'barcode and number, no end',
    make: (random) => {
      const texts = random.chance(0.5) ? [lettered, number] : [number, lettered]
      let count = 0
      return two(
        random,
        'none',
        (each) => {
          count += 1
          return (texts[count - 1] ?? number)(each)
        },
        [130, 400],
      )
    },
  },
  {
    name: 'two numbers, no end',
    make: (random) => two(random, 'none', number, [20, 400]),
    undecided: 'two numbers or one',
  },
  {
    name: 'two numbers, profile without an end',
    make: (random) => ({ ...two(random, 'none', number, [140, 400], 6), profile: noEnd }),
  },
  { name: 'a scan while a person types', make: scanWhileTyping },
  { name: 'people', make: onlyTyping },
  { name: 'a scan right after typing', make: scanAfterTyping },
]
