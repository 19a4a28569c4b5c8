/** Scans and people at the same station. */
import { type Random } from '../random.ts'
import { inOrder, type Trace, type TraceEvent, trace } from '../traces.ts'
import { drawBarcode, drawCode } from './codes.ts'
import { wiredFirmware } from './firmware.ts'
import { drawHost, keyEvents, writtenBy } from './host.ts'
import { type Arrival, quietRadio } from './links.ts'
import {
  glovesType,
  holdsKey,
  hunterTypes,
  leansOn,
  padTypes,
  type Typing,
  typistTypes,
  wornKeysType,
} from './people.ts'
import { inField, startMs, wired, wireless, withSuffix } from './scans.ts'
import { cut, enters, pastes, pressOf, softKeyboardTypes } from './texts.ts'

// If two keyboards press the same key at the same time, the host sees one key.
function shareKeys(a: readonly Arrival[], b: readonly Arrival[]): boolean {
  return a.some(({ at, down }) =>
    b.some((other) => Math.abs(other.at - at) < 400 && down.some((code) => other.down.includes(code))),
  )
}

function traceOfBoth(
  random: Random,
  code: string,
  scan: readonly Arrival[],
  typed: readonly Arrival[],
): Trace {
  const events = keyEvents(
    [
      { by: 'scanner', arrivals: scan },
      { by: 'person', arrivals: typed },
    ],
    drawHost(random),
  )
  return trace({ codes: [code], events, typed: writtenBy(events, 'person'), focus: inField(random) })
}

/** A person writes a note, and a colleague's scan arrives in the middle. */
export function scanIntoTyping(random: Random): Trace {
  const drawn = drawScanIntoTyping(random)
  // A person's key together with the scanner's Ctrl is a chord.
  const isChord = drawn.events.some(({ by, ctrl }) => by === 'person' && ctrl === true)
  return isChord ? scanIntoTyping(random) : drawn
}

function drawScanIntoTyping(random: Random): Trace {
  const typed = random.pick([typistTypes, hunterTypes])(random, startMs)
  const at = random.between(startMs + 80, typed.end)
  const { code, arrivals } = wired(random, { code: drawBarcode(random), at })
  return shareKeys(typed.arrivals, arrivals)
    ? drawScanIntoTyping(random)
    : traceOfBoth(random, code, arrivals, typed.arrivals)
}

/** During a slow scan a person begins to type. `overLongKey`: while the radio holds a key down. */
export function typingIntoScan(random: Random, overLongKey: boolean): Trace {
  for (;;) {
    const drawn = drawTypingIntoScan(random)
    const isChord = drawn.events.some(({ by, ctrl }) => by === 'person' && ctrl === true)
    if (!isChord && isOverLongKey(drawn.events) === overLongKey) return drawn
  }
}

// Whether a person's long key press overlaps a long one of the scanner, so that each may be the person's.
function isOverLongKey(events: readonly TraceEvent[]): boolean {
  const presses = events
    .filter(({ type, key, repeat }) => type === 'down' && key.length === 1 && !repeat)
    .map(({ at, code, by }) => ({
      at,
      by,
      up: events.find(
        (other) => other.type === 'up' && other.code === code && other.by === by && other.at > at,
      )?.at,
    }))
  const isLong = ({ at, up = at }: { at: number; up?: number | undefined }): boolean => up - at > 35
  return presses.some(
    (key) =>
      key.by === 'scanner' &&
      isLong(key) &&
      presses.some(({ by, at, up = at }) => by === 'person' && at < (key.up ?? key.at) && up > key.at),
  )
}

function drawTypingIntoScan(random: Random): Trace {
  const radio = { ...quietRadio, intervalMs: random.pick([11.25, 15, 20, 30]), packetsPerEvent: 2 }
  const { code, arrivals } = wireless(random, {
    code: drawBarcode(random),
    radio,
    paceMs: random.between(20, 40),
  })
  const durationMs = (arrivals.at(-1)?.at ?? startMs) - startMs
  const text = random.pick(['ok', 'no', 'hi all', 'q', 'see map'])
  const typed = typistTypes(random, startMs + random.between(0.2, 1) * durationMs, text)
  return shareKeys(typed.arrivals, arrivals)
    ? drawTypingIntoScan(random)
    : traceOfBoth(random, code, arrivals, typed.arrivals)
}

/** Some minutes of one device and one person: a scan, usually a typed quantity, and the next scan. */
export function stationSession(random: Random): Trace {
  const suffix = withSuffix(random)
  const firmware = wiredFirmware(random, suffix)
  const codes: string[] = []
  const scans: Arrival[] = []
  const typing: Arrival[] = []
  let at = startMs
  for (let count = random.whole(3, 6); count > 0; count -= 1) {
    const { code, arrivals } = wired(random, { suffix, firmware, at, code: drawCode(random) })
    codes.push(code)
    scans.push(...arrivals)
    at = (arrivals.at(-1)?.at ?? at) + random.between(450, 1500)
    if (random.chance(0.7)) {
      const typed = padTypes(random, at, String(random.whole(1, 400)))
      typing.push(...typed.arrivals)
      at = typed.end + random.between(250, 1200)
    }
  }
  const events = keyEvents(
    [
      { by: 'scanner', arrivals: scans },
      { by: 'person', arrivals: typing },
    ],
    drawHost(random),
  )
  return trace({ codes, events, typed: writtenBy(events, 'person'), focus: inField(random) })
}

type Person = (random: Random, start: number) => Typing

/** Typing of one person without scans. `pass` delays or changes the events between host and page. */
export function traceOfPerson(
  random: Random,
  person: Person,
  pass: (events: readonly TraceEvent[]) => readonly TraceEvent[] = (events) => events,
): Trace {
  const arrivals: Arrival[] = []
  let at = startMs
  for (let count = random.whole(1, 4); count > 0; count -= 1) {
    const typed = person(random, at)
    arrivals.push(...typed.arrivals)
    at = typed.end + random.between(350, 2500)
  }
  const events = keyEvents([{ by: 'person', arrivals }], drawHost(random))
  return trace({
    codes: [],
    events: pass(events),
    typed: writtenBy(events, 'person'),
    focus: random.pick(['input', 'input', 'textarea', 'body']),
  })
}

export const anyPerson: Person = (random, start) =>
  random.pick([
    typistTypes,
    typistTypes,
    hunterTypes,
    padTypes,
    padTypes,
    glovesType,
    wornKeysType,
    holdsKey,
    leansOn,
  ])(random, start)

/** A person who uses a handheld's soft keyboard or pastes. */
export function traceWithoutKeys(random: Random): Trace {
  const { events, text } = random.pick([softKeyboardTypes, softKeyboardTypes, pastes])(random, startMs)
  return trace({ codes: [], events, typed: text, personKeys: text.length, focus: inField(random) })
}

/** A code from a handheld's input method, in one or several pieces, with or without Enter. */
export function fromInputMethod(
  random: Random,
  pieces: 'one' | 'some' | 'each',
): readonly TraceEvent[] & { code?: string } {
  const code = drawCode(random)
  const parts = pieces === 'one' ? [code] : pieces === 'some' ? cut(random, code, 3) : [...code]
  const pauseMs = random.pick([0.3, 2, 8])
  let at = startMs
  const events = parts.flatMap((part) => {
    at += random.between(0.5, 1.5) * pauseMs
    return enters(part, at, 'scanner', pieces === 'each' || random.chance(0.5))
  })
  if (random.chance(0.6)) events.push(...pressOf('Enter', at + random.between(1, 20), 2, 'scanner'))
  return Object.assign(inOrder(events), { code })
}
