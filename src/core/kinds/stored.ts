// The types of stored documents on the server, with the reservations and source accounts that effects use.
import type { Account } from './accounts.ts'
import type { Document, Line } from './document.ts'

export interface StoredLine extends Line {
  /** Plants reserved at the line's source, whole plants. */
  readonly held: number
  readonly source: Account
  readonly isReplant: boolean
  /** The person who counted the line, and the last movement before the count; left out if not counted. */
  readonly counted?: { readonly by: string; readonly after: number } | null
}

export interface StoredDocument extends Document {
  readonly number: string
  readonly location: string
  readonly seasonId: string
  readonly lines: readonly StoredLine[]
}
