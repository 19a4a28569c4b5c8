// The port to the staged rows of an import. Rows are compared in sets with each other and with the stock.
// They are written in slices (docs/stock-ledger.md, What each step does): stock at a new place comes from
// `opening`, a different quantity is corrected against `adjusted`, and an equal one changes nothing.
import type { ImportRow } from './read-row.ts'
import type { RowFact } from './row-facts.ts'

/** The known facts of plants. A row contains only those that it gives. */
export type SomeFacts = Readonly<Partial<Record<RowFact, string | null>>>

/** A row that contradicts an earlier row or the stock. `line` is its line in the file. */
export interface RowConflict {
  readonly line: number
  readonly barcode: string
  /** The facts in the row. */
  readonly given: SomeFacts
  /** The row's effect: a new account, a different quantity, or none. */
  readonly change: 'opened' | 'adjusted' | 'unchanged'
  /** The line of an earlier row with the same barcode and place. */
  readonly twice: number | null
  /** The first row of the barcode, if its facts differ. */
  readonly first: { readonly line: number; readonly facts: SomeFacts } | null
  /** The stored facts of the barcode, if they differ. */
  readonly known: SomeFacts | null
  /** Plants that documents reserve at the place, if they exceed the row's quantity. */
  readonly reserved: number | null
}

/** Counts of rows by their change, including contradicting rows. */
export interface ComparisonResult {
  readonly opened: number
  readonly adjusted: number
  readonly unchanged: number
  readonly doubts: readonly RowConflict[]
}

/** A written slice. Contradicting rows were skipped and are not in the counts. */
export interface Written extends ComparisonResult {
  /** All rows of the slice. */
  readonly rows: number
  /** The start of the next slice; null after the last. */
  readonly next: WritePosition | null
}

/** A position in the write order: new barcodes first, then stored ones, which users may be working on. */
export interface WritePosition {
  readonly known: boolean
  /** The last written barcode. */
  readonly barcode: string
}

export interface StagedRowsPort {
  /** Stages rows in ascending line order, and compares them with earlier rows and the stock. */
  readonly add: (rows: readonly ImportRow[]) => Promise<ComparisonResult>
  /** Excludes lines from writing. Deletes `dropped` rows; `refused` rows still count in comparisons. */
  readonly leaveOut: (lines: {
    readonly dropped: readonly number[]
    readonly refused: readonly number[]
  }) => Promise<void>
  /** Call before the first write. Returns false if another import is being written. */
  readonly begin: () => Promise<boolean>
  /** Writes the slice after `after`. Compares it again, because stock may have changed. */
  readonly write: (by: string, after: WritePosition | null) => Promise<Written>
}
