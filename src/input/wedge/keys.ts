// Describes the keys that the wedge reports, and selects the events of a measurement.
import type { CaptureEvent, Keystroke } from '#core/scan/capture.ts'

/** A key that the detector attributes to a person. */
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
  /** It was typed into a field and redirected away from it (`redirectsKey`). */
  readonly redirected?: boolean
  /** Prevents the browser's default action. No effect on characters, which are decided too late. */
  readonly preventDefault: () => void
}

// A terminator later than this after the last key was typed by a person, in milliseconds.
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
  // Some devices send Ctrl+J or Ctrl+M as terminator.
  return (
    (key.length === 1 || (fact.alt && /^Numpad[0-9]$/.test(fact.code))) &&
    (!chord || (fact.ctrl && /^[jm]$/i.test(key)))
  )
}

/** Describes a key by its event. */
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

/** Describes a key by its keystroke, when the event has passed. */
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
