/** Keys as the wedge tells them: to shortcuts, and to whoever measures a device. */
import type { CaptureEvent, Keystroke } from '#scan/capture.ts'

/** A key that the detector judged a person's. */
export interface PersonKey {
  readonly key: string
  readonly code: string
  readonly ctrl: boolean
  readonly alt: boolean
  readonly meta: boolean
  readonly shift: boolean
  readonly repeat: boolean
  readonly target: Element | null
  /** When it went down, in milliseconds since 1970. */
  readonly at: number
  /** It was typed into a field and kept from it (`redirectsKey`). */
  readonly redirected?: boolean
  /** Keeps the browser's own action away. Without effect for a character, alone or with Alt: judged after the fact. */
  readonly preventDefault: () => void
}

// An end so much later than the last key of a code is a person's own, in milliseconds.
const endsWithinMs = 500

/** Whether a fact belongs to a device that is being measured. `lastAt` is when the last one that did came. */
export function isRecorded(fact: CaptureEvent, lastAt: number): boolean {
  if (fact.type !== 'down' && fact.type !== 'up') return fact.type === 'text'
  const { key } = fact
  if (key === 'Alt') return true
  if (key === 'Enter' || key === 'Tab') return fact.at - lastAt <= endsWithinMs
  if (fact.type === 'up') return key !== 'Escape'
  // A scanner may send Alt with each character, or Alt with its code.
  const chord = (fact.ctrl || fact.meta) && !fact.altGraph
  // Ctrl+J and Ctrl+M are ends that some devices send.
  return (
    (key.length === 1 || (fact.alt && /^Numpad[0-9]$/.test(fact.code))) &&
    (!chord || (fact.ctrl && /^[jm]$/i.test(key)))
  )
}

/** A key as its event tells it. */
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

/** A key as it was kept, now that its event is over. */
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
