/** Scans at stations: each function returns a trace of one device at one host. */
import { defaultProfile } from '#core/scan/default-profile.ts'
import type { Random } from '../random.ts'
import { anyFocus, type Focus, type Trace, type TraceEvent, trace } from '../traces.ts'
import { drawCode } from './codes.ts'
import { type Firmware, type State, type Suffix, statesOf, wiredFirmware } from './firmware.ts'
import { drawHost, type HostSettings, keyEvents } from './host.ts'
import { type Arrival, type Outage, overRadio, overWire, type Radio } from './links.ts'

export const startMs = 50
export function withSuffix(random: Random): Suffix {
  return random.pick(['Enter', 'Enter', 'Enter', 'Tab', 'CRLF'])
}
export function anySuffix(random: Random): Suffix {
  return random.pick(['Enter', 'Enter', 'Tab', 'none'])
}
export function inField(random: Random): Focus {
  return random.pick(['input', 'textarea'])
}

export interface Wired {
  readonly suffix?: Suffix
  readonly firmware?: Partial<Firmware>
  readonly code?: string
  readonly at?: number
  readonly outage?: (lengthMs: number) => Outage
}

interface Made {
  readonly code: string
  readonly arrivals: readonly Arrival[]
}

const lastOf = (arrivals: readonly Arrival[]): number => arrivals.at(-1)?.at ?? startMs
const pollsMs = [1, 2, 4, 8, 8, 10] as const

/** A code over a wire. */
export function wired(random: Random, options: Wired = {}): Made {
  const { suffix = withSuffix(random), firmware, code = drawCode(random), at = startMs, outage } = options
  const states = statesOf(code, { ...wiredFirmware(random, suffix), ...firmware })
  const link = { start: at, pollMs: random.pick(pollsMs) }
  const undisturbed = overWire(random, states, link)
  if (outage === undefined) return { code, arrivals: undisturbed }
  return { code, arrivals: overWire(random, states, { ...link, outage: outage(lastOf(undisturbed) - at) }) }
}

export interface Wireless {
  readonly suffix?: Suffix
  readonly code?: string
  readonly at?: number
  readonly radio: Radio
  /** Time from key to key, as the firmware makes them. */
  readonly paceMs?: number
  readonly holdMs?: number
  readonly outageMs?: readonly [number, number]
}

/** A code over a radio. */
export function wireless(random: Random, options: Wireless): Made {
  const {
    suffix = withSuffix(random),
    code = drawCode(random),
    at = startMs,
    radio,
    paceMs = 12,
    holdMs = 4,
  } = options
  const states: readonly State[] = statesOf(code, {
    style: 'separate',
    holdMs,
    gapMs: paceMs - holdMs,
    suffix,
  })
  const undisturbed = overRadio(random, states, at, radio)
  if (options.outageMs === undefined) return { code, arrivals: undisturbed }
  const outage = { from: random.between(at, lastOf(undisturbed)), ms: random.between(...options.outageMs) }
  return { code, arrivals: overRadio(random, states, at, { ...radio, outage }) }
}

function eventsOfScans(
  random: Random,
  made: readonly Made[],
  host: HostSettings = drawHost(random),
): readonly TraceEvent[] {
  return keyEvents([{ by: 'scanner', arrivals: made.flatMap(({ arrivals }) => arrivals) }], host)
}

/** The trace of codes of one scanner. `pass` delays or changes the events between host and page. */
export function traceOf(
  random: Random,
  made: readonly Made[],
  part: Partial<Trace> = {},
  pass: (events: readonly TraceEvent[], lengthMs: number) => readonly TraceEvent[] = (events) => events,
): Trace {
  const events = pass(eventsOfScans(random, made), lastOf(made.at(-1)?.arrivals ?? []) - startMs)
  return trace({ codes: made.map(({ code }) => code), events, focus: anyFocus(random), ...part })
}

/** Two codes of one device, one after the other. */
export function twoScans(random: Random, first: Wired, second: Wired, pauseMs: number): Trace {
  const firmware = wiredFirmware(random, first.suffix ?? 'Enter')
  const one = wired(random, { ...first, firmware })
  const two = wired(random, { ...second, firmware, at: lastOf(one.arrivals) + pauseMs })
  return traceOf(random, [one, two])
}

/** The default profile with a changed frame. */
export function framed(frame: Partial<typeof defaultProfile.frame>): typeof defaultProfile {
  return { ...defaultProfile, frame: { ...defaultProfile.frame, ...frame } }
}
