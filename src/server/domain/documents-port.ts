// Where documents of every kind are kept.
import type { Commodity, DocumentKind, ModeId, Status } from '#contract/constants.ts'
import type { Kind } from '#kinds/kind.ts'
import type { StoredDocument, StoredLine } from '#kinds/stored.ts'
import type { Values } from '#kinds/values.ts'

/** What tells a document's lines apart: the barcode, and in grower storage whose plants they are (part 1 section 3, 'Key'). */
export function lineKeyOf({ barcode, source }: Pick<StoredLine, 'barcode' | 'source'>): string {
  return `${barcode} ${source.place}`
}

/** A document as the database has it: for the rules, and for the wire. */
export interface StoredRecord {
  readonly document: StoredDocument
  readonly commodity: Commodity
  readonly header: Values
  readonly lines: readonly Values[]
}

/** What only a kind's own table keeps of a header, by the names of the wire. */
export type HeaderRow = Readonly<Record<string, string | null>>

/** What a new document starts with. */
export interface NewDocument {
  readonly kind: DocumentKind
  readonly mode: ModeId
  readonly status: Status
  readonly location: string
  readonly seasonId: string
}

/** Who changes something, and when by their device's clock (null: it did not say). */
export interface Stamp {
  readonly by: string
  readonly claimedAt: string | null
}

/** What others are told of a change: the step that was taken, and the locations that the document concerns. */
export interface Told {
  readonly step: string
  readonly concerns: readonly string[]
}

/** Which documents of a kind a list shows. */
export interface ListWanted {
  readonly mode: ModeId
  readonly seasonId: string
  /** Header fields, by their names, and the location that each has to name. */
  readonly at: Readonly<Record<string, string>>
  /** Empty: all. */
  readonly statuses: readonly Status[]
  readonly number?: string | undefined
  readonly offset: number
  readonly limit: number
}

/** A page of a list, newest number first, and the count over all pages. */
export interface RecordPage<Header> {
  readonly records: readonly Header[]
  readonly total: number
}

export interface DocumentsPort {
  readonly find: (kind: Kind, number: string) => Promise<StoredRecord | null>
  /** As `find`, and keeps the document's row locked until the transaction ends. */
  readonly lock: (kind: Kind, number: string) => Promise<StoredRecord | null>
  readonly list: (kind: Kind, wanted: ListWanted) => Promise<RecordPage<Values>>
  /** Takes the next number of the kind's range and writes the document's row. */
  readonly create: (document: NewDocument, stamp: Stamp, told: Told) => Promise<string>
  readonly insertHeader: (kind: Kind, number: string, row: HeaderRow) => Promise<void>
  readonly updateHeader: (kind: Kind, number: string, row: HeaderRow) => Promise<void>
  /** Writes status, author and time, and what others are told: no change goes without it. */
  readonly touch: (number: string, status: Status, stamp: Stamp, told: Told) => Promise<void>
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
