// The port to the stored documents of every kind.

import type { Kind } from '#core/kinds/kind.ts'
import type { StoredDocument, StoredLine } from '#core/kinds/stored.ts'
import type { Values } from '#core/kinds/values.ts'
import type { Commodity, DocumentKind, ModeId, Status } from '#core/wire/constants.ts'
import type { PageWanted, RecordPage } from './paging.ts'

/** A line's key in its document: the barcode, and in grower storage the grower (part 1 section 3, 'Key'). */
export function lineKeyOf({
  barcode,
  source,
}: Pick<StoredLine, 'barcode'> & { readonly source: Pick<StoredLine['source'], 'place'> }): string {
  return `${barcode} ${source.place}`
}

/** A document as the database has it: for the rules, and for the reply. */
export interface StoredRecord {
  readonly document: StoredDocument
  readonly commodity: Commodity
  /** The owner's user name. */
  readonly owner: string | null
  readonly header: Values
  readonly lines: readonly Values[]
}

/**
 * The same for a change: what the rules read. Its lines say nothing of their plants, nor how many are
 * available.
 */
export type LockedRecord = Pick<StoredRecord, 'document' | 'commodity' | 'owner'>

/** Header fields in the kind's own table, by their wire names. */
export type HeaderRow = Readonly<Record<string, string | null>>

/** The first state of a new document. */
export interface NewDocument {
  readonly kind: DocumentKind
  readonly mode: ModeId
  readonly status: Status
  readonly location: string
  readonly seasonId: string
}

/** Who makes a change, and its time by the device's clock (null: not sent). */
export interface Stamp {
  readonly by: string
  readonly claimedAt: string | null
}

/** What live updates need of a change: the step, and the document's locations. */
export interface LiveUpdate {
  readonly step: string
  readonly concerns: readonly string[]
}

/** Which documents of a kind a list shows. */
export interface ListWanted extends PageWanted {
  readonly mode: ModeId
  readonly seasonId: string
  /** Header fields by name, each with the location that it must have. */
  readonly at: Readonly<Record<string, string>>
  /** Empty: all. */
  readonly statuses: readonly Status[]
  readonly number?: string | undefined
}

export interface DocumentsPort {
  readonly find: (kind: Kind, number: string) => Promise<StoredRecord | null>
  /** Locks the document's row until the transaction ends. */
  readonly lock: (kind: Kind, number: string) => Promise<LockedRecord | null>
  /** Newest number first. */
  readonly list: (kind: Kind, wanted: ListWanted) => Promise<RecordPage<Values>>
  /** Takes the next number of the kind's range and writes the document's row. */
  readonly create: (document: NewDocument, stamp: Stamp, told: LiveUpdate) => Promise<string>
  readonly insertHeader: (kind: Kind, number: string, row: HeaderRow) => Promise<void>
  readonly updateHeader: (kind: Kind, number: string, row: HeaderRow) => Promise<void>
  /**
   * Writes status, author and time, the owner's time if the author is the owner, and the live update: no
   * change goes without it.
   */
  readonly touch: (number: string, status: Status, stamp: Stamp, told: LiveUpdate) => Promise<void>
  /** Writes the owner and records the previous one; null: no owner. With `told`, also the live update. */
  readonly own: (
    number: string,
    owner: string | null,
    previous: string | null,
    told?: LiveUpdate,
  ) => Promise<void>
  /** Writes lines; those without an id are new. Returns each id by `lineKeyOf`. */
  readonly saveLines: (
    number: string,
    lines: readonly StoredLine[],
    stamp: Stamp,
  ) => Promise<ReadonlyMap<string, string>>
  /** The document that a line is on; null if there is no such line. */
  readonly numberOfLine: (kind: DocumentKind, id: string) => Promise<string | null>
  readonly deleteLine: (number: string, id: string) => Promise<void>
}
