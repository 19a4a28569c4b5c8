// Documents as the server stores them: rules use the document, effects also use reservations and source
// accounts.
import type { Account } from './accounts.ts'
import type { Document, Line } from './document.ts'

export interface StoredLine extends Line {
  /** Plants reserved at the line's source, whole plants. */
  readonly held: number
  readonly source: Account
  readonly isReplant: boolean
  /** Who counted the source account, and the last movement before the count; left out: not counted. */
  readonly counted?: { readonly by: string; readonly after: number } | null
}

export interface StoredDocument extends Document {
  readonly number: string
  readonly location: string
  readonly seasonId: string
  readonly lines: readonly StoredLine[]
}
