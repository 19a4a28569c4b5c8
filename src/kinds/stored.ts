// Documents as the server keeps them: the rules see the document, the effects see besides what its lines hold, and where.
import type { Account } from './accounts.ts'
import type { Document, Line } from './document.ts'

export interface StoredLine extends Line {
  /** What the line has reserved at its source now, whole plants. */
  readonly held: number
  readonly source: Account
  readonly isReplant: boolean
  /** Who has counted what stands at its source, and the last movement that the count has seen; left out: it was not counted. */
  readonly counted?: { readonly by: string; readonly after: number } | null
}

export interface StoredDocument extends Document {
  readonly number: string
  readonly location: string
  readonly seasonId: string
  readonly lines: readonly StoredLine[]
}
