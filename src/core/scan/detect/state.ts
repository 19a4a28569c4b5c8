/** The detector's state and effects. */
import type { FieldText, Keystroke, Scan } from '../capture.ts'
import { type HeldModifiers, noModifiers } from '../modifiers.ts'
import { type Endings, noEndings } from './endings.ts'
import type { Release } from './held-up.ts'

export interface DetectorState {
  readonly strokes: readonly Keystroke[]
  /** The evidence is clear: keys are kept from the page until the decision. */
  readonly captured: boolean
  /** Positions of keys whose release must be kept from the page too. */
  readonly swallowUps: readonly string[]
  /** Until when keys after the terminator are swallowed. */
  readonly guardUntil: number
  /**
   * Until when Ctrl+J and Ctrl+M are the end of the last code: a device that sends two keys may be held up
   * between them.
   */
  readonly controlUntil: number
  readonly wakeAt?: number
  /** How often in a row the wake-up was late and postponed. */
  readonly late: number
  readonly endings: Endings
  /**
   * A burst that was given back after its quiet time, by the page's clock, or read though more could follow.
   * A later key whose own time is before `until` was on its way by then: the burst goes on.
   */
  readonly givenBack?: { readonly strokes: readonly Keystroke[]; readonly until: number } | undefined
  readonly held: HeldModifiers
  readonly lastLong?: Release
}

/** The result of a burst, for the live view of support staff. */
export type Verdict = 'scan' | 'rejected'

export type DetectorEffect =
  /** Keep the current event from the page. */
  | { readonly type: 'swallow' }
  | { readonly type: 'scan'; readonly scan: Scan; readonly target: number }
  /**
   * Set a field to what the person alone typed: `field`, if it still holds `found`, the text that the scan's
   * first keys left. If the page has changed it meanwhile, it only gets the person's `keys`.
   */
  | {
      readonly type: 'write'
      readonly target: number
      readonly field: FieldText
      readonly found?: string
      readonly keys?: readonly string[]
    }
  /** Type a person's keys at the caret of a target. */
  | { readonly type: 'type'; readonly target: number; readonly keys: readonly string[] }
  /** A person's key: shortcuts may run. `live`: it is the current event, which can still be prevented. */
  | { readonly type: 'person'; readonly stroke: Keystroke; readonly live: boolean }
  | {
      readonly type: 'burst'
      readonly verdict: Verdict
      readonly strokes: readonly Keystroke[]
      readonly nats: number
    }
  /** Send a tick at this time. */
  | { readonly type: 'wake'; readonly at: number }

export type Step = readonly [DetectorState, readonly DetectorEffect[]]

/** The initial state. */
export const idleDetector: DetectorState = {
  strokes: [],
  captured: false,
  swallowUps: [],
  guardUntil: Number.NEGATIVE_INFINITY,
  controlUntil: Number.NEGATIVE_INFINITY,
  late: 0,
  endings: noEndings,
  held: noModifiers,
}

/** A longer interval between keys ends a burst, in milliseconds. */
export const burstEndsMs = 400

/** A key that is still down and whose shortcut is undecided. */
export function isPending(stroke: Keystroke): boolean {
  return stroke.hold === undefined && !stroke.handedOn && stroke.channel === 'keys'
}

/** The last key that is not a person's. */
export function lastOwn(state: DetectorState): Keystroke | undefined {
  return state.strokes.findLast((stroke) => !stroke.person)
}
