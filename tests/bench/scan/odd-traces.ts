/**
 * Traces of scanners that are set in unusual ways, and of a hand on a modifier key: Alt on each key,
 * characters as Alt with their code on the number pad, Shift held down, codes without an end one behind the
 * other, a steady slow device.
 */
import { readPosition } from '#core/scan/layouts.ts'
import type { Random } from './random.ts'
import {
  anyFocus,
  type Device,
  fastDevices,
  type Group,
  inOrder,
  makeBarcode,
  makeCode,
  plainHost,
  scan,
  slowDevice,
  type Trace,
  type TraceEvent,
  trace,
} from './traces.ts'

const isModifier = ({ key }: TraceEvent): boolean => key === 'Shift' || key === 'Alt'

// Firmware that sets Alt on each key of a code, now and then with Alt itself around it, and on its Enter or
// not.
function altOnEachKey(random: Random): Trace {
  const slow = random.chance(0.2)
  const code = makeCode(random, slow ? 6 : 2)
  const kind = slow ? slowDevice(random) : fastDevices(random)
  const device: Device = random.chance(0.8) ? kind : { ...kind, end: 'none' }
  const made = scan(random, code, 30, device)
  const onEnd = random.chance(0.5)
  // Its own key map writes the characters, so the field gets them; positions are not always told.
  const told = random.chance(0.7)
  const events = made.events
    .filter((event) => !isModifier(event))
    .map((event) => ({
      ...event,
      alt: event.key.length === 1 || onEnd,
      code: told || event.key.length > 1 ? event.code : '',
    }))
  const alt = { key: 'Alt', code: 'AltLeft', shift: false, repeat: false, by: 'scanner' as const }
  const around: readonly TraceEvent[] = random.chance(0.3)
    ? [
        { ...alt, type: 'down', at: 24, alt: true },
        { ...alt, type: 'up', at: made.end + 1 },
      ]
    : []
  return trace({ codes: [code], events: [...events, ...around], focus: anyFocus(random) })
}

// Each character as Alt held with its decimal code on the number pad; the system writes the character, or
// nothing.
function altAndNumpad(random: Random): Trace {
  const code = random.chance(0.8) ? makeBarcode(random) : makeCode(random)
  const report = random.pick([1, 2, 4, 8, 8, 10, 12])
  const jitter = random.pick([0.1, 0.2, 0.3])
  const leading = random.chance(0.5) ? '0' : ''
  const writes = random.chance(0.6)
  const numLock = random.chance(0.8)
  const pause = random.pick([0, 0, 1, 3, 5])
  let at = 20
  const events: TraceEvent[] = []
  const step = (): number => {
    at += random.normal(report, report * jitter, 0.5)
    return at
  }
  // Where the system writes no character, some pages get the digits.
  const mute = writes || random.chance(0.5)
  const put = (type: TraceEvent['type'], key: string, position: string, alt: boolean): void => {
    events.push({
      type,
      ...(alt && mute && { mute }),
      key,
      code: position,
      at: step(),
      alt,
      shift: false,
      repeat: false,
      by: 'scanner',
    })
  }
  const arrows = ['Insert', 'End', 'ArrowDown', 'PageDown', 'ArrowLeft', 'Clear', 'ArrowRight', 'Home']
  for (const character of code) {
    put('down', 'Alt', 'AltLeft', true)
    for (const digit of leading + String(character.charCodeAt(0))) {
      const key = numLock ? digit : (arrows[Number(digit)] ?? (digit === '8' ? 'ArrowUp' : 'PageUp'))
      put('down', key, `Numpad${digit}`, true)
      put('up', key, `Numpad${digit}`, true)
    }
    put('up', 'Alt', 'AltLeft', false)
    if (writes) {
      const text = { type: 'composed', key: character, code: '', shift: false, repeat: false } as const
      events.push({ ...text, at: at + 0.1, by: 'scanner' })
    }
    at += pause * report
  }
  if (random.chance(0.85)) {
    put('down', 'Enter', 'Enter', false)
    put('up', 'Enter', 'Enter', false)
  }
  return trace({ codes: [code], events, focus: anyFocus(random) })
}

// A person's Shift is down all the while: digits come as what stands above them, letters and the end shifted
// too.
function shiftHeld(random: Random): Trace {
  const slow = random.chance(0.2)
  const code = makeCode(random, slow ? 6 : 2)
  const device = slow ? slowDevice(random) : fastDevices(random)
  const made = scan(random, code, 300, device)
  const caps = random.chance(0.15)
  const ownShift = random.chance(0.6)
  const person = { key: 'Shift', code: 'ShiftRight', shift: true, repeat: false, by: 'person' } as const
  const from = random.between(20, 260)
  const held: TraceEvent[] = [
    { ...person, type: 'down', at: from },
    { ...person, type: 'up', shift: false, at: made.end + random.between(5, 400) },
  ]
  // A held key repeats.
  for (let at = from + 250; at < made.end; at += 33) held.push({ ...person, type: 'down', at, repeat: true })
  const events = made.events
    .filter((event) => ownShift || event.key !== 'Shift')
    .map((event) => {
      if (event.key.length > 1) return { ...event, shift: true }
      const seen = readPosition(event.code, true, 'us') ?? event.key
      return { ...event, shift: true, key: caps ? seen.toLowerCase() : seen }
    })
  return trace({ codes: [code], events: [...held, ...events], focus: anyFocus(random) })
}

// The same with the scanner's own Shift key: to the system it is one key, so that the scanner's release lets
// go of the person's hold as well, until that repeats.
function sameShiftHeld(random: Random): Trace {
  const code = makeCode(random)
  const made = scan(random, code, 900, fastDevices(random))
  const person = { key: 'Shift', code: 'ShiftLeft', by: 'person' } as const
  const from = random.between(20, 800)
  const upAt = made.end + random.between(5, 400)
  const held: TraceEvent[] = [
    { ...person, type: 'down', at: from, shift: true, repeat: false },
    { ...person, type: 'up', at: upAt, shift: false, repeat: false },
  ]
  for (let at = from + random.pick([250, 500]); at < made.end; at += 33)
    held.push({ ...person, type: 'down', at, shift: true, repeat: true })
  // Some systems tell such a repeat as a press of its own.
  const tellsRepeats = random.chance(0.5)
  let isDown = false
  const events = inOrder([...held, ...made.events]).map((event) => {
    if (event.key === 'Shift') {
      const repeat = event.type === 'down' && isDown
      isDown = event.type === 'down'
      return { ...event, repeat: repeat || (event.repeat && tellsRepeats) }
    }
    const key = event.key.length === 1 ? (readPosition(event.code, isDown, 'us') ?? event.key) : event.key
    return { ...event, shift: isDown, key }
  })
  return trace({ codes: [code], events, focus: anyFocus(random) })
}

// Two or three codes of a device without an end, so close that no quiet parts them, and yet a breath apart.
function closeWithoutEnd(random: Random): Trace {
  const device: Device = { ...fastDevices(random), end: 'none' }
  const codes = Array.from({ length: random.pick([2, 2, 3]) }, () => makeBarcode(random))
  const events: TraceEvent[] = []
  let at = 20
  for (const code of codes) {
    const one = scan(random, code, at, device)
    events.push(...one.events)
    const last = one.events.findLast(({ type }) => type === 'down')?.at ?? at
    const own = Math.max(...gaps(one.events))
    at = last + random.between(2 * own + 7, Math.max(2 * own + 8, 110))
  }
  return trace({ codes, events, focus: anyFocus(random) })
}

function gaps(events: readonly TraceEvent[]): readonly number[] {
  const downs = inOrder(events).filter((event) => event.type === 'down' && !isModifier(event))
  return downs.slice(1).map(({ at }, index) => at - (downs[index]?.at ?? at))
}

// A device that takes about 100 ms from key to key and holds its keys as long as hardly a finger does,
// without a profile.
function steadyAndSlow(random: Random): Trace {
  const gap = random.between(75, 130)
  const hold = random.between(8, 27)
  const jitter = random.pick([0.02, 0.06, 0.12])
  const device: Device = {
    gap: () => random.normal(gap, gap * jitter, 0.65 * gap),
    hold: () => Math.min(31, random.normal(hold, 1.5, 2)),
    end: random.pick(['Enter', 'Enter', 'Tab', 'none']),
  }
  const code = makeBarcode(random)
  return trace({
    codes: [code],
    events: scan(random, code, 20, device, plainHost).events,
    focus: anyFocus(random),
  })
}

export const oddGroups: readonly Group[] = [
  { name: 'Alt on each key', make: altOnEachKey },
  { name: 'Alt + number pad', make: altAndNumpad },
  { name: 'Shift held', make: shiftHeld },
  {
    name: 'the same Shift held',
    make: sameShiftHeld,
    irreducible: 'nothing tells whose a Shift is that comes and goes within the code',
  },
  { name: 'close, without an end', make: closeWithoutEnd },
  { name: 'steady 100 ms', make: steadyAndSlow },
]
