// The app's intents in the outbox: line steps, deleted lines, headers, new documents, stock corrections.

import type { Document, HeaderValues, Line, Place } from '#core/kinds/document.ts'
import type { Batch, Operation, OperationResult, OutboxState } from '#core/outbox/index.ts'
import type { DocumentKind, ModeId } from '#core/wire/constants.ts'
import type { InventoryRecord } from '#core/wire/inventory.ts'

type KindName = Exclude<DocumentKind, 'request'>

interface OfDocument {
  readonly kind: KindName
  /** The UUID of the document; left out if the server did not send one. */
  readonly uuid?: string
  readonly mode: ModeId
  readonly place: Place
}

/** A line step; quantities are whole plants. */
export interface LineIntent extends OfDocument {
  readonly type: 'line'
  readonly step: string
  /**
   * The line as the person saw it, after all earlier operations; used to detect conflicts. `id` null: a new
   * line.
   */
  readonly line: Line
  readonly quantity: number
  readonly reason: string
}

export interface DeleteIntent extends OfDocument {
  readonly type: 'delete'
  readonly line: Line
}

/** An edit of a header: its changed fields only; fields of one unit are edited together. */
export interface HeaderIntent extends OfDocument {
  readonly type: 'header'
  readonly step: string
  /** The fields as the person saw them before the edit. */
  readonly seen: HeaderValues
  readonly values: HeaderValues
  /** The changed fields as text: 'Ref # PO 7, Comment gate 5'. */
  readonly words: string
}

export interface CreateIntent extends OfDocument {
  readonly type: 'create'
  /** The local number, used until the server assigns one. */
  readonly number: string
  readonly values: HeaderValues
}

/** Sets a barcode's quantity on hand, in whole plants. */
export interface AdjustIntent {
  readonly type: 'adjust'
  readonly mode: ModeId
  readonly place: Place
  readonly record: InventoryRecord
  readonly quantity: number
  readonly reason: string
}

/** A step of the whole document; only used to send it again to a restored server. */
export interface WholeIntent extends OfDocument {
  readonly type: 'whole'
  readonly step: string
}

export type Intent = LineIntent | DeleteIntent | HeaderIntent | CreateIntent | AdjustIntent | WholeIntent

/** The barcode; '' for a header, a new document or a step of the whole document. */
export function barcodeIn(intent: Intent): string {
  if ('line' in intent) return intent.line.barcode
  return intent.type === 'adjust' ? intent.record.BarcodeID : ''
}

/** The barcode, the number of a new document, or the changed fields of a header. */
export function subjectOf(intent: Intent): string {
  if (intent.type === 'create') return intent.number
  return intent.type === 'header' ? intent.words : barcodeIn(intent)
}

/** A call as it is sent: its parameters and body. */
export interface Request {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

export type AppOperation = Operation<Intent>
export type AppBatch = Batch<Request>
export type AppState = OutboxState<Intent, Request>

export interface Settled {
  readonly operation: AppOperation
  readonly result: OperationResult
}

/** A document as last read from the server, with the operations confirmed since then. */
export interface CachedDocument {
  readonly lane: string
  readonly document: Document
  /** When it was read, in milliseconds since 1970. */
  readonly at: number
}

/** The document's UUID; '' if the server does not send one. */
export function uuidOf({ header }: Pick<Document, 'header'>): string {
  return header['DocumentUUID'] ?? ''
}

const differ = (one: string, other: string) => one !== '' && other !== '' && one !== other

/** Does the number belong to another document now? A restored server may assign numbers again. */
export function isOtherDocument(before: Document | undefined, now: Document): boolean {
  return before !== undefined && differ(uuidOf(before), uuidOf(now))
}

/** Does the operation concern another document than this one of the same number? */
export function concernsOtherDocument({ intent }: AppOperation, document: Document): boolean {
  return differ('uuid' in intent ? (intent.uuid ?? '') : '', uuidOf(document))
}

/** The whole header before and after an edit, based on this version of the document. */
export function editOn({ header }: Document, { seen, values }: Pick<HeaderIntent, 'seen' | 'values'>) {
  const before = { ...header, ...seen }
  return { seen: before, values: { ...before, ...values } } as const
}

/** The lane of a document: its kind and number. */
export function laneOfDocument(kind: DocumentKind, number: string): string {
  return `${kind} ${number}`
}

/** The current lane of a document: its number may have been assigned since. */
export function currentLaneOf({
  lane,
  document: { kind, number },
}: Pick<CachedDocument, 'lane' | 'document'>): string {
  return number === null ? lane : laneOfDocument(kind, number)
}

/** The number in a document's lane. */
export function numberOfLane(lane: string): string {
  return lane.split(' ').at(-1) ?? ''
}

/** Is it the lane of a document that was created with a local number? */
export function isLocalLane(lane: string): boolean {
  return isLocalNumber(numberOfLane(lane))
}

const LOCAL = /^NEW-[0-9A-Z]{6}$/

/** Is it a local number, used before the server assigns one? */
export function isLocalNumber(number: string): boolean {
  return LOCAL.test(number)
}

/** A local document number, from random hexadecimal digits. */
export function localNumber(random: string): string {
  return `NEW-${random
    .replace(/[^0-9a-f]/g, '')
    .slice(0, 6)
    .toUpperCase()}`
}
