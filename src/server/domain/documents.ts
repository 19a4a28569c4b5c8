// Documents as the database keeps them: what every kind has, and the lines with what they hold.
import type { DocumentKind, Status } from '#contract/constants.ts'
import type { Document, Line } from '#kinds/document.ts'
import { quantityOf } from '#kinds/engine.ts'
import type { Account } from './accounts.ts'

export interface StoredLine extends Line {
  /** What the line has reserved at its source now, whole plants. */
  readonly held: number
  readonly source: Account
  readonly isReplant: boolean
}

/** What tells a document's lines apart: the barcode, and in grower storage whose plants they are (part 1 section 3, 'Key'). */
export const lineKeyOf = ({ barcode, source }: Pick<StoredLine, 'barcode' | 'source'>): string =>
  `${barcode} ${source.place}`

/** What the latest step on a line has written, whole plants. */
export const quantityOfLine = (line: StoredLine): number => quantityOf(line)

export interface StoredDocument extends Document {
  readonly number: string
  readonly location: string
  readonly seasonId: string
  readonly lines: readonly StoredLine[]
}

/** What a new document starts with. */
export interface NewDocument {
  readonly kind: DocumentKind
  readonly mode: Document['mode']
  readonly status: Status
  readonly location: string
  readonly seasonId: string
}

/** Who changes something, and when by their device's clock (null: it did not say). */
export interface Stamp {
  readonly by: string
  readonly claimedAt: string | null
}

export interface DocumentsPort {
  /** Takes the next number of the kind's range and writes the document's row. */
  readonly create: (document: NewDocument, stamp: Stamp) => Promise<string>
  /** Writes status, author and time. */
  readonly touch: (number: string, status: Status, stamp: Stamp) => Promise<void>
  /** Writes lines; those without an id are new. Answers the id of each, by `lineKeyOf`. */
  readonly saveLines: (
    number: string,
    lines: readonly StoredLine[],
    stamp: Stamp,
  ) => Promise<ReadonlyMap<string, string>>
  /** The document of a kind that a line is on; null when there is no such line. */
  readonly numberOfLine: (kind: DocumentKind, id: string) => Promise<string | null>
  readonly deleteLine: (number: string, id: string) => Promise<void>
}
