// Typed numbers: their state, what happens to them, and what follows (rules: `typed-number.ts`).

/** The last read code, and whether its line still waits for a quantity. */
export interface LastRead {
  /** The scan's id; '' for a barcode that was typed or chosen from a list. */
  readonly scan: string
  /** undefined: it was no barcode and has no line. */
  readonly barcode: string | undefined
  readonly screen: string | undefined
  readonly state: 'running' | 'done' | 'refused' | 'acknowledged'
  /** Its line waits for a quantity. */
  readonly wants: boolean
  /** The quantity was given or given up: the scan's later result asks for none. */
  readonly settled?: true
  /**
   * A number was dropped just before it, or its screen is not known yet: digits without Enter may be the next
   * code's.
   */
  readonly unsure: boolean
  /** When it was refused. */
  readonly refusedAt?: number
  /** Not read: the person has moved to this line. */
  readonly chosen?: true
}

export interface TypedNumber {
  /** The input: digits, or digits with a point, which is no quantity. '' for none. */
  readonly text: string
  /** Time of its last key. */
  readonly at: number
  readonly screen: string | undefined
  /** An outcome was reported since its last key. */
  readonly outcomeSince: boolean
  readonly last?: LastRead
  /** A number was dropped since the last code: it is unknown which one it was for. */
  readonly dropped?: string
  /** How many numbers of this screen came before their scan; undefined once one came after its scan. */
  readonly ahead: number | undefined
  /**
   * Lines that still waited when the next code was read, oldest first: each is offered again once the last
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
  /** All at once, from a command barcode. */
  | { readonly type: 'set'; readonly text: string; readonly at: number; readonly screen: string | undefined }
  /** These digits at the end belonged to a scan. */
  | { readonly type: 'take-back'; readonly digits: string }
  | { readonly type: 'enter' }
  | {
      /**
       * A code was read that is no command. `wants`: does its line wait for a quantity? undefined: unknown
       * yet.
       */
      readonly type: 'read'
      readonly scan: string
      readonly barcode: string | undefined
      readonly screen: string | undefined
      readonly wants: boolean | undefined
      /**
       * The quantity kept for the next scans, if it is for this one; `unknown`: its screen, which would know,
       * is not open yet.
       */
      readonly kept?: number | 'unknown'
    }
  /** A barcode was typed, and its line waits for a quantity. */
  | { readonly type: 'added'; readonly barcode: string; readonly screen: string | undefined }
  /** That barcode has no line: it was not found. */
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
  /** The person has moved the focus to this barcode's line. */
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
  /** Do not run the scan: the number before it was dropped, and it would run without it. */
  | { readonly type: 'refuse-scan'; readonly dropped: string }
  /** Show this in the line of that scan; null: nothing. */
  | {
      readonly type: 'show'
      readonly scan: string
      readonly barcode: string
      readonly text: string | null
    }
  /** Run the line's action with this quantity. `known`: only if the line exists. */
  | {
      readonly type: 'commit'
      readonly scan: string
      readonly barcode: string
      readonly quantity: number
      readonly known: boolean
    }
  /** Point out the line that digits and Enter are for now. */
  | { readonly type: 'lead'; readonly barcode: string }
  /** Reported aloud. `again`: the beginning of this number was already reported. */
  | {
      readonly type: 'dropped'
      readonly text: string
      readonly why: DroppedFor
      readonly barcode: string | undefined
      /** The barcode read after it, if the number may be for that one. */
      readonly next?: string
      readonly again: boolean
    }
  /** A point in a quantity: reported at once, the input stays. */
  | { readonly type: 'not-whole'; readonly text: string }
