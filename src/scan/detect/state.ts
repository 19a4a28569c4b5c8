/** What the detector remembers between events, and what it wants done. */
import type { FieldText, Keystroke, Scan } from '../capture.ts'
import { type HeldModifiers, noModifiers } from '../modifiers.ts'
import { type Endings, noEndings } from './endings.ts'

export interface DetectorState {
  readonly strokes: readonly Keystroke[]
  /** The evidence is clear: keys are kept from the page until the decision. */
  readonly captured: boolean
  /** Positions of keys whose release is to be kept from the page as well. */
  readonly swallowUps: readonly string[]
  /** Until when what scanners send after the terminator is swallowed. */
  readonly guardUntil: number
  readonly wakeAt?: number
  /** How many times in a row the wake-up came late and was put off. */
  readonly late: number
  readonly endings: Endings
  readonly held: HeldModifiers
}

/** What came of a burst, for the live view of support staff. */
export type Verdict = 'scan' | 'rejected'

export type DetectorEffect =
  /** Keep the present event from the page. */
  | { readonly type: 'swallow' }
  | { readonly type: 'scan'; readonly scan: Scan; readonly target: number }
  /**
   * Make a field what the person alone would have made it: `field`, as long as it still holds `found`, which is what the
   * scan's first keys left in it. If the page itself has changed it meanwhile, it only gets the person's `keys`.
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
  /** A key is a person's: shortcuts may act on it. `live`: it is the present event, which can still be prevented. */
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

/** A detector that has heard nothing yet. */
export const idleDetector: DetectorState = {
  strokes: [],
  captured: false,
  swallowUps: [],
  guardUntil: Number.NEGATIVE_INFINITY,
  late: 0,
  endings: noEndings,
  held: noModifiers,
}

/** Keys further apart than this are no burst, in milliseconds. */
export const burstEndsMs = 400

/** A key that is still down and whose shortcut is undecided. */
export function isPending(stroke: Keystroke): boolean {
  return stroke.hold === undefined && !stroke.handedOn && stroke.channel === 'keys'
}

/** The latest key that was not judged a person's. */
export function lastOwn(state: DetectorState): Keystroke | undefined {
  return state.strokes.findLast((stroke) => !stroke.person)
}
