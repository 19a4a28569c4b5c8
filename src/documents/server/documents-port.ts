// The port to stored documents of every kind.

import type { Kind } from '#core/kinds/kind.ts'
import type { StoredDocument, StoredLine } from '#core/kinds/stored.ts'
import type { Values } from '#core/kinds/values.ts'
import type { Commodity, DocumentKind, ModeId, Status } from '#core/wire/constants.ts'
import type { ChangeScope } from '#server/domain/changes.ts'
import type { PageRequest, RecordPage } from '#server/domain/paging.ts'
import type { Ports } from '#server/domain/ports.ts'
import type { IssuedPort } from './issued.ts'

/** A line's key in its document: the barcode, and in grower storage the grower (part 1 section 3, 'Key'). */
export function lineKeyOf({
  barcode,
  source,
}: Pick<StoredLine, 'barcode'> & { readonly source: Pick<StoredLine['source'], 'place'> }): string {
  return `${barcode} ${source.place}`
}

/** A stored document, for the rules and the reply. */
export interface StoredRecord {
  readonly document: StoredDocument
  readonly commodity: Commodity
  /** The owner's user name. */
  readonly owner: string | null
  readonly header: Values
  readonly lines: readonly Values[]
}

/** A document for a change. Its lines lack plant facts and available quantities. */
export type LockedRecord = Pick<StoredRecord, 'document' | 'commodity' | 'owner'>

/** Header fields in the kind's own table, by wire name. */
export type HeaderRow = Readonly<Record<string, string | null>>

/** The initial state of a new document. */
export interface NewDocument {
  readonly kind: DocumentKind
  readonly mode: ModeId
  readonly status: Status
  readonly location: string
  readonly seasonId: string
}

/** The user of a change, and its device time (null if not sent). */
export interface Stamp {
  readonly by: string
  readonly claimedAt: string | null
}

/** A change for live updates: the step, and the affected locations. */
export interface LiveUpdate {
  readonly step: string
  readonly concerns: readonly string[]
}

/** The filter of a document list. */
export interface ListFilter extends PageRequest {
  readonly mode: ModeId
  readonly seasonId: string
  /** Header fields by name, each with its required location. */
  readonly at: Readonly<Record<string, string>>
  /** Empty for all. */
  readonly statuses: readonly Status[]
  readonly number?: string | undefined
}

export interface DocumentsPort {
  /** The document's kind, mode and locations; null if there is none. */
  readonly scopeOf: (number: string) => Promise<ChangeScope | null>
  readonly find: (kind: Kind, number: string) => Promise<StoredRecord | null>
  /** Locks the document's row until the transaction ends. */
  readonly lock: (kind: Kind, number: string) => Promise<LockedRecord | null>
  /** Newest number first. */
  readonly list: (kind: Kind, wanted: ListFilter) => Promise<RecordPage<Values>>
  /** Allocates the next number of the kind and writes the document's row. */
  readonly create: (document: NewDocument, stamp: Stamp, update: LiveUpdate) => Promise<string>
  readonly insertHeader: (kind: Kind, number: string, row: HeaderRow) => Promise<void>
  readonly updateHeader: (kind: Kind, number: string, row: HeaderRow) => Promise<void>
  /** Writes status, user, time, the mandatory live update, and the owner's time if the user is the owner. */
  readonly touch: (number: string, status: Status, stamp: Stamp, update: LiveUpdate) => Promise<void>
  /** Writes the owner (null for none) and records the previous one. With `update`, also the live update. */
  readonly own: (
    number: string,
    owner: string | null,
    previous: string | null,
    update?: LiveUpdate,
  ) => Promise<void>
  /** Writes lines; those without id are new. Returns ids by `lineKeyOf`. */
  readonly saveLines: (
    number: string,
    lines: readonly StoredLine[],
    stamp: Stamp,
  ) => Promise<ReadonlyMap<string, string>>
  /** The number of a line's document; null if there is no such line. */
  readonly numberOfLine: (kind: DocumentKind, id: string) => Promise<string | null>
  readonly deleteLine: (number: string, id: string) => Promise<void>
}

/** Stores that a transfer or count was followed by an adjustment request. */
export interface OpenedRequestsPort {
  readonly insert: (number: string, ofNumber: string) => Promise<void>
}

/** The database ports of documents, on one connection or in one transaction. */
export interface DocumentPorts extends Ports {
  readonly documents: DocumentsPort
  readonly issued: IssuedPort
  readonly requests: OpenedRequestsPort
}
