/**
 * The end of a burst: decides if it is a code, and returns a person's keys to the page (docs/scanning.md,
 * Detection, rules 3 to 6 and 8).
 */
import { LIMITS } from '#core/wire/limits.ts'
import type { ScannerProfile } from '#core/wire/scanner-profile.ts'
import type { Keystroke, Scan } from '../capture.ts'
import { typeInto } from '../field-text.ts'
import { commandPrefix } from '../formats.ts'
import {
  type Endings,
  hasKnownTerminator,
  hasNoTerminator,
  markUnclearWithoutLast,
  recordCode,
} from './endings.ts'
import { heldAfterMs, type Run } from './evidence.ts'
import { type Reading, readBeforePause, readBurst } from './reading.ts'
import { splitReading } from './split.ts'
import { areDeviceKeys, isQuick } from './stalls.ts'
import {
  burstEndsMs,
  type DetectorEffect,
  type DetectorState,
  isPending,
  lastDeviceKey,
  type Step,
} from './state.ts'
import { weighRun } from './weigh-run.ts'

/** How long keys after the terminator are swallowed, in milliseconds. */
export const guardMs = 60

/** How long to wait for an expected terminator, in milliseconds. */
export const endExpectedMs = 300

// How long to wait for the rest of a partial code, in milliseconds.
const partWaitMs = 1500
// The longest pause inside a number or a command if the terminator is unknown, in milliseconds.
const maxPauseMs = 1000

/** Minimum hold of a shortcut key, in milliseconds; higher for a profile whose device holds longer. */
export function shortcutHoldMs(profile: ScannerProfile): number {
  return Math.max(heldAfterMs, profile.timing.holdMs.max + 8)
}

/**
 * The same for a key that is still down, in milliseconds. It is longer because a busy browser may deliver the
 * release late.
 */
export function shortcutDownMs(profile: ScannerProfile): number {
  return shortcutHoldMs(profile) + 968
}

// A key that is returned to the page while it is still down.
const asPersonKey = (stroke: Keystroke): Keystroke => ({ ...stroke, swallowed: false, person: true })

/**
 * Rule 4: the time at which a captured burst without a terminator is decided, unless it continues. A person's
 * keys do not delay it.
 */
export function quietEndsAt(state: DetectorState, profile: ScannerProfile): number | undefined {
  const { strokes, endings } = state
  const latest = strokes.at(-1)
  if (latest === undefined) return undefined
  const reading = readSoFar(state, profile)
  const last = reading?.keys.at(-1) ?? latest
  const usualMs = reading?.gapMs ?? profile.timing.gapMs.typical
  // A stalled device leaves its key down, so the quiet time begins with the release.
  const releases = strokes.some(({ hold }) => hold !== undefined)
  const downKeyWaitMs = releases ? endExpectedMs : 0
  const endOfKey = (key: Keystroke): number => key.at + (key.hold ?? (isPending(key) ? downKeyWaitMs : 0))
  const lastKeyEnd = endOfKey(last)
  const { quietFixedMs, quietVariableMs } = profile.detect
  // Waits for a device that always sends a terminator, because a pause inside a code is not its end.
  const expected = hasKnownTerminator(profile, endings) ? endExpectedMs : 0
  const parts = reading && splitReading(reading, endings, profile)
  switch (parts?.at(-1)?.decoded.format ?? reading?.decoded.format) {
    case 'fixed':
      return lastKeyEnd + Math.max(quietFixedMs, 4 * usualMs, expected)
    case 'variable': {
      // If the code may continue, waits longer than devices stall. An input method sends its pieces at once.
      const isKnown = expected > 0 || (reading !== undefined && isOver(reading, endings, profile))
      return lastKeyEnd + Math.max(quietVariableMs, 6 * usualMs, expected, isKnown ? 0 : maxPauseMs)
    }
    default: {
      const isOpen = reading !== undefined && isOpenEnd(reading) && reading.nats >= profile.detect.captureAt
      return (
        Math.max(lastKeyEnd, endOfKey(latest)) + Math.max(isOpen ? partWaitMs : endExpectedMs, 6 * usualMs)
      )
    }
  }
}

// Is a number or a command over after a short quiet time? Yes, if the device sends no terminator or an input
// method sends it.
const isOver = ({ keys }: Reading, endings: Endings, profile: ScannerProfile): boolean =>
  hasNoTerminator(profile, endings) || keys.every(({ channel }) => channel === 'ime')

/**
 * The time, by the page's clock, at which the wait for more keys of a captured burst ends. The wait for a
 * partial code is longer than its quiet time, because a busy machine delivers the rest late.
 */
export function keyWaitEndsAt(state: DetectorState, profile: ScannerProfile): number | undefined {
  const due = quietEndsAt(state, profile)
  const reading = readSoFar(state, profile)
  const last = reading?.keys.at(-1)
  if (due === undefined || reading === undefined || last === undefined) return due
  const { endings } = state
  const isRefused = reading.decoded.format === 'none' || hasKnownTerminator(profile, endings)
  const mayGoOn = isOpenEnd(reading) && (isRefused || !isOver(reading, endings, profile))
  return mayGoOn && reading.nats >= profile.detect.captureAt ? Math.max(due, last.at + partWaitMs) : due
}

/**
 * The reading of a burst that would be accepted now but may continue: a number, a command, or a text shorter
 * than a barcode. Undefined if there is none.
 */
export function readOpenEnd(state: DetectorState, profile: ScannerProfile): Reading | undefined {
  const reading = readSoFar(state, profile)
  if (reading === undefined || !isAccepted(reading, reading.nats, profile)) return undefined
  return isOpenEnd(reading) ? reading : undefined
}

function isOpenEnd({ decoded: { format, text } }: Reading): boolean {
  return format === 'variable' || (format === 'none' && text.length < LIMITS.barcodeLength)
}

// Caches the reading, because a burst is read several times until it is decided.
const cachedReadings = new WeakMap<
  readonly Keystroke[],
  { profile: ScannerProfile; reading: Reading | undefined }
>()

// Reads as of the end of the burst: a key that is still down then is not the scanner's.
function readSoFar({ strokes }: DetectorState, profile: ScannerProfile): Reading | undefined {
  const known = cachedReadings.get(strokes)
  if (known?.profile === profile) return known.reading
  const reading = readBurst(strokes, (strokes.at(-1)?.at ?? 0) + burstEndsMs, profile)
  cachedReadings.set(strokes, { profile, reading })
  return reading
}

/** Decides a burst without a terminator in time; `end` is the time of a late terminator. */
export function decide(state: DetectorState, at: number, profile: ScannerProfile, end?: number): Step {
  const read = state.captured ? readSoFar(state, profile) : undefined
  const reading = read && end !== undefined ? markUnclearWithoutLast(read, state.strokes, end) : read
  const head = reading && readBeforePause(state.strokes, reading, at, profile)
  const parts = reading && [
    ...(head === undefined ? [] : [head]),
    ...(splitReading(reading, state.endings, profile) ?? [reading]),
  ]
  if (parts?.every((part) => isAccepted(part, part.nats, profile))) {
    return accept(state, parts, at, undefined, profile)
  }
  return state.captured
    ? reject(noteStart(state, reading, profile), at, profile)
    : [{ ...state, strokes: [] }, runHeldShortcuts(state, at)]
}

const minUnknownLength = 4

/** Rule 3: is the evidence enough? A known form needs less. A configured prefix is required. */
export function isAccepted(reading: Reading, nats: number, profile: ScannerProfile, endAt?: number): boolean {
  const { decoded, keys } = reading
  const { acceptKnown, acceptUnknown } = profile.detect
  const { prefix } = profile.frame
  const known = decoded.format !== 'none'
  if (prefix !== '' && !decoded.framed) return known && nats >= acceptUnknown
  // A person does not type a command prefix by chance.
  const certain = nats + (prefix === '' ? 0 : 4) + (decoded.text.startsWith(commandPrefix) ? 2 : 0)
  if (known) return certain >= acceptKnown
  if (decoded.text === '' || decoded.raw.length < 3) return false
  // Six characters at the normal certainty. A shorter unknown code needs keys that no person can type.
  if (certain < acceptUnknown) return false
  return (
    decoded.text.length >= 6 ||
    certain >= 1.5 * acceptUnknown ||
    (decoded.text.length >= minUnknownLength && areDeviceKeys(keys, endAt))
  )
}

/** Reports the codes of a burst, usually one, and restores the page to its state without them. */
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
    const [noted, cut] = recordCode(endings, { ...codeEndOf(part), terminator }, profile)
    endings = noted
    return toScan(part, at, terminator, cut || part.cut === true)
  })
  const rest = state.strokes.filter((stroke) => !own.has(stroke))
  const isUndecided = (stroke: Keystroke): boolean => isPending(stroke) && at - stroke.at < heldAfterMs
  const effects: DetectorEffect[] = [
    ...restore(keys, persons, start, state.strokes),
    ...runReturnedShortcuts(
      rest.filter((stroke) => !isUndecided(stroke)),
      at,
    ),
    { type: 'burst', verdict: 'scan', strokes: state.strokes, nats: parts[0]?.nats ?? 0 },
    ...scans,
  ]
  const returnedCodes = new Set(persons.map((stroke) => stroke.code))
  return [
    {
      ...state,
      strokes: rest.filter(isUndecided).map(asPersonKey),
      captured: false,
      swallowUps: state.swallowUps.filter((code) => !returnedCodes.has(code)),
      guardUntil: guardEnd(parts, at, terminator, profile),
      controlUntil: terminator === undefined ? Number.NEGATIVE_INFINITY : at + maxPauseMs,
      endings,
    },
    effects,
  ]
}

/** Extends the guard after a late terminator, because the device may send a second key. */
export function extendGuard(state: DetectorState, at: number): DetectorState {
  return {
    ...state,
    guardUntil: Math.max(state.guardUntil, at + guardMs),
    controlUntil: Math.max(state.controlUntil, at + maxPauseMs),
  }
}

// The guard lasts as long as a terminator may be late. A person does not press Enter or Tab so soon.
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

const codeEndOf = ({ keys, decoded }: Reading) => ({
  text: decoded.text,
  format: decoded.format,
  firstAt: keys[0]?.at ?? 0,
  lastAt: keys.at(-1)?.at ?? 0,
})

// Records a burst that comes from a scanner but is too short for a scan. The rest of the cut code is then no
// number.
function noteStart(
  state: DetectorState,
  reading: Reading | undefined,
  profile: ScannerProfile,
): DetectorState {
  if (reading === undefined) return state
  if (reading.nats < profile.detect.acceptKnown && !reading.keys.some(isQuick)) return state
  return { ...state, endings: recordCode(state.endings, codeEndOf(reading), profile)[0] }
}

/** Not a scan: returns all captured keys to the page, in order. */
export function reject(state: DetectorState, at: number, profile: ScannerProfile): Step {
  const kept = state.strokes.filter(({ swallowed, wrote }) => swallowed || wrote !== undefined)
  const nats = weighRun(state.strokes, at).nats
  const released: DetectorState = {
    ...state,
    strokes: state.strokes.filter(isPending).map(asPersonKey),
    captured: false,
    swallowUps: [],
  }
  const [handedOn, persons] = runShortcuts(released, at, profile)
  return [
    handedOn,
    [
      ...returnKeys(kept),
      ...runReturnedShortcuts(
        state.strokes.filter((stroke) => !isPending(stroke)),
        at,
      ),
      ...persons,
      { type: 'burst', verdict: 'rejected', strokes: state.strokes, nats },
    ],
  ]
}

/** A key after its return to the page; after a long hold its shortcut is decided. */
export function asReturned(stroke: Keystroke, at: number): Keystroke {
  const isHeld = !isPending(stroke) && (stroke.hold ?? at - stroke.at) >= heldAfterMs
  return { ...stroke, swallowed: false, handedOn: stroke.handedOn || isHeld }
}

// Rule 6. A field that received keys of the code gets its earlier text, with the person's keys typed into it.
// Any other field gets the person's keys at its caret.
function restore(
  keys: readonly Keystroke[],
  persons: readonly Keystroke[],
  start: number,
  strokes: readonly Keystroke[],
): readonly DetectorEffect[] {
  const targets = new Set([...keys, ...persons].map((stroke) => stroke.target.id))
  return [...targets].flatMap((target): readonly DetectorEffect[] => {
    const leaked = keys.find((stroke) => stroke.target.id === target && !stroke.swallowed)
    const personKeys = persons.filter((stroke) => stroke.target.id === target)
    const field = leaked?.target.field
    if (leaked === undefined || field === undefined)
      return returnKeys(personKeys.filter((stroke) => stroke.swallowed))
    const from = strokes.indexOf(leaked)
    const textAfter = personKeys
      .filter((stroke) => stroke.swallowed || strokes.indexOf(stroke) > Math.max(from, start))
      .flatMap(textOfKey)
    const found = strokes.find((stroke) => stroke.swallowed && stroke.target.id === target)?.target.field
    return [
      {
        type: 'write',
        target,
        field: typeInto(field, textAfter),
        ...(found && { found: found.value, keys: textAfter }),
      },
    ]
  })
}

function returnKeys(kept: readonly Keystroke[]): readonly DetectorEffect[] {
  const targets = new Set(kept.map((stroke) => stroke.target.id))
  return [...targets].map((target) => ({
    type: 'type',
    target,
    keys: kept.filter((stroke) => stroke.target.id === target).flatMap(textOfKey),
  }))
}

// The text of a key; for an Alt code only the composed character that was kept out of the field.
const textOfKey = ({ key, altPress, wrote = '' }: Keystroke): readonly string[] =>
  altPress === undefined ? [key] : [...wrote]

// Returned keys are a person's: their shortcuts run if they were held long enough.
function runReturnedShortcuts(persons: readonly Keystroke[], at: number): readonly DetectorEffect[] {
  return persons
    .filter((stroke) => !stroke.handedOn && (stroke.hold ?? at - stroke.at) >= heldAfterMs)
    .map((stroke) => ({ type: 'person', stroke: { ...stroke, handedOn: true, person: true }, live: false }))
}

/**
 * Rule 8: runs a single-key shortcut after its key was held longer than any scanner holds a key, unless it
 * may belong to a scan. A profile with a device that holds longer raises the limit.
 */
export function runShortcuts(state: DetectorState, at: number, profile: ScannerProfile, known?: Run): Step {
  const isLong = ({ hold, at: since }: Keystroke): boolean =>
    hold === undefined ? at - since >= shortcutDownMs(profile) : hold >= shortcutHoldMs(profile)
  const isOpen = (stroke: Keystroke): boolean => !stroke.handedOn && !stroke.swallowed && isLong(stroke)
  if (!state.strokes.some(isOpen)) return [state, []]
  const last = lastDeviceKey(state)
  const isRecent = last !== undefined && at - last.at - (last.hold ?? 0) <= 120
  const run = isRecent ? (known ?? weighRun(state.strokes, at)) : undefined
  const firstUnclear = run !== undefined && run.count >= 2 && run.nats > 0 ? run.start : state.strokes.length
  const isDue = (stroke: Keystroke, index: number): boolean => index < firstUnclear && isOpen(stroke)
  if (!state.strokes.some(isDue)) return [state, []]
  const effects = state.strokes
    .filter(isDue)
    .map((stroke): DetectorEffect => ({ type: 'person', stroke: { ...stroke, handedOn: true }, live: false }))
  const strokes = state.strokes.map((stroke, index) =>
    isDue(stroke, index) ? { ...stroke, handedOn: true } : stroke,
  )
  return [{ ...state, strokes }, effects]
}

/** Runs the shortcuts of keys that a person held, before the keystrokes are dropped. */
export function runHeldShortcuts(state: DetectorState, at: number): readonly DetectorEffect[] {
  return runReturnedShortcuts(
    state.strokes.filter((stroke) => !stroke.swallowed),
    at,
  )
}
