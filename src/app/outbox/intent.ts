// The app's intents in the outbox: line steps, deleted lines, headers, new documents, stock corrections.

import type { Document, HeaderValues, Line, Place } from '#core/kinds/document.ts'
import type { Operation, Parcel } from '#core/outbox/index.ts'
import type { DocumentKind, ModeId } from '#core/wire/constants.ts'
import type { InventoryRecord } from '#core/wire/inventory.ts'

type KindName = Exclude<DocumentKind, 'request'>

interface OfDocument {
  readonly kind: KindName
  /** The document that is meant, by its UUID; left out: the server did not name it. */
  readonly uuid?: string
  readonly mode: ModeId
  readonly place: Place
}

/** A line step; quantities are whole plants. */
export interface LineIntent extends OfDocument {
  readonly type: 'line'
  readonly step: string
  /**
   * The line as the person saw it, after all earlier operations: for detecting conflicts. `id` null: a new
   * one.
   */
  readonly line: Line
  readonly quantity: number
  readonly reason: string
}

export interface DeleteIntent extends OfDocument {
  readonly type: 'delete'
  readonly line: Line
}

/** An edit of a header: its changed fields only, those of one unit together. */
export interface HeaderIntent extends OfDocument {
  readonly type: 'header'
  readonly step: string
  /** The fields as the person saw them before the edit. */
  readonly seen: HeaderValues
  readonly values: HeaderValues
  /** The changed fields in words: 'Ref # PO 7, Comment gate 5'. */
  readonly words: string
}

export interface CreateIntent extends OfDocument {
  readonly type: 'create'
  /** Its local number until the server has given it one. */
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

/** A step of the whole document: only offered again, to a restored server. */
export interface WholeIntent extends OfDocument {
  readonly type: 'whole'
  readonly step: string
}

export type Intent = LineIntent | DeleteIntent | HeaderIntent | CreateIntent | AdjustIntent | WholeIntent

/** Its barcode; '' for a header, a new document and a step of the whole. */
export function barcodeIn(intent: Intent): string {
  if ('line' in intent) return intent.line.barcode
  return intent.type === 'adjust' ? intent.record.BarcodeID : ''
}

/** Its barcode, the number of a new document, or the changed fields of a header. */
export function subjectOf(intent: Intent): string {
  if (intent.type === 'create') return intent.number
  return intent.type === 'header' ? intent.words : barcodeIn(intent)
}

/** A call as written: its parameters and body. */
export interface Request {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

export type AppOperation = Operation<Intent>
export type AppParcel = Parcel<Request>

/** A document as last read from the server, with the operations confirmed since. */
export interface KeptDocument {
  readonly lane: string
  readonly document: Document
  /** When it was read, in milliseconds since 1970. */
  readonly at: number
}

/** The document's UUID; '' if the server does not name it. */
export function uuidOf({ header }: Pick<Document, 'header'>): string {
  return header['DocumentUUID'] ?? ''
}

const differ = (one: string, other: string) => one !== '' && other !== '' && one !== other

/** Is the number another document's now? A restored server may give numbers again. */
export function isAnother(before: Document | undefined, now: Document): boolean {
  return before !== undefined && differ(uuidOf(before), uuidOf(now))
}

/** Is an operation about another document than this one of the same number? */
export function isOfAnother({ intent }: AppOperation, document: Document): boolean {
  return differ('uuid' in intent ? (intent.uuid ?? '') : '', uuidOf(document))
}

/** The whole header before and after an edit, on this version of its document. */
export function editOn({ header }: Document, { seen, values }: Pick<HeaderIntent, 'seen' | 'values'>) {
  const before = { ...header, ...seen }
  return { seen: before, values: { ...before, ...values } } as const
}

/** The lane of a document, by kind and number. */
export function laneOfDocument(kind: DocumentKind, number: string): string {
  return `${kind} ${number}`
}

/** The current lane of a document, after a rename. */
export function laneNow({
  lane,
  document: { kind, number },
}: Pick<KeptDocument, 'lane' | 'document'>): string {
  return number === null ? lane : laneOfDocument(kind, number)
}

/** The number in a document's lane. */
export function numberOfLane(lane: string): string {
  return lane.split(' ').at(-1) ?? ''
}

/** Is it the lane of a document with a local number, now or at first? */
export function isLocalLane(lane: string): boolean {
  return isLocalNumber(numberOfLane(lane))
}

const LOCAL = /^NEW-[0-9A-Z]{6}$/

/** Is it a local number, given before the server's? */
export function isLocalNumber(number: string): boolean {
  return LOCAL.test(number)
}

/** A local document number, from a random text of hexadecimal digits. */
export function localNumber(random: string): string {
  return `NEW-${random
    .replace(/[^0-9a-f]/g, '')
    .slice(0, 6)
    .toUpperCase()}`
}
