// A report as plain data: what stands on the paper, whatever kind of document it is of. One renderer draws them all.
import type { Commodity, PageSize } from '#contract/constants.ts'

export interface Fact {
  readonly label: string
  readonly value: string
}

export interface Column {
  readonly title: string
  readonly align?: 'right'
  /** Its share of the width that is there; the others are measured against it. */
  readonly share: number
}

export interface Report {
  readonly title: string
  /** The document's number: printed large, and as Code 128. */
  readonly number: string
  readonly status: string
  readonly commodity: Commodity | undefined
  /** Empty ones are left out. */
  readonly facts: readonly Fact[]
  /** Said in full width under the facts: comments. */
  readonly notes: readonly Fact[]
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly string[])[]
  /** Closes the table, one text a column; absent where there is nothing to add up. */
  readonly totals?: readonly string[]
  readonly signatures: readonly string[]
}

/** What every page says about how it came to be. */
export interface Imprint {
  readonly paper: PageSize
  /** Who printed it, and when, by the clock of the location. */
  readonly printed: string
}
