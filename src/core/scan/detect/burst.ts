/** The growing burst: turns keys into strokes, captures them, and decides a burst that is over. */
import type { ScannerProfile } from '#core/wire/scanner-profile.ts'
import type { KeyDown, Keystroke, TargetFacts } from '../capture.ts'
import { typeInto } from '../field-text.ts'
import { pressesOf } from '../modifiers.ts'
import { decide, quietEnd } from './decide.ts'
import { isOfOtherKind } from './evidence.ts'
import { isLight } from './held-up.ts'
import { burstEndsMs, type DetectorEffect, type DetectorState, isPending, type Step } from './state.ts'
import { weighRun } from './weigh-run.ts'

const mostStrokes = 1024
// A busy handheld may pause for so long after one of its keys, in milliseconds.
const quickStaysMs = 2000
// How many uncaptured keys are kept; a slow scan is detected after seven.
const mostUncaptured = 24

/**
 * Takes a burst up again that was given back before this key had arrived, though by its own time it came in
 * time: the machine handed it over late. What the page has got of it since is taken back with the code.
 */
export function takeUpAgain(state: DetectorState, at: number): DetectorState {
  const { givenBack } = state
  if (givenBack === undefined) return state
  const ended = { ...state, givenBack: undefined }
  const last = givenBack.strokes.at(-1)
  if (state.captured || last === undefined || at < last.at || at >= givenBack.until) return ended
  const strokes = givenBack.strokes.map((stroke) => {
    const now = state.strokes.find((each) => each.at === stroke.at && each.code === stroke.code)
    return now === undefined ? stroke : { ...stroke, handedOn: now.handedOn }
  })
  return { ...ended, strokes, captured: true }
}

/**
 * Decides a burst whose quiet time had passed before this key without a tick: the page was busy.
 * `startsAnother`: what comes now begins a code of its own, so the burst is over whatever its quiet time.
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
    const stays = (each: Keystroke) => isLight(each) && event.at - each.at <= quickStaysMs
    return [
      { ...state, strokes: state.strokes.filter((each) => isPending(each) || stays(each)) },
      [],
      event.target,
    ]
  }
  if (!startsAnother && event.at < last.at + shortestQuiet(profile)) return [state, [], event.target]
  const due = startsAnother ? event.at : quietEnd(state, profile)
  if (due === undefined || event.at < due) return [state, [], event.target]
  const [next, effects] = decide(state, due, profile)
  return [next, effects, effects.reduce(follow, event.target)]
}

// The target's facts after an effect.
function follow(target: TargetFacts, effect: DetectorEffect): TargetFacts {
  if (effect.type === 'write' && effect.target === target.id) return { ...target, field: effect.field }
  if (effect.type === 'type' && effect.target === target.id && target.field !== undefined) {
    return { ...target, field: typeInto(target.field, effect.keys) }
  }
  return target
}

/** Adds a key to a possible burst; captures it once the evidence is clear. */
export function addStroke(state: DetectorState, stroke: Keystroke, profile: ScannerProfile): DetectorState {
  const kept = state.strokes.slice(state.captured ? -mostStrokes : firstKept(state.strokes))
  if (state.captured) {
    const person = stroke.person || isOfOtherKind(kept)(stroke)
    return { ...state, strokes: [...kept, person ? { ...stroke, person } : stroke] }
  }
  const strokes = [...kept, stroke]
  const { prefix } = profile.frame
  const run = weighRun(strokes, stroke.at)
  const guarded = prefix !== '' && stroke.key.toLowerCase() === prefix.slice(0, 1).toLowerCase()
  const captured = guarded || (run.count >= 2 && run.nats >= profile.detect.captureAt)
  return { ...state, strokes, captured }
}

// The repeats of a held key do not push out the keys in front of it.
function firstKept(strokes: readonly Keystroke[]): number {
  if (strokes.length <= mostUncaptured) return 0
  const first = strokes.filter(({ repeated }) => !repeated).at(-mostUncaptured)
  return Math.max(strokes.length - mostStrokes, first === undefined ? 0 : strokes.indexOf(first))
}

/** The shortest time after which a burst can be over, in milliseconds. */
export function shortestQuiet({ detect }: ScannerProfile): number {
  return Math.min(detect.quietFixedMs, detect.quietVariableMs)
}

/** Keeps a key, and its release, from the page. */
export function swallow(state: DetectorState, event: KeyDown): Step {
  const swallowUps = state.swallowUps.includes(event.code)
    ? state.swallowUps
    : [...state.swallowUps, event.code]
  return [{ ...state, swallowUps }, [{ type: 'swallow' }]]
}

/** A pressed key as a keystroke, with the held modifiers. */
export function toStroke(event: KeyDown, swallowed: boolean, { held, strokes }: DetectorState): Keystroke {
  const { key, code, shift, ctrl, altGraph, at, target } = event
  const control = ctrl && !altGraph
  return {
    key,
    code,
    shift,
    ctrl: control,
    ...pressesOf(event, held, strokes.at(-1)?.at ?? Number.NEGATIVE_INFINITY),
    at,
    channel: 'keys',
    target,
    swallowed,
    person: false,
    handedOn: false,
  }
}

/** A character of an input method, as a keystroke. */
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
