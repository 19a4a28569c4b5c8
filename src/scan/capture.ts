/**
 * What the detector is told. The DOM adapter turns events into these facts and adds nothing: times are the events' own
 * time stamps in milliseconds, a target is a number that the adapter can turn back into its element.
 */

/** A form field's text and caret at one moment. Without a caret (number inputs) `start` and `end` are null. */
export interface FieldText {
  readonly value: string
  readonly start: number | null
  readonly end: number | null
  /** The most characters it takes, where it says so. */
  readonly maxLength?: number
}

/** Where a key or a text went. */
export interface TargetFacts {
  readonly id: number
  /** Its text before the event took effect; absent when it holds no text. */
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
  /** Text of an input method, before it enters the field. `whole`: it came in one piece, as a scanner's does. */
  | {
      readonly type: 'text'
      readonly text: string
      readonly at: number
      readonly target: TargetFacts
      readonly whole: boolean
      /** Set when the text is in the field already (a finished composition) and has to be taken out again. */
      readonly entered: boolean
    }
  | { readonly type: 'paste'; readonly text: string; readonly at: number; readonly target: TargetFacts }
  /** The wake-up that was asked for, or a later one: `at` is when it really ran. */
  | { readonly type: 'tick'; readonly at: number }
  /** The page loses the keyboard: decide now. */
  | { readonly type: 'leave'; readonly at: number }

/** One key of a scan or of a person, as kept for decoding, for the field and for the live view of support staff. */
export interface Keystroke {
  readonly key: string
  readonly code: string
  readonly shift: boolean
  readonly ctrl: boolean
  /** Which press of Alt it was struck under; 0 where none was heard, as the device only says so. Absent without Alt. */
  readonly altPress?: number
  /** Since when the Shift key that it was struck under was down; absent without Shift, or where that was not heard. */
  readonly shiftSince?: number
  /** Text that the system made of this key and those before it, kept from the field. */
  readonly wrote?: string
  readonly at: number
  /** Milliseconds the key was held; absent while it is down, or where the device does not tell. */
  readonly hold?: number
  readonly channel: 'keys' | 'ime'
  readonly target: TargetFacts
  /** Kept from the page: the field does not have it. */
  readonly swallowed: boolean
  /** Judged a person's, by the rule for keys inside a burst. */
  readonly person: boolean
  /**
   * Its single-key shortcut has been decided. A key of a `Scan` for which this is true had been handed on as a person's
   * before the scan was known; what it has done is to be taken back.
   */
  readonly handedOn: boolean
}

/** A read code, as the detector hands it on. */
export interface Scan {
  /** The code as printed: frame removed, layout and Caps Lock undone. */
  readonly text: string
  /** What the host made of the keys, nothing removed. */
  readonly raw: string
  /** Time stamp of its last key. */
  readonly at: number
  readonly channel: 'keys' | 'ime' | 'paste' | 'hid' | 'serial' | 'camera'
  /** Which reading of the keys gave the text. */
  readonly layout: 'host' | 'us' | 'fr' | 'de'
  /** The AIM symbology identifier without its bracket ('C1'), where the device sent one. */
  readonly aimId?: string
  readonly terminator?: string
  /** Only a part of a code: it lacks the end that the codes of this device have, or follows such a part. */
  readonly cut?: true
  /** Nats for a scanner and against a person. */
  readonly evidence: number
  /** The keys of the code, in order, without the person's. */
  readonly keystrokes: readonly Keystroke[]
}
