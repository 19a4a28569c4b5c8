// A report as plain data, for any document kind. One renderer draws them all.
import type { Commodity, PageSize } from '#core/wire/constants.ts'

export interface Fact {
  readonly label: string
  readonly value: string
}

export interface Column {
  readonly title: string
  readonly align?: 'right'
  /** Its share of the width, relative to the other columns. */
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
  /** Full-width texts under the facts: comments. */
  readonly notes: readonly Fact[]
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly string[])[]
  /** The row of sums, one text a column; absent if there are none. */
  readonly totals?: readonly string[]
  readonly signatures: readonly string[]
}

/** What every page says about the print. */
export interface Imprint {
  readonly paper: PageSize
  /** Who printed it, and when, in the location's time zone. */
  readonly printed: string
  /** The language of what is said while it is drawn (BCP 47); English when left out. */
  readonly language?: string
  /** Name and address of the company that it is from; left out: it names none. */
  readonly company?: string
  /** How often it is in the file; once when left out. */
  readonly copies?: number
}
