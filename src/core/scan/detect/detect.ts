/**
 * The detector: a pure reducer from keyboard events to scans (docs/scanning.md, Detection). It weighs the
 * interval and hold of each key, and captures the keyboard once the evidence is clear. It decides at a
 * terminator or after a quiet time, and then returns captured keys of a person to the page.
 */
import type { ScannerProfile } from '#core/wire/scanner-profile.ts'
import type { CaptureEvent, KeyDown, Keystroke } from '../capture.ts'
import {
  codeDigit,
  isAltOnly,
  isModifier,
  noModifiers,
  pressModifier,
  releaseModifier,
} from '../modifiers.ts'
import { addStroke, endBurstBefore, resumeBurst, shortestQuiet, swallow, toStroke } from './burst.ts'
import {
  accept,
  asReturned,
  decide,
  endExpectedMs,
  extendGuard,
  isAccepted,
  keyWaitEndsAt,
  quietEndsAt,
  readOpenEnd,
  reject,
  runHeldShortcuts,
  runShortcuts,
  shortcutDownMs,
  shortcutHoldMs,
} from './decide.ts'
import { hasKnownTerminator, markUnclearWithoutLast, recordLateTerminator } from './endings.ts'
import { heldAfterMs, isDownAt, isOutsideBurst } from './evidence.ts'
import { overlapsCode } from './overlaps.ts'
import { followsCode, readBeforePause, readBurst } from './reading.ts'
import { findStalledKeys, isLight, isQuick, isWornKey, markBounce, resumedAt } from './stalls.ts'
import { type DetectorEffect, type DetectorState, lastDeviceKey, type Step } from './state.ts'
import { onPaste, onText } from './texts.ts'
import { weighRun } from './weigh-run.ts'

// If a tick is later than this, queued events may be older than the tick.
const lateMs = 6
const postponeMs = 30
const maxPostpones = 40

// A person cannot press a terminator this soon after a very short key, in milliseconds.
const quickEndMs = 60
const fastestEndMs = 36

// Keys of an input method; its text arrives as a separate event.
const inputMethodKeys = new Set(['Unidentified', 'Process', ''])
const terminators = new Set(['Enter', 'Tab'])
const editingKeys = new Set(['Backspace', 'Delete', 'ArrowLeft', 'ArrowRight', 'Home', 'End'])

/** Processes one event. Never throws, in any state. */
export function reduceDetector(state: DetectorState, event: CaptureEvent, profile: ScannerProfile): Step {
  const [next, effects] = react(state, event, profile)
  const isPostponed = next.postponedTicks > state.postponedTicks
  const due = isPostponed ? event.at + postponeMs : nextWake(next, event.at, profile)
  if (due === undefined) {
    const { wakeAt: _none, ...withoutWake } = next
    return [next.wakeAt === undefined ? next : withoutWake, effects]
  }
  if (next.wakeAt === due && event.type !== 'tick') return [next, effects]
  return [{ ...next, wakeAt: due }, [...effects, { type: 'wake', at: due }]]
}

function react(state: DetectorState, event: CaptureEvent, profile: ScannerProfile): Step {
  switch (event.type) {
    case 'down':
      return onDown(state, event, profile)
    case 'up':
      return onUp(state, event, profile)
    case 'text':
      return onText(state, event, profile)
    case 'paste':
      return onPaste(state, event, profile)
    case 'tick':
      return onTick(state, event.at, profile)
    case 'leave': {
      const [left, effects] = decide(state, event.at, profile)
      return [{ ...left, strokes: [], swallowUps: [], held: noModifiers }, effects]
    }
  }
}

function onDown(state: DetectorState, event: KeyDown, profile: ScannerProfile): Step {
  if (isModifier(event.key)) return [{ ...state, held: pressModifier(state.held, event) }, []]
  if (inputMethodKeys.has(event.key)) return [state, []]
  const chord = (event.ctrl || event.alt || event.meta) && !event.altGraph
  const name = endsAltBurst(state, event) ? event.key : nameOf(event, chord)
  const trailing = terminators.has(name) ? state.strokes.length === 0 : name === 'ArrowDown'
  const isControl = chord && name === 'Enter' && event.at < state.controlUntil
  if ((trailing && event.at < state.guardUntil) || (isControl && state.strokes.length === 0)) {
    const guarded = extendGuard(state, event.at)
    return swallow({ ...guarded, givenBack: undefined, endings: recordLateTerminator(state.endings) }, event)
  }
  if (event.repeat && state.swallowUps.includes(event.code)) return onHeldKey(state, event)
  const fresh = withoutRelease(state, event.code)
  // If a person holds Shift, the terminator has Shift too.
  const isEnd = !event.shift || state.captured || lastDeviceKey(state)?.shift === true
  if (terminators.has(name) && isEnd) return onTerminator(fresh, event, name, profile)
  const digit = codeDigit(event, state.held)
  if (digit !== undefined && !event.repeat) return onCharacter(fresh, { ...event, key: digit }, profile)
  if (event.repeat && isCharacter(event.key) && !chord && !fresh.captured) return onRepeat(fresh, event)
  if (event.repeat || !isCharacter(event.key)) return onOtherKey(fresh, event, chord)
  const mayJoinBurst =
    isAltOnly(event) && (!state.captured || !isOutsideBurst(state.strokes)(toStroke(event, false, state)))
  return chord && !mayJoinBurst ? onOtherKey(fresh, event, true) : onCharacter(fresh, event, profile)
}

// Firmware that sets Alt on each key also sets it on the terminator.
function endsAltBurst(state: DetectorState, event: KeyDown): boolean {
  if (!isAltOnly(event) || !terminators.has(event.key)) return false
  return event.at < state.guardUntil || lastDeviceKey(state)?.altPress !== undefined
}

// Devices that send control characters as chords send Ctrl+J and Ctrl+M for line feed and carriage return.
function nameOf(event: KeyDown, chord: boolean): string {
  if (!chord) return event.key
  const control = event.ctrl && !event.alt && !event.meta && /^[jm]$/i.test(event.key)
  return control ? 'Enter' : `chord ${event.key}`
}

// Records the repeats of a captured key: they are typed if the key is a person's.
function onHeldKey(state: DetectorState, event: KeyDown): Step {
  if (!state.captured || !isCharacter(event.key)) return [state, [{ type: 'swallow' }]]
  return [{ ...state, strokes: [...state.strokes, toRepeat(event, true, state)] }, [{ type: 'swallow' }]]
}

const toRepeat = (event: KeyDown, swallowed: boolean, state: DetectorState): Keystroke => ({
  ...toStroke(event, swallowed, state),
  hold: 0,
  repeated: true,
  person: true,
  handedOn: true,
})

// A key that repeats before any evidence: a person holds it, or a device has stalled.
function onRepeat(state: DetectorState, event: KeyDown): Step {
  const repeat = toRepeat(event, false, state)
  const effects = runHeldShortcuts(state, event.at)
  const decidedStrokes = state.strokes.map((stroke) =>
    (stroke.hold ?? event.at - stroke.at) < heldAfterMs ? stroke : { ...stroke, handedOn: true },
  )
  return [
    { ...state, strokes: [...decidedStrokes, repeat] },
    [...effects, { type: 'person', stroke: repeat, live: true }],
  ]
}

// Treats a chord, a held key or a non-character key as a person's. It ends an unclear burst.
function onOtherKey(state: DetectorState, event: KeyDown, chord: boolean): Step {
  const stroke: Keystroke = { ...toStroke(event, false, state), handedOn: true }
  const person: DetectorEffect = { type: 'person', stroke, live: true }
  if (!state.captured) return [{ ...state, strokes: [] }, [...runHeldShortcuts(state, event.at), person]]
  if (chord) {
    // Keeps a control character of the data, so that decoding can refuse it with a reason.
    const control = event.ctrl && isCharacter(event.key)
    const [swallowed, effects] = swallow(state, event)
    if (!control) return [swallowed, effects]
    return [{ ...swallowed, strokes: [...state.strokes, toStroke(event, true, state)] }, effects]
  }
  if (editingKeys.has(event.key) && event.target.field !== undefined) {
    const [swallowed, effects] = swallow(state, event)
    return [
      { ...swallowed, strokes: [...state.strokes, { ...stroke, swallowed: true, person: true }] },
      effects,
    ]
  }
  return [state, [person]]
}

function onCharacter(before: DetectorState, event: KeyDown, profile: ScannerProfile): Step {
  const [state, ended, target] = endBurstBefore(resumeBurst(before, event.at), event, profile)
  const stroke = toStroke({ ...event, target }, false, state)
  const added = addStroke(state, stroke, profile)
  if (!added.captured) return [added, ended]
  const [swallowed, effects] = swallow(added, event)
  const last = swallowed.strokes.length - 1
  const strokes = swallowed.strokes.map((other, index) =>
    index === last ? { ...other, swallowed: true } : other,
  )
  return [{ ...swallowed, strokes }, [...ended, ...effects]]
}

function onUp(
  before: DetectorState,
  event: { readonly key: string; readonly code: string; readonly at: number },
  profile: ScannerProfile,
): Step {
  const state = isModifier(event.key) ? { ...before, held: releaseModifier(before.held, event) } : before
  const effects: DetectorEffect[] = []
  let next = state
  if (state.swallowUps.includes(event.code)) {
    effects.push({ type: 'swallow' })
    next = withoutRelease(state, event.code)
  }
  if (next.givenBack !== undefined) {
    const { strokes, until } = next.givenBack
    next = { ...next, givenBack: { strokes: release(strokes, findDown(strokes, event), event.at), until } }
  }
  const index = findDown(next.strokes, event)
  const stroke = next.strokes[index]
  if (stroke === undefined) return [next, effects]
  const plain = release(next.strokes, index, event.at)
  const released = markBounce(plain, index, next.lastLong)
  if (event.at - stroke.at > heldAfterMs) next = { ...next, lastLong: { code: event.code, at: event.at } }
  // Also checks keys that are still down across the scanner's keys: they must not count against the scan.
  const plainRun = weighRun(released, event.at)
  const from = Math.min(index, plainRun.start)
  const burst = from === 0 ? released : released.slice(from)
  const isPersons = (other: Keystroke, at: number): boolean => {
    if (other.person || at < from || other.channel === 'ime') return false
    const open = other.hold === undefined && event.at - other.at > heldAfterMs
    if ((at === index || open) && overlapsCode(burst, at - from, event.at)) return true
    return at === index && next.captured && followsCode(released, at, event.at, profile)
  }
  const persons = released.filter(isPersons)
  const strokes =
    persons.length === 0
      ? released
      : released.map((other) => (persons.includes(other) ? { ...other, person: true } : other))
  next = { ...next, strokes }
  const run = persons.length === 0 ? plainRun : weighRun(strokes, event.at)
  if (!next.captured) {
    if (run.count < 2 || run.nats < profile.detect.captureAt) {
      const [handedOn, shortcutEffects] = runShortcuts(next, event.at, profile, run)
      return [handedOn, [...effects, ...shortcutEffects]]
    }
    return [{ ...next, captured: true }, effects]
  }
  const guarded =
    profile.frame.prefix !== '' && run.nats > -2 && strokes.length <= profile.frame.prefix.length
  // Two short strokes of one key may be two characters of the device: the next keys decide.
  if (run.nats > 0 || guarded || released !== plain) return [next, effects]
  // A stalled device leaves its key down, so later keys of the device may continue the returned ones.
  const [rejected, returnEffects] = reject(next, event.at, profile)
  const kept = next.strokes
    .filter(({ wrote }) => wrote === undefined)
    .map((each) => asReturned(each, event.at))
  return [{ ...rejected, strokes: kept }, [...effects, ...returnEffects]]
}

// The index of the pressed key that this event releases; -1 if there is none.
const findDown = (
  strokes: readonly Keystroke[],
  event: { readonly key: string; readonly code: string },
): number =>
  strokes.findLastIndex(
    (stroke) =>
      stroke.hold === undefined &&
      stroke.channel === 'keys' &&
      (stroke.code === '' ? stroke.key === event.key : stroke.code === event.code),
  )

const release = (strokes: readonly Keystroke[], index: number, at: number): readonly Keystroke[] =>
  strokes.map((stroke, each) => (each === index ? { ...stroke, hold: Math.max(0, at - stroke.at) } : stroke))

function onTerminator(before: DetectorState, event: KeyDown, name: string, profile: ScannerProfile): Step {
  const state = resumeBurst(before, event.at)
  const person: DetectorEffect = {
    type: 'person',
    stroke: { ...toStroke(event, false, state), handedOn: true },
    live: true,
  }
  if (state.strokes.length === 0) return [state, [person]]
  const found = readBurst(state.strokes, event.at, profile, toStroke(event, false, state))
  const reading = found && markUnclearWithoutLast(found, state.strokes, event.at)
  const last = reading?.keys.at(-1)
  const isTyped = reading !== undefined && isByPerson(reading.keys)
  if (reading !== undefined && last !== undefined && !isTyped) {
    const gap = event.at - resumedAt(last, findStalledKeys(state.strokes, event.at))
    const expected = hasKnownTerminator(profile, state.endings) ? endExpectedMs : 120
    const inTime = gap <= Math.max(expected, 3 * reading.gapMs)
    const isQuickest = isFromDevice(reading.keys, event.at)
    const nats = Math.max(
      reading.nats + (gap <= 36 ? 2.4 : 0.6),
      isQuickest ? profile.detect.acceptUnknown : Number.NEGATIVE_INFINITY,
    )
    if (inTime && isAccepted(reading, nats, profile, event.at)) {
      // An earlier code in the same burst is missing its end.
      const head = readBeforePause(state.strokes, reading, event.at, profile)
      const parts = head === undefined ? [] : [{ ...head, cut: true as const }]
      const [accepted, effects] = accept(state, [...parts, { ...reading, nats }], event.at, name, profile)
      const [swallowed, more] = swallow(accepted, event)
      return [swallowed, [...effects, ...more]]
    }
  }
  // Too late for a terminator: without a busy page, the burst would have ended earlier.
  const endedAt = Math.min(event.at, quietEndsAt(state, profile) ?? event.at)
  const [ended, effects] = isTyped
    ? reject(state, event.at, profile)
    : decide(state, endedAt, profile, event.at)
  if (event.at >= ended.guardUntil) return [{ ...ended, strokes: [] }, [...effects, person]]
  const [swallowed, more] = swallow(
    { ...extendGuard(ended, event.at), endings: recordLateTerminator(ended.endings) },
    event,
  )
  return [swallowed, [...effects, ...more]]
}

function onTick(state: DetectorState, at: number, profile: ScannerProfile): Step {
  if (state.wakeAt === undefined || at < state.wakeAt) return [state, []]
  if (at - state.wakeAt > lateMs && state.postponedTicks < maxPostpones)
    return [{ ...state, postponedTicks: state.postponedTicks + 1 }, []]
  const onTime: DetectorState = { ...state, postponedTicks: 0 }
  if (!onTime.captured) {
    // The time stamp of the next key decides if it belongs to these: it may be delivered late.
    return runShortcuts(onTime, at, profile)
  }
  const awaited = keyWaitEndsAt(onTime, profile)
  if (awaited !== undefined && at < awaited) return [onTime, []]
  const [decided, effects] = decide(onTime, at, profile)
  const until = quietEndsAt(onTime, profile)
  const isRead = effects.some(({ type }) => type === 'scan')
  const own = isRead ? readOpenEnd(onTime, profile)?.keys : []
  if (until === undefined || own === undefined) return [decided, effects]
  // The code's keys are no longer in the page. Another key may still belong to the code, so it gets the field
  // from before the code.
  const strokes = onTime.strokes.map((stroke) => {
    const { id } = stroke.target
    if (own.includes(stroke)) return { ...stroke, swallowed: true, target: { id } }
    const target = own.find((key) => key.target.id === id)?.target ?? stroke.target
    return { ...asReturned(stroke, at), target }
  })
  return [{ ...decided, givenBack: { strokes, until } }, effects]
}

// The time of the next wake-up: the end of a quiet time, or the shortcut of a held key.
function nextWake(state: DetectorState, now: number, profile: ScannerProfile): number | undefined {
  if (state.captured) {
    // Waits for the shortest quiet time, because reading the burst costs more than a wake-up.
    const earliest = (state.strokes.at(-1)?.at ?? now) + shortestQuiet(profile)
    return now < earliest ? earliest : keyWaitEndsAt(state, profile)
  }
  let due: number | undefined
  for (const stroke of state.strokes) {
    if (stroke.handedOn || (stroke.hold !== undefined && stroke.hold < shortcutHoldMs(profile))) continue
    const limit = stroke.hold === undefined ? shortcutDownMs(profile) : shortcutHoldMs(profile)
    // A shortcut that is due may still belong to a scan: check again later.
    const at = stroke.at + limit > now ? stroke.at + limit : now + heldAfterMs
    due = due === undefined ? at : Math.min(due, at)
  }
  return due
}

// Are all keys and the terminator too fast for fingers? Allows keys that a stalled device released late.
function isFromDevice(keys: readonly Keystroke[], endAt: number): boolean {
  const last = keys.at(-1)
  const heldUp = findStalledKeys(keys, endAt)
  const endGapMs = endAt - (last === undefined ? 0 : last.at + (last.hold ?? 0))
  if (endGapMs <= fastestEndMs && keys.length > 1 && keys.every(isLight)) return true
  // A single quick key may be a worn key: then the terminator must be too fast for a person.
  const maxMs = keys.filter(isQuick).length === 1 && keys.length > 1 ? fastestEndMs : quickEndMs
  const isOwn = endGapMs <= fastestEndMs ? isLight : isQuick
  return endGapMs <= maxMs && keys.some(isQuick) && keys.every((key) => isOwn(key) || heldUp.keys.has(key))
}

// Did a person press these few keys: are some still down, or is it one worn key? A device releases its keys
// before its terminator.
function isByPerson(keys: readonly Keystroke[]): boolean {
  const isUpBeforeNext = (key: Keystroke, index: number): boolean =>
    key.hold !== undefined && !isDownAt(key, keys[index + 1]?.at)
  const down = keys.filter(({ hold, channel }) => hold === undefined && channel === 'keys')
  return (
    keys.length <= maxKeysByPerson && (isWornKey(keys) || (down.length >= 2 && keys.some(isUpBeforeNext)))
  )
}
const maxKeysByPerson = 4

const isCharacter = (key: string): boolean => [...key].length === 1 || key === 'Dead'

const withoutRelease = (state: DetectorState, code: string): DetectorState =>
  state.swallowUps.includes(code)
    ? { ...state, swallowUps: state.swallowUps.filter((other) => other !== code) }
    : state
