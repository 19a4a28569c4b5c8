// The state, events and effects of typed numbers; `typed-number.ts` has the rules.

/** The last code that was read, and if its line still waits for a quantity. */
export interface LastRead {
  /** The scan's id; '' for a barcode that was typed or chosen from a list. */
  readonly scan: string
  /** undefined if it was no barcode, and has no line. */
  readonly barcode: string | undefined
  readonly screen: string | undefined
  readonly state: 'running' | 'done' | 'refused' | 'acknowledged'
  /** Its line waits for a quantity. */
  readonly isWaiting: boolean
  /** The quantity was entered or cancelled: the scan's later result must not ask for it. */
  readonly settled?: true
  /**
   * A number was dropped just before it, or its screen is not open yet: digits without Enter may belong to
   * the next code.
   */
  readonly isAmbiguous: boolean
  /** The time of its refusal. */
  readonly refusedAt?: number
  /** The code was not read: the person moved to this line. */
  readonly chosen?: true
}

export interface TypedNumber {
  /** The input: digits, or digits with a point, which are no quantity; '' if none. */
  readonly text: string
  /** The time of its last key. */
  readonly at: number
  readonly screen: string | undefined
  /** An outcome was reported since its last key. */
  readonly outcomeSince: boolean
  readonly last?: LastRead
  /** A number that was dropped since the last code; its target is unknown. */
  readonly dropped?: string
  /** The count of numbers on this screen that came before their scan; undefined after one that came after. */
  readonly ahead: number | undefined
  /**
   * Lines that still waited when the next code was read, oldest first. Each is offered again after the last
   * one has its quantity.
   */
  readonly skipped: readonly Pick<LastRead, 'scan' | 'barcode'>[]
}

export type DroppedFor =
  | 'refused'
  | 'not-whole'
  | 'too-long'
  | 'no-line'
  | 'unsure'
  | 'used-up'
  | 'like-barcode'

export type NumberEvent =
  /** A digit, Backspace, or a point or comma. */
  | { readonly type: 'key'; readonly key: string; readonly at: number; readonly screen: string | undefined }
  /** A whole number from a command barcode. */
  | { readonly type: 'set'; readonly text: string; readonly at: number; readonly screen: string | undefined }
  /** Removes digits at the end: they belonged to a scan. */
  | { readonly type: 'take-back'; readonly digits: string }
  | { readonly type: 'enter' }
  | {
      /**
       * A code that is no command was read. `wants`: does its line wait for a quantity? undefined while that
       * is unknown.
       */
      readonly type: 'read'
      readonly scan: string
      readonly barcode: string | undefined
      readonly screen: string | undefined
      readonly wants: boolean | undefined
      /**
       * The kept quantity, if it applies to this scan; `unknown` if its screen, which decides that, is not
       * open yet.
       */
      readonly kept?: number | 'unknown'
    }
  /** A barcode was typed; its line waits for a quantity. */
  | { readonly type: 'added'; readonly barcode: string; readonly screen: string | undefined }
  /** The typed barcode was not found, so it has no line. */
  | { readonly type: 'gone'; readonly barcode: string }
  /** A scan's result; `wants`: its line waits for a quantity. */
  | {
      readonly type: 'ended'
      readonly scan: string
      readonly refused: boolean
      readonly wants: boolean
      readonly at: number
    }
  | { readonly type: 'outcome' }
  | { readonly type: 'acknowledged' }
  /** The person moved the focus to this barcode's line. */
  | { readonly type: 'chosen'; readonly barcode: string; readonly screen: string | undefined }
  /** The quantity was entered in the line's own field. */
  | { readonly type: 'given'; readonly barcode: string }
  | { readonly type: 'escape' }
  | { readonly type: 'screen'; readonly screen: string }

export type NumberEffect =
  /** The scan gets this quantity, in whole plants. */
  | { readonly type: 'quantity'; readonly quantity: number }
  /** The scan gets the kept quantity. */
  | { readonly type: 'kept'; readonly quantity: number | 'unknown' }
  /** Do not run the scan: the number before it was dropped. */
  | { readonly type: 'refuse-scan'; readonly dropped: string }
  /** Show this text in the line of that scan; null clears it. */
  | {
      readonly type: 'show'
      readonly scan: string
      readonly barcode: string
      readonly text: string | null
    }
  /** Run the line's action with this quantity. `known`: only if the line exists already. */
  | {
      readonly type: 'commit'
      readonly scan: string
      readonly barcode: string
      readonly quantity: number
      readonly known: boolean
    }
  /** Highlight the line that digits and Enter belong to now. */
  | { readonly type: 'lead'; readonly barcode: string }
  /** A number was dropped: report it. `again`: the beginning of this number was already reported. */
  | {
      readonly type: 'dropped'
      readonly text: string
      readonly why: DroppedFor
      readonly barcode: string | undefined
      /** The next barcode, if the number may belong to it. */
      readonly next?: string
      readonly again: boolean
    }
  /** A quantity has a point: report it immediately; the input stays. */
  | { readonly type: 'not-whole'; readonly text: string }
