/** The detector's state and effects. */
import type { FieldText, Keystroke, Scan } from '../capture.ts'
import { type HeldModifiers, noModifiers } from '../modifiers.ts'
import { type Endings, noEndings } from './endings.ts'
import type { Release } from './stalls.ts'

export interface DetectorState {
  readonly strokes: readonly Keystroke[]
  /** The evidence is clear: the page gets no keys until the decision. */
  readonly captured: boolean
  /** Positions of keys whose release the page must not get either. */
  readonly swallowUps: readonly string[]
  /** The time until which keys after the terminator are swallowed. */
  readonly guardUntil: number
  /**
   * The time until which Ctrl+J and Ctrl+M belong to the end of the last code: a device that sends two keys
   * may stall between them.
   */
  readonly controlUntil: number
  readonly wakeAt?: number
  /** The number of consecutive wake-ups that were late and postponed. */
  readonly postponedTicks: number
  readonly endings: Endings
  /**
   * The last burst, if it was returned to the page after its quiet time or read with an open end. A later key
   * with a time stamp before `until` was delivered late, and continues the burst.
   */
  readonly givenBack?: { readonly strokes: readonly Keystroke[]; readonly until: number } | undefined
  readonly held: HeldModifiers
  readonly lastLong?: Release
}

/** The result of a burst, for the live view for support staff. */
export type Verdict = 'scan' | 'rejected'

export type DetectorEffect =
  /** Prevent the current event from reaching the page. */
  | { readonly type: 'swallow' }
  | { readonly type: 'scan'; readonly scan: Scan; readonly target: number }
  /**
   * Set a field to the person's own text `field`, if it still has the text `found` with the first keys of the
   * scan. If the page has changed the field since, type only the person's `keys`.
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
  /** A person's key: shortcuts may run. `live`: it is the current event and can still be prevented. */
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
  postponedTicks: 0,
  endings: noEndings,
  held: noModifiers,
}

/** A longer interval between keys ends a burst, in milliseconds. */
export const burstEndsMs = 400

/** Is the key still down, with its shortcut undecided? */
export function isPending(stroke: Keystroke): boolean {
  return stroke.hold === undefined && !stroke.handedOn && stroke.channel === 'keys'
}

/** The last key that is not marked as a person's. */
export function lastDeviceKey(state: DetectorState): Keystroke | undefined {
  return state.strokes.findLast((stroke) => !stroke.person)
}
