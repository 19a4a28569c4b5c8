/**
 * The end of a burst: whether it is a code, what is kept afterwards, and how a person's keys are given back
 * (docs/scanning.md, Detection, rules 3 to 6 and 8).
 */
import { LIMITS } from '#core/wire/limits.ts'
import type { ScannerProfile } from '#core/wire/scanner-profile.ts'
import type { Keystroke, Scan } from '../capture.ts'
import { typeInto } from '../field-text.ts'
import { commandPrefix } from '../formats.ts'
import { areWithoutEnd, doubtWithoutLast, type Endings, endsAreKnown, noteEnding } from './endings.ts'
import { heldAfterMs, type Run } from './evidence.ts'
import { areDevices, isQuick } from './held-up.ts'
import { type Reading, readBurst, readHead } from './reading.ts'
import { splitReading } from './split.ts'
import {
  burstEndsMs,
  type DetectorEffect,
  type DetectorState,
  isPending,
  lastOwn,
  type Step,
} from './state.ts'
import { weighRun } from './weigh-run.ts'

/** How long keys after the terminator are swallowed, in milliseconds. */
export const guardMs = 60

/** How long to wait for an expected terminator, in milliseconds. */
export const endExpectedMs = 300

// How long a part of a code is kept for its rest, in milliseconds.
const partAwaitedMs = 1500
// How long a number or a command may pause where it is not known what ends a code, in milliseconds.
const pauseInsideMs = 1000

/** Minimum hold of a shortcut key, in milliseconds; higher for a profile whose device holds longer. */
export function shortcutHold(profile: ScannerProfile): number {
  return Math.max(heldAfterMs, profile.timing.holdMs.max + 8)
}

/**
 * The same for a key that has not been released yet, in milliseconds. It is longer: if the browser is busy, a
 * release may be late, and only the page's clock is known.
 */
export function shortcutDown(profile: ScannerProfile): number {
  return shortcutHold(profile) + 968
}

// A key that is given back while still down.
const asPersons = (stroke: Keystroke): Keystroke => ({ ...stroke, swallowed: false, person: true })

/**
 * Rule 4: when a captured burst without a terminator is decided, unless another of its keys comes. A person's
 * keys do not delay it.
 */
export function quietEnd(state: DetectorState, profile: ScannerProfile): number | undefined {
  const { strokes, endings } = state
  const latest = strokes.at(-1)
  if (latest === undefined) return undefined
  const reading = readSoFar(state, profile)
  const last = reading?.keys.at(-1) ?? latest
  const usual = reading?.gapMs ?? profile.timing.gapMs.typical
  // A device that is held up leaves its key down; quiet begins with the release.
  const releases = strokes.some(({ hold }) => hold !== undefined)
  const stillDownMs = releases ? endExpectedMs : 0
  const goesOn = (key: Keystroke): number => key.at + (key.hold ?? (isPending(key) ? stillDownMs : 0))
  const since = goesOn(last)
  const { quietFixedMs, quietVariableMs } = profile.detect
  // A device that always sends a terminator is waited for: a pause inside a code is not its end.
  const expected = endsAreKnown(profile, endings) ? endExpectedMs : 0
  const parts = reading && splitReading(reading, endings, profile)
  switch (parts?.at(-1)?.decoded.format ?? reading?.decoded.format) {
    case 'fixed':
      return since + Math.max(quietFixedMs, 4 * usual, expected)
    case 'variable': {
      // What may go on is over where nothing comes for longer than devices are held up; a text in pieces is
      // in one hand.
      const isKnown = expected > 0 || (reading !== undefined && isOver(reading, endings, profile))
      return since + Math.max(quietVariableMs, 6 * usual, expected, isKnown ? 0 : pauseInsideMs)
    }
    default: {
      const isOpen = reading !== undefined && isOpenEnd(reading) && reading.nats >= profile.detect.captureAt
      return Math.max(since, goesOn(latest)) + Math.max(isOpen ? partAwaitedMs : endExpectedMs, 6 * usual)
    }
  }
}

// Is a number or a command over after a short quiet time: the device sends no terminator, or an input
// method sends its pieces at once?
const isOver = ({ keys }: Reading, endings: Endings, profile: ScannerProfile): boolean =>
  areWithoutEnd(profile, endings) || keys.every(({ channel }) => channel === 'ime')

/**
 * The time of the page's clock at which no more keys of a captured burst are waited for. A part of a code,
 * which would be refused, is waited for longer than its keys' own times allow: a busy machine hands the rest
 * over late.
 */
export function keysAwaitedUntil(state: DetectorState, profile: ScannerProfile): number | undefined {
  const due = quietEnd(state, profile)
  const reading = readSoFar(state, profile)
  const last = reading?.keys.at(-1)
  if (due === undefined || reading === undefined || last === undefined) return due
  const { endings } = state
  const isRefused = reading.decoded.format === 'none' || endsAreKnown(profile, endings)
  const mayGoOn = isOpenEnd(reading) && (isRefused || !isOver(reading, endings, profile))
  return mayGoOn && reading.nats >= profile.detect.captureAt ? Math.max(due, last.at + partAwaitedMs) : due
}

/**
 * The reading of a burst that would be reported if it ended here but may go on: it has fewer characters than
 * a barcode, or is as long as its number or command happens to be. Undefined if there is none.
 */
export function readOpenEnd(state: DetectorState, profile: ScannerProfile): Reading | undefined {
  const reading = readSoFar(state, profile)
  if (reading === undefined || !isAccepted(reading, reading.nats, profile)) return undefined
  return isOpenEnd(reading) ? reading : undefined
}

function isOpenEnd({ decoded: { format, text } }: Reading): boolean {
  return format === 'variable' || (format === 'none' && text.length < LIMITS.barcodeLength)
}

// A burst is read several times until it is decided.
const readings = new WeakMap<
  readonly Keystroke[],
  { profile: ScannerProfile; reading: Reading | undefined }
>()

// A key that is still down after the quiet time was pressed too late to be the scanner's.
function readSoFar({ strokes }: DetectorState, profile: ScannerProfile): Reading | undefined {
  const known = readings.get(strokes)
  if (known?.profile === profile) return known.reading
  const reading = readBurst(strokes, (strokes.at(-1)?.at ?? 0) + burstEndsMs, profile)
  readings.set(strokes, { profile, reading })
  return reading
}

/** Decides a burst that ended without a terminator in time; `end` is the time of one that came later. */
export function decide(state: DetectorState, at: number, profile: ScannerProfile, end?: number): Step {
  const read = state.captured ? readSoFar(state, profile) : undefined
  const reading = read && end !== undefined ? doubtWithoutLast(read, state.strokes, end) : read
  const head = reading && readHead(state.strokes, reading, at, profile)
  const parts = reading && [
    ...(head === undefined ? [] : [head]),
    ...(splitReading(reading, state.endings, profile) ?? [reading]),
  ]
  if (parts?.every((part) => isAccepted(part, part.nats, profile))) {
    return accept(state, parts, at, undefined, profile)
  }
  return state.captured
    ? reject(noteStart(state, reading, profile), at, profile)
    : [{ ...state, strokes: [] }, handOnAll(state, at)]
}

const fewestOfDevice = 4

/** Rule 3: is the evidence enough? A known form needs less; a configured prefix decides alone. */
export function isAccepted(reading: Reading, nats: number, profile: ScannerProfile, endAt?: number): boolean {
  const { decoded, keys } = reading
  const { acceptKnown, acceptUnknown } = profile.detect
  const { prefix } = profile.frame
  const known = decoded.format !== 'none'
  if (prefix !== '' && !decoded.framed) return known && nats >= acceptUnknown
  // Nobody types the beginning of a command by chance.
  const certain = nats + (prefix === '' ? 0 : 4) + (decoded.text.startsWith(commandPrefix) ? 2 : 0)
  if (known) return certain >= acceptKnown
  if (decoded.text === '' || decoded.raw.length < 3) return false
  // Six characters at the normal certainty; a shorter unknown code only if no person could have typed it.
  if (certain < acceptUnknown) return false
  return (
    decoded.text.length >= 6 ||
    certain >= 1.5 * acceptUnknown ||
    (decoded.text.length >= fewestOfDevice && areDevices(keys, endAt))
  )
}

/** Returns the codes of a burst, usually one, and restores the page to its state without them. */
export function accept(
  state: DetectorState,
  parts: readonly Reading[],
  at: number,
  terminator: string | undefined,
  profile: ScannerProfile,
): Step {
  const keys = parts.flatMap((part) => part.keys)
  const own = new Set(keys)
  const first = keys[0]
  const start = first === undefined ? 0 : state.strokes.indexOf(first)
  const isOwnRepeat = ({ repeated, code }: Keystroke, index: number): boolean =>
    repeated === true &&
    keys.some(
      (key) => key === state.strokes.slice(0, index).findLast((each) => each.code === code && !each.repeated),
    )
  const persons = state.strokes.filter(
    (stroke, index) => !own.has(stroke) && !isOwnRepeat(stroke, index) && (stroke.swallowed || index > start),
  )
  let { endings } = state
  const scans = parts.map((part): DetectorEffect => {
    const [noted, cut] = noteEnding(endings, { ...endedOf(part), terminator }, profile)
    endings = noted
    return toScan(part, at, terminator, cut || part.cut === true)
  })
  const rest = state.strokes.filter((stroke) => !own.has(stroke))
  const undecided = (stroke: Keystroke): boolean => isPending(stroke) && at - stroke.at < heldAfterMs
  const effects: DetectorEffect[] = [
    ...restore(keys, persons, start, state.strokes),
    ...tellGivenBack(
      rest.filter((stroke) => !undecided(stroke)),
      at,
    ),
    { type: 'burst', verdict: 'scan', strokes: state.strokes, nats: parts[0]?.nats ?? 0 },
    ...scans,
  ]
  const given = new Set(persons.map((stroke) => stroke.code))
  return [
    {
      ...state,
      strokes: rest.filter(undecided).map(asPersons),
      captured: false,
      swallowUps: state.swallowUps.filter((code) => !given.has(code)),
      guardUntil: guardEnd(parts, at, terminator, profile),
      controlUntil: terminator === undefined ? Number.NEGATIVE_INFINITY : at + pauseInsideMs,
      endings,
    },
    effects,
  ]
}

/** A device's late end may go on with a second key. */
export function guardOn(state: DetectorState, at: number): DetectorState {
  return {
    ...state,
    guardUntil: Math.max(state.guardUntil, at + guardMs),
    controlUntil: Math.max(state.controlUntil, at + pauseInsideMs),
  }
}

// A device's end may be late, too. Nobody presses Enter or Tab this soon after a scan.
function guardEnd(
  parts: readonly Reading[],
  at: number,
  terminator: string | undefined,
  profile: ScannerProfile,
): number {
  const last = parts.at(-1)?.keys.at(-1)
  const guard = at + Math.max(guardMs, 3 * (parts[0]?.gapMs ?? 0))
  if (terminator !== undefined || last === undefined || profile.frame.terminator === 'none') return guard
  return Math.max(guard, last.at + (last.hold ?? 0) + endExpectedMs)
}

function toScan(
  { keys, decoded, nats, unclear }: Reading,
  at: number,
  terminator: string | undefined,
  cut: boolean,
): DetectorEffect {
  const { format: _format, framed: _framed, ...read } = decoded
  const last = keys.at(-1)
  const scan: Scan = {
    ...read,
    at: last?.at ?? at,
    channel: keys[0]?.channel ?? 'keys',
    evidence: nats,
    keystrokes: keys,
    ...(terminator === undefined ? {} : { terminator }),
    ...(cut && { cut }),
    ...(unclear && { unclear }),
  }
  return { type: 'scan', scan, target: last?.target.id ?? -1 }
}

const endedOf = ({ keys, decoded }: Reading) => ({
  text: decoded.text,
  format: decoded.format,
  firstAt: keys[0]?.at ?? 0,
  lastAt: keys.at(-1)?.at ?? 0,
})

// Too short for a scan, but a scanner's by weight or a quick key: the rest of a cut code is no number.
function noteStart(
  state: DetectorState,
  reading: Reading | undefined,
  profile: ScannerProfile,
): DetectorState {
  if (reading === undefined) return state
  if (reading.nats < profile.detect.acceptKnown && !reading.keys.some(isQuick)) return state
  return { ...state, endings: noteEnding(state.endings, endedOf(reading), profile)[0] }
}

/** Not a scan: gives all captured keys back, in order. */
export function reject(state: DetectorState, at: number, profile: ScannerProfile): Step {
  const kept = state.strokes.filter(({ swallowed, wrote }) => swallowed || wrote !== undefined)
  const nats = weighRun(state.strokes, at).nats
  const released: DetectorState = {
    ...state,
    strokes: state.strokes.filter(isPending).map(asPersons),
    captured: false,
    swallowUps: [],
  }
  const [handedOn, persons] = handOn(released, at, profile)
  return [
    handedOn,
    [
      ...typeBack(kept),
      ...tellGivenBack(
        state.strokes.filter((stroke) => !isPending(stroke)),
        at,
      ),
      ...persons,
      { type: 'burst', verdict: 'rejected', strokes: state.strokes, nats },
    ],
  ]
}

/** A key of a burst that is given back: the page has it, and knows that a person may have held it. */
export function asGivenBack(stroke: Keystroke, at: number): Keystroke {
  const isHeld = !isPending(stroke) && (stroke.hold ?? at - stroke.at) >= heldAfterMs
  return { ...stroke, swallowed: false, handedOn: stroke.handedOn || isHeld }
}

// Rule 6. A field that received some of the code's keys gets its earlier text back, with the person's keys
// typed into it; any other field gets the person's keys at its caret.
function restore(
  keys: readonly Keystroke[],
  persons: readonly Keystroke[],
  start: number,
  strokes: readonly Keystroke[],
): readonly DetectorEffect[] {
  const targets = new Set([...keys, ...persons].map((stroke) => stroke.target.id))
  return [...targets].flatMap((target): readonly DetectorEffect[] => {
    const leaked = keys.find((stroke) => stroke.target.id === target && !stroke.swallowed)
    const mine = persons.filter((stroke) => stroke.target.id === target)
    const field = leaked?.target.field
    if (leaked === undefined || field === undefined)
      return typeBack(mine.filter((stroke) => stroke.swallowed))
    const from = strokes.indexOf(leaked)
    const after = mine
      .filter((stroke) => stroke.swallowed || strokes.indexOf(stroke) > Math.max(from, start))
      .flatMap(typedBy)
    const found = strokes.find((stroke) => stroke.swallowed && stroke.target.id === target)?.target.field
    return [
      {
        type: 'write',
        target,
        field: typeInto(field, after),
        ...(found && { found: found.value, keys: after }),
      },
    ]
  })
}

function typeBack(kept: readonly Keystroke[]): readonly DetectorEffect[] {
  const targets = new Set(kept.map((stroke) => stroke.target.id))
  return [...targets].map((target) => ({
    type: 'type',
    target,
    keys: kept.filter((stroke) => stroke.target.id === target).flatMap(typedBy),
  }))
}

// The text of a key: with Alt only the composed character that was kept out of the field.
const typedBy = ({ key, altPress, wrote = '' }: Keystroke): readonly string[] =>
  altPress === undefined ? [key] : [...wrote]

// Given-back keys are a person's: their shortcuts may run if they were held long enough.
function tellGivenBack(persons: readonly Keystroke[], at: number): readonly DetectorEffect[] {
  return persons
    .filter((stroke) => !stroke.handedOn && (stroke.hold ?? at - stroke.at) >= heldAfterMs)
    .map((stroke) => ({ type: 'person', stroke: { ...stroke, handedOn: true, person: true }, live: false }))
}

/**
 * Rule 8: a single-key shortcut runs once the key was held longer than any scanner holds it, and not while it
 * may belong to a scan. A profile whose device holds longer raises the limit.
 */
export function handOn(state: DetectorState, at: number, profile: ScannerProfile, known?: Run): Step {
  const isLong = ({ hold, at: since }: Keystroke): boolean =>
    hold === undefined ? at - since >= shortcutDown(profile) : hold >= shortcutHold(profile)
  const isOpen = (stroke: Keystroke): boolean => !stroke.handedOn && !stroke.swallowed && isLong(stroke)
  if (!state.strokes.some(isOpen)) return [state, []]
  const last = lastOwn(state)
  const isNear = last !== undefined && at - last.at - (last.hold ?? 0) <= 120
  const run = isNear ? (known ?? weighRun(state.strokes, at)) : undefined
  const unclear = run !== undefined && run.count >= 2 && run.nats > 0 ? run.start : state.strokes.length
  const due = (stroke: Keystroke, index: number): boolean => index < unclear && isOpen(stroke)
  if (!state.strokes.some(due)) return [state, []]
  const effects = state.strokes
    .filter(due)
    .map((stroke): DetectorEffect => ({ type: 'person', stroke: { ...stroke, handedOn: true }, live: false }))
  const strokes = state.strokes.map((stroke, index) =>
    due(stroke, index) ? { ...stroke, handedOn: true } : stroke,
  )
  return [{ ...state, strokes }, effects]
}

/** Runs the shortcuts of keys that a person held, before the keystrokes are dropped. */
export function handOnAll(state: DetectorState, at: number): readonly DetectorEffect[] {
  return tellGivenBack(
    state.strokes.filter((stroke) => !stroke.swallowed),
    at,
  )
}
