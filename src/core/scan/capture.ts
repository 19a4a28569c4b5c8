/**
 * The types of the detector's input. The DOM adapter converts events to them without any decision. Times are
 * the events' time stamps in milliseconds. A target is a number that the adapter maps to its element.
 */

/** A form field's text and caret. Without a caret (number inputs) `start` and `end` are null. */
export interface FieldText {
  readonly value: string
  readonly start: number | null
  readonly end: number | null
  /** Its maxlength attribute, if set. */
  readonly maxLength?: number
}

/** The target of a key or a text. */
export interface TargetFacts {
  readonly id: number
  /** Its text before the event; absent for elements without text. */
  readonly field?: FieldText
}

export interface Modifiers {
  readonly ctrl: boolean
  readonly alt: boolean
  readonly meta: boolean
  readonly shift: boolean
  /** AltGr: the key types a character, even with Ctrl and Alt. */
  readonly altGraph: boolean
}

export interface KeyDown extends Modifiers {
  readonly type: 'down'
  readonly key: string
  readonly code: string
  readonly at: number
  readonly repeat: boolean
  readonly target: TargetFacts
}

export type CaptureEvent =
  | KeyDown
  | { readonly type: 'up'; readonly key: string; readonly code: string; readonly at: number }
  /** Input method text, before it is in the field. `whole`: it came in one piece, as from a scanner. */
  | {
      readonly type: 'text'
      readonly text: string
      readonly at: number
      readonly target: TargetFacts
      readonly whole: boolean
      /** The text is already in the field (a finished composition) and must be removed. */
      readonly entered: boolean
      /** It was composed character by character, faster than a person writes. */
      readonly grown?: true
    }
  | { readonly type: 'paste'; readonly text: string; readonly at: number; readonly target: TargetFacts }
  /** The requested wake-up, or a later one; `at` is the actual time. */
  | { readonly type: 'tick'; readonly at: number }
  /** The page loses the keyboard focus: decide now. */
  | { readonly type: 'leave'; readonly at: number }

/** One keystroke, for decoding, for restoring the field, and for the live view of support staff. */
export interface Keystroke {
  readonly key: string
  readonly code: string
  readonly shift: boolean
  readonly ctrl: boolean
  /** The number of its Alt press; 0 if the key has only the Alt flag. Absent without Alt. */
  readonly altPress?: number
  /** Time stamp of its Shift press; absent without Shift, or without a Shift event. */
  readonly shiftSince?: number
  /** The text that the system composed from this key and earlier ones, kept out of the field. */
  readonly wrote?: string
  readonly at: number
  /** Milliseconds the key was held; absent while it is down, or if the device does not send it. */
  readonly hold?: number
  readonly channel: 'keys' | 'ime'
  readonly target: TargetFacts
  /** The system repeated a held key: a person holds it, or the device has stalled. */
  readonly repeated?: true
  /** The contact of a worn key opened during one press of a finger: the hold is no evidence. */
  readonly bounced?: true
  /** It came in a piece of text that a person could not have typed. */
  readonly piece?: true
  /** Not passed to the page, so that the field does not have it. */
  readonly swallowed: boolean
  /** A person's key inside a burst, by the detector's rules. */
  readonly person: boolean
  /**
   * Its single-key shortcut has been decided. If true in a `Scan`, the shortcut ran before the scan was
   * detected, and its effect must be undone.
   */
  readonly handedOn: boolean
}

/** The reason why a well-formed text is not used as a code. */
export type UnclearScan = 'glued' | 'mixed'

/** A code that the detector returns. */
export interface Scan {
  /** The code as printed: frame removed, layout and Caps Lock corrected. */
  readonly text: string
  /** The host's characters, unchanged. */
  readonly raw: string
  /** Time stamp of its last key. */
  readonly at: number
  readonly channel: 'keys' | 'ime' | 'paste' | 'hid' | 'serial' | 'camera'
  /** The keyboard layout that decoded the text. */
  readonly layout: 'host' | 'us' | 'fr' | 'de'
  /** The AIM symbology identifier without its bracket ('C1'), if sent. */
  readonly aimId?: string
  readonly terminator?: string
  /**
   * Only a part of a code: the device's usual terminator is missing, or the text follows such a part.
   */
  readonly cut?: true
  /**
   * The text is ambiguous: it may be two codes (`glued`), or a key may be the code's or a person's (`mixed`).
   */
  readonly unclear?: UnclearScan
  /** Evidence for a scanner and against a person, in nats. */
  readonly evidence: number
  /** The keys of the code, in order, without a person's keys. */
  readonly keystrokes: readonly Keystroke[]
}
