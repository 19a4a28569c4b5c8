/** The groups of station traces, and whether their codes can be decided. */
import { type DeviceGroup, stalledTrace } from '../devices/groups.ts'
import { drawWhere, headAsTyped, isPulledApart } from '../devices/typed-heads.ts'
import type { Random } from '../random.ts'
import { type Trace, trace } from '../traces.ts'
import { drawBarcode, drawCode, drawKnown, drawNumber, drawShelf } from './codes.ts'
import { stampedLate, whileBrowserBusy, whilePageBusy, withGrain, withoutReleases } from './delivery.ts'
import { drawHost, keyEvents } from './host.ts'
import { noisyRadio, quietRadio } from './links.ts'
import {
  anyPerson,
  fromInputMethod,
  scanIntoTyping,
  stationSession,
  traceOfPerson,
  traceWithoutKeys,
  typingIntoScan,
} from './mixed.ts'
import { glovesType, holdsKey, hunterTypes, leansOn, padTypes, typistTypes, wornKeysType } from './people.ts'
import {
  anySuffix,
  framed,
  inField,
  startMs,
  traceOf,
  twoScans,
  type Wireless,
  wired,
  wireless,
  withSuffix,
} from './scans.ts'
import { composes, pressOf } from './texts.ts'

const looksTyped = 'keys that are down for one connection interval look typed'

const radioGroup = (
  name: string,
  intervals: readonly [number, ...number[]],
  packets: readonly [number, ...number[]],
  options: Partial<Wireless> & { readonly noisy?: true; readonly suffixes?: typeof withSuffix } = {},
): DeviceGroup => ({
  name,
  make: (random) => {
    const link = { intervalMs: random.pick(intervals), packetsPerEvent: random.pick(packets) }
    const radio = { ...(options.noisy ? noisyRadio : quietRadio), ...link }
    const suffix = (options.suffixes ?? withSuffix)(random)
    return traceOf(random, [wireless(random, { ...options, suffix, radio })])
  },
})

const { make: noisyTrace } = radioGroup('', [7.5, 11.25, 15, 30], [2, 4], { noisy: true })

const busyGroup = (
  name: string,
  delayEvents: typeof whilePageBusy,
  ms: readonly [number, number],
  code: (random: Random) => string,
): DeviceGroup => ({
  name,
  make: (random) =>
    traceOf(random, [wired(random, { code: code(random) })], {}, (events, durationMs) =>
      delayEvents(random, events, {
        from: startMs + random.between(-0.2, 1) * durationMs,
        ms: random.between(...ms),
      }),
    ),
})

// Android injects all keys of a code at once: without positions, with one time for both events of a key, and
// with Shift as a flag.
function injectedKeys(random: Random): Trace {
  const perKeyMs = random.pick([0, 1, 3, 10])
  const drawn = traceOf(random, [wired(random, { suffix: random.pick(['Enter', 'Tab', 'none']) })])
  const keyEventsOfCode = drawn.events.filter(({ key }) => key !== 'Shift')
  let at = startMs
  let pressed = keyEventsOfCode[0]
  const events = keyEventsOfCode.map((event) => {
    if (event.type === 'down') {
      at = Math.floor(at + perKeyMs * random.between(0.8, 1.6))
      pressed = event
    }
    const { key, shift } = pressed ?? event
    return { ...event, key, shift, at, code: key.length > 1 ? key : '' }
  })
  return { ...drawn, events }
}

function inputMethodTrace(random: Random, pieces: 'one' | 'some' | 'each'): Trace {
  const events = fromInputMethod(random, pieces)
  return trace({ codes: [events.code ?? ''], events, focus: inField(random) })
}

function composed(random: Random, code: string, grows: boolean): Trace {
  const steps = grows ? [...code].map((_, index) => code.slice(0, index + 1)) : [code]
  const stepMs = random.pick([0.5, 3, 8])
  const drawn = composes(steps, startMs, () => stepMs * random.between(0.6, 1.4), 'scanner')
  const end = random.chance(0.6) ? pressOf('Enter', drawn.end + random.between(1, 15), 2, 'scanner') : []
  return trace({
    codes: [code],
    events: [...drawn.events, ...end],
    scanned: code.length,
    focus: inField(random),
  })
}

// A word of letters may be a suggestion that a person accepted.
function drawNonWord(random: Random): string {
  const code = drawKnown(random)
  return /[0-9%]/.test(code) ? code : drawNonWord(random)
}

function drawLettered(random: Random): string {
  const code = drawBarcode(random)
  return /^[A-Z]/.test(code) ? code : drawLettered(random)
}

function reordered(random: Random): Trace {
  const drawn = wired(random, { firmware: { style: 'rolled', holdMs: random.pick([0, 4, 10]) } })
  const host = { ...drawHost(random), order: 'presses first' as const }
  const events = keyEvents([{ by: 'scanner', arrivals: drawn.arrivals }], host)
  return trace({ codes: [drawn.code], events, focus: inField(random) })
}

const randomOutage = (random: Random, low: number, high: number) => (durationMs: number) => ({
  from: startMs + random.between(0, 1) * durationMs,
  ms: random.between(low, high),
})

const wires: readonly DeviceGroup[] = [
  { name: 'wire', make: (random) => traceOf(random, [wired(random)]) },
  {
    name: 'wire, rolled',
    make: (random) =>
      traceOf(random, [wired(random, { firmware: { style: 'rolled', holdMs: random.pick([0, 4, 10]) } })]),
  },
  { name: 'wire, presses before releases', make: reordered },
  { name: 'wire, no suffix', make: (random) => traceOf(random, [wired(random, { suffix: 'none' })]) },
  {
    name: 'wire, prefix',
    make: (random) => {
      const drawn = wired(random, { code: `/${drawCode(random)}`, suffix: anySuffix(random) })
      return { ...traceOf(random, [drawn]), codes: [drawn.code.slice(1)], profile: framed({ prefix: '/' }) }
    },
  },
  {
    name: 'wire, 20 to 40 ms a key',
    make: (random) =>
      traceOf(random, [
        wired(random, { firmware: { gapMs: random.between(15, 30), holdMs: random.between(0, 8) } }),
      ]),
  },
  {
    name: 'wire, outage of 20 to 250 ms',
    make: (random) => traceOf(random, [wired(random, { outage: randomOutage(random, 20, 250) })]),
  },
  {
    name: 'no key-ups',
    make: (random) => {
      const code = drawCode(random)
      return traceOf(
        random,
        [wired(random, { code: code.length < 5 ? drawBarcode(random) : code })],
        {},
        withoutReleases,
      )
    },
  },
]

const radios: readonly DeviceGroup[] = [
  radioGroup('radio 7.5 to 15 ms', [7.5, 11.25, 15], [1, 2, 4]),
  radioGroup('radio 20 to 30 ms', [20, 22.5, 30], [1, 2, 4]),
  radioGroup('radio 45 to 60 ms, press and release at once', [45, 50, 60], [2, 4]),
  {
    ...radioGroup('radio 45 to 60 ms, one packet', [45, 50, 60], [1], { paceMs: 100, holdMs: 10 }),
    undecided: looksTyped,
    likeTyping: true,
  },
  radioGroup('radio, no suffix', [7.5, 11.25, 15, 30], [1, 2, 4], { suffixes: () => 'none' }),
  { name: 'radio, noise', make: drawWhere(noisyTrace, (trace) => !isPulledApart(trace)) },
  radioGroup('radio, outage of 50 to 280 ms', [7.5, 11.25, 15, 30], [2, 4], { outageMs: [50, 280] }),
  {
    ...radioGroup('radio, outage of 0.4 to 0.9 s, keys repeat', [11.25, 15, 30], [2, 4], {
      outageMs: [400, 900],
      suffixes: () => 'none',
    }),
    undecided: 'a part before the outage may be a whole number, and one or two keys by themselves look typed',
    likeTyping: true,
  },
  {
    ...radioGroup('radio, outage of 0.4 to 0.9 s, suffix', [11.25, 15, 30], [2, 4], { outageMs: [400, 900] }),
    undecided: "an Enter so long after a whole code may be a person's",
    likeTyping: true,
  },
]

const androids: readonly DeviceGroup[] = [
  { name: 'injected keys', make: injectedKeys },
  { name: 'input method, one text', make: (random) => inputMethodTrace(random, 'one') },
  { name: 'input method, some texts', make: (random) => inputMethodTrace(random, 'some') },
  { name: 'input method, each character', make: (random) => inputMethodTrace(random, 'each') },
  { name: 'input method, composed', make: (random) => composed(random, drawCode(random), true) },
  { name: 'input method, composed at once', make: (random) => composed(random, drawNonWord(random), false) },
  {
    name: 'input method, a shelf composed at once',
    make: (random) => composed(random, drawShelf(random), false),
    undecided: 'a person who takes a suggestion of the keyboard enters a text in the same way',
    likeTyping: true,
  },
]

const grainMs = 15.625
const hosts: readonly DeviceGroup[] = [
  {
    name: 'clock of 15.6 ms',
    make: (random) => traceOf(random, [wired(random)], {}, (events) => withGrain(events, grainMs)),
  },
  {
    name: 'clock of 15.6 ms, radio',
    make: (random) => {
      const radio = { ...quietRadio, intervalMs: random.pick([11.25, 15, 30]), packetsPerEvent: 2 }
      return traceOf(random, [wireless(random, { radio })], {}, (events) => withGrain(events, grainMs))
    },
  },
  busyGroup('page busy for 0.05 to 2 s', whilePageBusy, [50, 2000], drawCode),
  busyGroup('browser busy for 50 to 280 ms', whileBrowserBusy, [50, 280], drawCode),
  {
    ...busyGroup('browser busy for 0.3 to 1.2 s', whileBrowserBusy, [300, 1200], drawCode),
    undecided:
      'the part before may be a whole number, and a key is held down whose release comes a second late',
    likeTyping: true,
  },
  busyGroup('stamped late by 50 to 280 ms', stampedLate, [50, 280], drawCode),
  {
    // Digits with wrong times may always be two numbers.
    ...busyGroup('stamped late by 0.3 to 1.5 s', stampedLate, [300, 1500], drawLettered),
    undecided: "the part before may be a whole code, and an Enter stamped so late may be a person's",
    likeTyping: true,
  },
]

const sequences: readonly DeviceGroup[] = [
  {
    name: 'two scans',
    make: (random) => twoScans(random, { suffix: 'Enter' }, { suffix: 'Enter' }, random.between(60, 600)),
  },
  {
    name: 'two barcodes, no suffix',
    make: (random) => {
      const one = { suffix: 'none', code: drawBarcode(random) } as const
      return twoScans(random, one, { ...one, code: drawBarcode(random) }, random.between(100, 600))
    },
  },
  {
    name: 'barcode and number, no suffix',
    make: (random) => {
      const texts = [drawBarcode(random), drawNumber(random)]
      const [one = '', two = ''] = random.chance(0.5) ? texts : texts.toReversed()
      return twoScans(
        random,
        { suffix: 'none', code: one },
        { suffix: 'none', code: two },
        random.between(150, 600),
      )
    },
  },
  { name: 'scans and quantities', make: stationSession },
  { name: 'scan into typing', make: scanIntoTyping },
  { name: 'typing into a scan', make: (random) => typingIntoScan(random, false) },
  {
    name: 'typing into a scan, over a key held up',
    make: (random) => typingIntoScan(random, true),
    undecided: 'of two keys that are down for long, one over the other, each may be the person’s',
    likeTyping: true,
  },
]

const people: readonly DeviceGroup[] = [
  { name: 'typists', make: (random) => traceOfPerson(random, typistTypes) },
  { name: 'number pads', make: (random) => traceOfPerson(random, padTypes) },
  { name: 'gloves', make: (random) => traceOfPerson(random, glovesType) },
  { name: 'worn keys', make: (random) => traceOfPerson(random, wornKeysType) },
  { name: 'held keys', make: (random) => traceOfPerson(random, random.pick([holdsKey, leansOn])) },
  { name: 'soft keyboards and pastes', make: traceWithoutKeys },
  {
    name: 'people, clock of 15.6 ms',
    make: (random) => traceOfPerson(random, anyPerson, (events) => withGrain(events, grainMs)),
  },
  {
    name: 'people, page busy',
    make: (random) =>
      traceOfPerson(random, anyPerson, (events) =>
        whilePageBusy(random, events, {
          from: startMs + random.between(0, 1500),
          ms: random.between(50, 2000),
        }),
      ),
  },
  {
    name: 'people, no key-ups',
    // On a screen keyboard keys are pressed one after the other.
    make: (random) =>
      traceOfPerson(random, random.pick([hunterTypes, typistTypes, padTypes]), withoutReleases),
  },
]

// Late time stamps make a person's keys as fast as a scanner's.
const stampedPeople: DeviceGroup = {
  name: 'people, stamped late',
  make: (random) =>
    traceOfPerson(random, anyPerson, (events) =>
      stampedLate(random, events, { from: startMs + random.between(0, 800), ms: random.between(50, 1500) }),
    ),
  undecided: "keys with one time are a scanner's or those of a person behind a busy browser",
  likeTyping: true,
}

const typedHeads: readonly DeviceGroup[] = [
  ['radio, noise, a head as typed', noisyTrace] as const,
  ['Bluetooth 30 ms, stalls, a head as typed', stalledTrace] as const,
].map(([name, make]) => ({
  name,
  make: drawWhere(make, isPulledApart),
  undecided: headAsTyped,
  likeTyping: true,
}))

export const stationGroups: readonly DeviceGroup[] = [
  ...wires,
  ...radios,
  ...androids,
  ...hosts,
  ...sequences,
  ...people,
  stampedPeople,
  ...typedHeads,
]
