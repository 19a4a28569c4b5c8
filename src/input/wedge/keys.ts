/** Keys reported by the wedge: to shortcuts, and to the calibration. */
import type { CaptureEvent, Keystroke } from '#core/scan/capture.ts'

/** A key of a person, as judged by the detector. */
export interface PersonKey {
  readonly key: string
  readonly code: string
  readonly ctrl: boolean
  readonly alt: boolean
  readonly meta: boolean
  readonly shift: boolean
  readonly repeat: boolean
  readonly target: Element | null
  /** When it was pressed, in milliseconds since 1970. */
  readonly at: number
  /** It was typed into a field and kept out of it (`redirectsKey`). */
  readonly redirected?: boolean
  /**
   * Prevents the browser's default action. No effect for a character, alone or with Alt: it is judged too
   * late.
   */
  readonly preventDefault: () => void
}

// A terminator this long after the last key is a person's, in milliseconds.
const endsWithinMs = 500

/** Does an event belong to the device being measured? `lastAt` is the time of its last event. */
export function isRecorded(fact: CaptureEvent, lastAt: number): boolean {
  if (fact.type !== 'down' && fact.type !== 'up') return fact.type === 'text'
  const { key } = fact
  if (key === 'Alt') return true
  if (key === 'Enter' || key === 'Tab') return fact.at - lastAt <= endsWithinMs
  if (fact.type === 'up') return key !== 'Escape'
  // A scanner may set Alt on each character, or send Alt codes.
  const chord = (fact.ctrl || fact.meta) && !fact.altGraph
  // Ctrl+J and Ctrl+M are terminators of some devices.
  return (
    (key.length === 1 || (fact.alt && /^Numpad[0-9]$/.test(fact.code))) &&
    (!chord || (fact.ctrl && /^[jm]$/i.test(key)))
  )
}

/** A key from its event. */
export function describeKey(event: KeyboardEvent, target: Element | null): PersonKey {
  return {
    key: event.key,
    code: event.code,
    ctrl: event.ctrlKey,
    alt: event.altKey,
    meta: event.metaKey,
    shift: event.shiftKey,
    repeat: event.repeat,
    target,
    at: performance.timeOrigin + event.timeStamp,
    preventDefault: () => event.preventDefault(),
  }
}

/** A key from its keystroke, after its event. */
export function describeStroke(stroke: Keystroke, target: Element | null): PersonKey {
  return {
    key: stroke.key,
    code: stroke.code,
    ctrl: false,
    alt: stroke.altPress !== undefined,
    meta: false,
    shift: stroke.shift,
    repeat: false,
    target,
    at: performance.timeOrigin + stroke.at,
    preventDefault: () => undefined,
  }
}
