// Defines a report as plain data for any document kind; one renderer draws them all.
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
  /** The document's number, printed large and as Code 128. */
  readonly number: string
  readonly status: string
  readonly commodity: Commodity | undefined
  /** Facts with an empty value are left out. */
  readonly facts: readonly Fact[]
  /** Full-width texts below the facts, such as comments. */
  readonly notes: readonly Fact[]
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly string[])[]
  /** The row of sums, one text per column; absent if there is none. */
  readonly totals?: readonly string[]
  readonly signatures: readonly string[]
}

/** Printed on every page: paper, author, language and company. */
export interface Imprint {
  readonly paper: PageSize
  /** Who printed it, and when, in the location's time zone. */
  readonly printed: string
  /** The language of the texts (BCP 47); default English. */
  readonly language?: string
  /** Name and address of the company; default none. */
  readonly company?: string
  /** The number of copies in the file; default 1. */
  readonly copies?: number
}
