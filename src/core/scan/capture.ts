/**
 * The detector's input. The DOM adapter turns events into these facts and adds nothing: times are the events'
 * own time stamps in milliseconds, a target is a number that the adapter maps to its element.
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
  /** AltGr: the key types a character, whatever Ctrl and Alt say. */
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
  /** Input method text, before it enters the field. `whole`: it came in one piece, as from a scanner. */
  | {
      readonly type: 'text'
      readonly text: string
      readonly at: number
      readonly target: TargetFacts
      readonly whole: boolean
      /** The text is already in the field (a finished composition) and must be removed. */
      readonly entered: boolean
      /** It was composed character by character, faster than by a person. */
      readonly grown?: true
    }
  | { readonly type: 'paste'; readonly text: string; readonly at: number; readonly target: TargetFacts }
  /** The requested wake-up, or a later one: `at` is when it ran. */
  | { readonly type: 'tick'; readonly at: number }
  /** The page loses keyboard focus: decide now. */
  | { readonly type: 'leave'; readonly at: number }

/** One keystroke, for decoding, for restoring the field, and for the live view of support staff. */
export interface Keystroke {
  readonly key: string
  readonly code: string
  readonly shift: boolean
  readonly ctrl: boolean
  /** The number of its Alt press; 0 if no Alt key event was seen, only the flag. Absent without Alt. */
  readonly altPress?: number
  /** Time stamp of its Shift press; absent without Shift, or if it was not seen. */
  readonly shiftSince?: number
  /** Text that the system composed from this key and those before, kept out of the field. */
  readonly wrote?: string
  readonly at: number
  /** Milliseconds the key was held; absent while it is down, or if the device does not send it. */
  readonly hold?: number
  readonly channel: 'keys' | 'ime'
  readonly target: TargetFacts
  /** The system repeated a key that is held: by a finger, or by a device that is held up. */
  readonly repeated?: true
  /** The contact of the key opened and closed again while a finger was on it: the hold says nothing. */
  readonly bounced?: true
  /** It came with others in one piece of text, as fingers enter none. */
  readonly piece?: true
  /** Not passed to the page: the field does not have it. */
  readonly swallowed: boolean
  /** A person's, by the rule for keys inside a burst. */
  readonly person: boolean
  /**
   * Its single-key shortcut has been decided. If true in a `Scan`, the key was passed on as a person's before
   * the scan was detected; its effect must be undone.
   */
  readonly handedOn: boolean
}

/** Why a well-formed text is not used as a code. */
export type UnclearScan = 'glued' | 'mixed'

/** A code, as the detector returns it. */
export interface Scan {
  /** The code as printed: frame removed, layout and Caps Lock corrected. */
  readonly text: string
  /** The host's characters, unchanged. */
  readonly raw: string
  /** Time stamp of its last key. */
  readonly at: number
  readonly channel: 'keys' | 'ime' | 'paste' | 'hid' | 'serial' | 'camera'
  /** The layout that gave the text. */
  readonly layout: 'host' | 'us' | 'fr' | 'de'
  /** The AIM symbology identifier without its bracket ('C1'), if sent. */
  readonly aimId?: string
  readonly terminator?: string
  /**
   * Only a part of a code: it has no terminator although this device sends one, or it follows such a part.
   */
  readonly cut?: true
  /**
   * It can be read in two ways: as two codes in one (`glued`), or with and without a key of a person
   * (`mixed`).
   */
  readonly unclear?: UnclearScan
  /** Evidence for a scanner and against a person, in nats. */
  readonly evidence: number
  /** The keys of the code, in order, without a person's keys. */
  readonly keystrokes: readonly Keystroke[]
}
