// The rows of a file in the database, until its import ends: compared in sets with each other and with the
// stock, and written in slices (docs/stock-ledger.md, What each step does: stock at a new place comes from
// `opening`, a different quantity is corrected against
// `adjusted`, an equal one changes nothing).
import type { ImportRow } from './read-row.ts'
import type { RowFact } from './row-facts.ts'

/** Facts of plants as far as they are known; a row names those that it gives. */
export type SomeFacts = Readonly<Partial<Record<RowFact, string | null>>>

/** A row that contradicts an earlier one or the stock. `line` is its line in the file. */
export interface Doubt {
  readonly line: number
  readonly barcode: string
  /** The facts that the row names. */
  readonly given: SomeFacts
  /** What it would change: a barcode that is new at its place, a quantity, nothing. */
  readonly change: 'opened' | 'adjusted' | 'unchanged'
  /** The line of the same barcode at the same place before it. */
  readonly twice: number | null
  /** The first row of its barcode, if it has other facts. */
  readonly first: { readonly line: number; readonly facts: SomeFacts } | null
  /** The barcode as it is stored, if it has other facts. */
  readonly known: SomeFacts | null
  /** Plants that documents hold at its place, if they are more than its quantity. */
  readonly reserved: number | null
}

/** Rows by what they change, or would change, those in doubt among them. */
export interface Compared {
  readonly opened: number
  readonly adjusted: number
  readonly unchanged: number
  readonly doubts: readonly Doubt[]
}

/**
 * A slice that was written. Rows in doubt were left out; `opened`, `adjusted` and `unchanged` are the others.
 */
export interface Written extends Compared {
  /** All rows of the slice. */
  readonly rows: number
  /** Where the next slice starts; null: this was the last one. */
  readonly next: Place | null
}

/** A place in the order of writing: barcodes that are new come before those that others may be working on. */
export interface Place {
  readonly known: boolean
  /** The last barcode that was written. */
  readonly barcode: string
}

export interface StagedRowsPort {
  /** Stages rows, and compares them with those before and with the stock; lines ascend. */
  readonly add: (rows: readonly ImportRow[]) => Promise<Compared>
  /**
   * These lines are not written: `dropped` ones as if they had never been there, `refused` ones still count
   * for later rows.
   */
  readonly leaveOut: (lines: {
    readonly dropped: readonly number[]
    readonly refused: readonly number[]
  }) => Promise<void>
  /** Before the first slice is written: false where another import is being written. */
  readonly begin: () => Promise<boolean>
  /** Writes the slice after `after`, and compares it again: stock may have changed since. */
  readonly write: (by: string, after: Place | null) => Promise<Written>
}
