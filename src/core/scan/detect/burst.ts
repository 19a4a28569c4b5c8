/** The growing burst: turns keys into strokes, captures them, and decides bursts that are over. */
import type { ScannerProfile } from '#core/wire/scanner-profile.ts'
import type { KeyDown, Keystroke, TargetFacts } from '../capture.ts'
import { typeInto } from '../field-text.ts'
import { modifiersOf } from '../modifiers.ts'
import { decide, quietEndsAt } from './decide.ts'
import { isOutsideBurst } from './evidence.ts'
import { isLight } from './stalls.ts'
import { burstEndsMs, type DetectorEffect, type DetectorState, isPending, type Step } from './state.ts'
import { weighRun } from './weigh-run.ts'

const maxStrokes = 1024
// A busy handheld may pause up to this long after a key, in milliseconds.
const keepLightKeysMs = 2000
// The number of uncaptured keys to keep; a slow scan is detected after seven.
const maxUncaptured = 24

/**
 * Resumes a burst that was returned to the page too early: this key was delivered late, but its time stamp is
 * within the burst. The scan later removes the returned keys from the page.
 */
export function resumeBurst(state: DetectorState, at: number): DetectorState {
  const { givenBack } = state
  if (givenBack === undefined) return state
  const ended = { ...state, givenBack: undefined }
  const last = givenBack.strokes.at(-1)
  if (state.captured || last === undefined || at < last.at || at >= givenBack.until) return ended
  const strokes = givenBack.strokes.map((stroke) => {
    const returned = state.strokes.find((each) => each.at === stroke.at && each.code === stroke.code)
    return returned === undefined ? stroke : { ...stroke, handedOn: returned.handedOn }
  })
  return { ...ended, strokes, captured: true }
}

/**
 * Decides a burst whose quiet time ended before this key, but without a tick because the page was busy.
 * `startsAnother`: the event begins another code, so the burst is over before its quiet time.
 */
export function endBurstBefore(
  state: DetectorState,
  event: { readonly at: number; readonly target: TargetFacts },
  profile: ScannerProfile,
  startsAnother = false,
): readonly [DetectorState, readonly DetectorEffect[], TargetFacts] {
  const last = state.strokes.at(-1)
  if (last === undefined) return [state, [], event.target]
  if (!state.captured) {
    if (event.at - last.at - (last.hold ?? 0) <= burstEndsMs) return [state, [], event.target]
    const isKept = (each: Keystroke) => isLight(each) && event.at - each.at <= keepLightKeysMs
    return [
      { ...state, strokes: state.strokes.filter((each) => isPending(each) || isKept(each)) },
      [],
      event.target,
    ]
  }
  if (!startsAnother && event.at < last.at + shortestQuiet(profile)) return [state, [], event.target]
  const endsAt = startsAnother ? event.at : quietEndsAt(state, profile)
  if (endsAt === undefined || event.at < endsAt) return [state, [], event.target]
  const [next, effects] = decide(state, endsAt, profile)
  return [next, effects, effects.reduce(applyToTarget, event.target)]
}

// The target's facts after an effect.
function applyToTarget(target: TargetFacts, effect: DetectorEffect): TargetFacts {
  if (effect.type === 'write' && effect.target === target.id) return { ...target, field: effect.field }
  if (effect.type === 'type' && effect.target === target.id && target.field !== undefined) {
    return { ...target, field: typeInto(target.field, effect.keys) }
  }
  return target
}

/** Adds a key to a possible burst; captures it once the evidence is clear. */
export function addStroke(state: DetectorState, stroke: Keystroke, profile: ScannerProfile): DetectorState {
  const kept = state.strokes.slice(state.captured ? -maxStrokes : firstKeptIndex(state.strokes))
  if (state.captured) {
    const person = stroke.person || isOutsideBurst(kept)(stroke)
    return { ...state, strokes: [...kept, person ? { ...stroke, person } : stroke] }
  }
  const strokes = [...kept, stroke]
  const { prefix } = profile.frame
  const run = weighRun(strokes, stroke.at)
  const guarded = prefix !== '' && stroke.key.toLowerCase() === prefix.slice(0, 1).toLowerCase()
  const captured = guarded || (run.count >= 2 && run.nats >= profile.detect.captureAt)
  return { ...state, strokes, captured }
}

// Repeats of a held key must not push out the keys before it.
function firstKeptIndex(strokes: readonly Keystroke[]): number {
  if (strokes.length <= maxUncaptured) return 0
  const first = strokes.filter(({ repeated }) => !repeated).at(-maxUncaptured)
  return Math.max(strokes.length - maxStrokes, first === undefined ? 0 : strokes.indexOf(first))
}

/** The shortest quiet time that can end a burst, in milliseconds. */
export function shortestQuiet({ detect }: ScannerProfile): number {
  return Math.min(detect.quietFixedMs, detect.quietVariableMs)
}

/** Swallows a key and its release. */
export function swallow(state: DetectorState, event: KeyDown): Step {
  const swallowUps = state.swallowUps.includes(event.code)
    ? state.swallowUps
    : [...state.swallowUps, event.code]
  return [{ ...state, swallowUps }, [{ type: 'swallow' }]]
}

/** Converts a pressed key to a keystroke, with the held modifiers. */
export function toStroke(event: KeyDown, swallowed: boolean, { held, strokes }: DetectorState): Keystroke {
  const { key, code, shift, ctrl, altGraph, at, target } = event
  const control = ctrl && !altGraph
  return {
    key,
    code,
    shift,
    ctrl: control,
    ...modifiersOf(event, held, strokes.at(-1)?.at ?? Number.NEGATIVE_INFINITY),
    at,
    channel: 'keys',
    target,
    swallowed,
    person: false,
    handedOn: false,
  }
}

/** Converts a character of an input method to a keystroke. */
export function toImeStroke(key: string, at: number, target: TargetFacts): Keystroke {
  return {
    key,
    code: '',
    shift: false,
    ctrl: false,
    at,
    channel: 'ime',
    target,
    swallowed: false,
    person: false,
    handedOn: true,
  }
}
