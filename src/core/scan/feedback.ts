/**
 * The outcome of a scan: a tone, a text code, and next steps. The client plays its signal as sound, vibration
 * and flash. The four tones differ by ear: one high, two even, three falling, one low and short. All notes
 * lie between 500 and 3,000 Hz: small loudspeakers are loudest there, and hearing damaged by noise still
 * reaches them. The four pitches are a fifth apart, so that noise of machines does not confuse them.
 */
import type { CandidateKind } from './classify.ts'

export type Tone = 'ok' | 'warning' | 'error' | 'busy'

export interface Outcome {
  readonly tone: Tone
  /** Code of the sentence in the text catalogue. */
  readonly code: string
  /** Facts of the sentence. */
  readonly args: Readonly<Record<string, string | number>>
  readonly raw: string
  readonly kind: CandidateKind
  /** The ids of commands that help next, most useful first. */
  readonly next?: readonly string[]
}

export interface Signal {
  /** Notes in order: pitch in hertz, length and the following silence in milliseconds. */
  readonly notes: readonly { readonly hertz: number; readonly ms: number; readonly restMs: number }[]
  readonly wave: 'sine' | 'square' | 'triangle'
  /** Vibration: on and off times in milliseconds, as `navigator.vibrate` takes them. */
  readonly vibration: readonly number[]
  /** The time that the screen's edge shows the tone's colour and icon. */
  readonly flashMs: number | 'until-acknowledged'
}

const signals: Readonly<Record<Tone, Signal>> = {
  ok: { notes: [{ hertz: 2025, ms: 90, restMs: 0 }], wave: 'sine', vibration: [40], flashMs: 400 },
  warning: {
    notes: [
      { hertz: 1350, ms: 110, restMs: 60 },
      { hertz: 1350, ms: 110, restMs: 0 },
    ],
    wave: 'triangle',
    vibration: [70, 60, 70],
    flashMs: 1200,
  },
  error: {
    notes: [
      { hertz: 1350, ms: 140, restMs: 50 },
      { hertz: 900, ms: 140, restMs: 50 },
      { hertz: 600, ms: 260, restMs: 0 },
    ],
    wave: 'square',
    vibration: [200, 80, 200, 80, 200],
    flashMs: 'until-acknowledged',
  },
  busy: { notes: [{ hertz: 600, ms: 45, restMs: 0 }], wave: 'triangle', vibration: [15], flashMs: 200 },
}

/** The signal of a tone. */
export function signalFor(tone: Tone): Signal {
  return signals[tone]
}
