/**
 * Traces of scanners with unusual settings and of a person on a modifier key: Alt on each key, Alt codes on
 * the number pad, Shift held, codes without a suffix in close sequence, a steady slow device.
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

// Firmware that sets Alt on each key of a code, sometimes with Alt key events around it and on its Enter.
function altOnEachKey(random: Random): Trace {
  const slow = random.chance(0.2)
  const code = makeCode(random, slow ? 6 : 2)
  const kind = slow ? slowDevice(random) : fastDevices(random)
  const device: Device = random.chance(0.8) ? kind : { ...kind, end: 'none' }
  const scanned = scan(random, code, 30, device)
  const onEnd = random.chance(0.5)
  // The firmware's own key map writes the characters into the field. Key positions are sometimes missing.
  const hasPositions = random.chance(0.7)
  const events = scanned.events
    .filter((event) => !isModifier(event))
    .map((event) => ({
      ...event,
      alt: event.key.length === 1 || onEnd,
      code: hasPositions || event.key.length > 1 ? event.code : '',
    }))
  const alt = { key: 'Alt', code: 'AltLeft', shift: false, repeat: false, by: 'scanner' as const }
  const altEvents: readonly TraceEvent[] = random.chance(0.3)
    ? [
        { ...alt, type: 'down', at: 24, alt: true },
        { ...alt, type: 'up', at: scanned.end + 1 },
      ]
    : []
  return trace({ codes: [code], events: [...events, ...altEvents], focus: anyFocus(random) })
}

// Each character as its decimal code on the number pad with Alt. The system writes the character or nothing.
function altAndNumpad(random: Random): Trace {
  const code = random.chance(0.8) ? makeBarcode(random) : makeCode(random)
  const report = random.pick([1, 2, 4, 8, 8, 10, 12])
  const jitter = random.pick([0.1, 0.2, 0.3])
  const leading = random.chance(0.5) ? '0' : ''
  const systemWrites = random.chance(0.6)
  const numLock = random.chance(0.8)
  const pause = random.pick([0, 0, 1, 3, 5])
  let at = 20
  const events: TraceEvent[] = []
  const nextTime = (): number => {
    at += random.normal(report, report * jitter, 0.5)
    return at
  }
  // If the system writes no character, some pages get the digits.
  const mute = systemWrites || random.chance(0.5)
  const addEvent = (type: TraceEvent['type'], key: string, position: string, alt: boolean): void => {
    events.push({
      type,
      ...(alt && mute && { mute }),
      key,
      code: position,
      at: nextTime(),
      alt,
      shift: false,
      repeat: false,
      by: 'scanner',
    })
  }
  const arrows = ['Insert', 'End', 'ArrowDown', 'PageDown', 'ArrowLeft', 'Clear', 'ArrowRight', 'Home']
  for (const character of code) {
    addEvent('down', 'Alt', 'AltLeft', true)
    for (const digit of leading + String(character.charCodeAt(0))) {
      const key = numLock ? digit : (arrows[Number(digit)] ?? (digit === '8' ? 'ArrowUp' : 'PageUp'))
      addEvent('down', key, `Numpad${digit}`, true)
      addEvent('up', key, `Numpad${digit}`, true)
    }
    addEvent('up', 'Alt', 'AltLeft', false)
    if (systemWrites) {
      const text = { type: 'composed', key: character, code: '', shift: false, repeat: false } as const
      events.push({ ...text, at: at + 0.1, by: 'scanner' })
    }
    at += pause * report
  }
  if (random.chance(0.85)) {
    addEvent('down', 'Enter', 'Enter', false)
    addEvent('up', 'Enter', 'Enter', false)
  }
  return trace({ codes: [code], events, focus: anyFocus(random) })
}

// A person holds Shift during the scan: all keys are shifted, including the digits and the suffix.
function shiftHeld(random: Random): Trace {
  const slow = random.chance(0.2)
  const code = makeCode(random, slow ? 6 : 2)
  const device = slow ? slowDevice(random) : fastDevices(random)
  const scanned = scan(random, code, 300, device)
  const caps = random.chance(0.15)
  const ownShift = random.chance(0.6)
  const person = { key: 'Shift', code: 'ShiftRight', shift: true, repeat: false, by: 'person' } as const
  const from = random.between(20, 260)
  const shiftEvents: TraceEvent[] = [
    { ...person, type: 'down', at: from },
    { ...person, type: 'up', shift: false, at: scanned.end + random.between(5, 400) },
  ]
  // A held key repeats.
  for (let at = from + 250; at < scanned.end; at += 33)
    shiftEvents.push({ ...person, type: 'down', at, repeat: true })
  const events = scanned.events
    .filter((event) => ownShift || event.key !== 'Shift')
    .map((event) => {
      if (event.key.length > 1) return { ...event, shift: true }
      const shiftedKey = readPosition(event.code, true, 'us') ?? event.key
      return { ...event, shift: true, key: caps ? shiftedKey.toLowerCase() : shiftedKey }
    })
  return trace({ codes: [code], events: [...shiftEvents, ...events], focus: anyFocus(random) })
}

// The same with the scanner's own Shift key. The system sees one key, so the scanner's release also ends the
// person's hold until the next repeat.
function sameShiftHeld(random: Random): Trace {
  const code = makeCode(random)
  const scanned = scan(random, code, 900, fastDevices(random))
  const person = { key: 'Shift', code: 'ShiftLeft', by: 'person' } as const
  const from = random.between(20, 800)
  const upAt = scanned.end + random.between(5, 400)
  const shiftEvents: TraceEvent[] = [
    { ...person, type: 'down', at: from, shift: true, repeat: false },
    { ...person, type: 'up', at: upAt, shift: false, repeat: false },
  ]
  for (let at = from + random.pick([250, 500]); at < scanned.end; at += 33)
    shiftEvents.push({ ...person, type: 'down', at, shift: true, repeat: true })
  // Some systems report such a repeat as a new press.
  const marksRepeats = random.chance(0.5)
  let isDown = false
  const events = inOrder([...shiftEvents, ...scanned.events]).map((event) => {
    if (event.key === 'Shift') {
      const repeat = event.type === 'down' && isDown
      isDown = event.type === 'down'
      return { ...event, repeat: repeat || (event.repeat && marksRepeats) }
    }
    const key = event.key.length === 1 ? (readPosition(event.code, isDown, 'us') ?? event.key) : event.key
    return { ...event, shift: isDown, key }
  })
  return trace({ codes: [code], events, focus: anyFocus(random) })
}

// Two or three codes of a device without a suffix, with only a short pause between them.
function closeWithoutEnd(random: Random): Trace {
  const device: Device = { ...fastDevices(random), end: 'none' }
  const codes = Array.from({ length: random.pick([2, 2, 3]) }, () => makeBarcode(random))
  const events: TraceEvent[] = []
  let at = 20
  for (const code of codes) {
    const one = scan(random, code, at, device)
    events.push(...one.events)
    const last = one.events.findLast(({ type }) => type === 'down')?.at ?? at
    const maxGap = Math.max(...gaps(one.events))
    at = last + random.between(2 * maxGap + 7, Math.max(2 * maxGap + 8, 110))
  }
  return trace({ codes, events, focus: anyFocus(random) })
}

function gaps(events: readonly TraceEvent[]): readonly number[] {
  const downs = inOrder(events).filter((event) => event.type === 'down' && !isModifier(event))
  return downs.slice(1).map(({ at }, index) => at - (downs[index]?.at ?? at))
}

// A device without a profile that sends a key about every 100 ms and holds keys shorter than most people.
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
