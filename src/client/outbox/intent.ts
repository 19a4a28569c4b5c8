// What the app puts into the outbox: steps on lines, lines that go, new documents, corrections of stock.
import type { DocumentKind, ModeId } from '#contract/constants.ts'
import type { InventoryRecord } from '#contract/inventory.ts'
import type { Document, HeaderValues, Line, Place } from '#kinds/document.ts'
import type { Operation, Parcel } from '#outbox/index.ts'

type KindName = Exclude<DocumentKind, 'request'>

interface OfDocument {
  readonly kind: KindName
  readonly mode: ModeId
  readonly place: Place
}

/** A step on a line; quantities are whole plants. */
export interface LineIntent extends OfDocument {
  readonly type: 'line'
  readonly step: string
  /** As the person saw it, with everything done before: of two people the second is told. `id` null: a new one. */
  readonly line: Line
  readonly quantity: number
  readonly reason: string
}

export interface DeleteIntent extends OfDocument {
  readonly type: 'delete'
  readonly line: Line
}

export interface CreateIntent extends OfDocument {
  readonly type: 'create'
  /** What it is called here until the server has numbered it. */
  readonly number: string
  readonly values: HeaderValues
}

/** What is on hand of a barcode is to be this, in whole plants. */
export interface AdjustIntent {
  readonly type: 'adjust'
  readonly mode: ModeId
  readonly place: Place
  readonly record: InventoryRecord
  readonly quantity: number
  readonly reason: string
}

export type Intent = LineIntent | DeleteIntent | CreateIntent | AdjustIntent

/** A call as it was written: its parameters and body. */
export interface Request {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

export type AppOperation = Operation<Intent>
export type AppParcel = Parcel<Request>

/** A document as the server had it last, with what it has confirmed since. */
export interface KeptDocument {
  readonly lane: string
  readonly document: Document
  /** When it was read, in milliseconds since 1970. */
  readonly at: number
}

/** The lane of a document, by its kind and number. */
export function laneOfDocument(kind: DocumentKind, number: string): string {
  return `${kind} ${number}`
}

/** The lane of a document as it is called by now. */
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

/** Is this the lane of a document that the server has not numbered, or had not at first? */
export function isLocalLane(lane: string): boolean {
  return isLocalNumber(numberOfLane(lane))
}

const LOCAL = /^NEW-[0-9A-Z]{6}$/

/** Is this the number of a document that the server has not numbered yet? */
export function isLocalNumber(number: string): boolean {
  return LOCAL.test(number)
}

/** A number for a document of this device, out of a random text of hexadecimal digits. */
export function localNumber(random: string): string {
  return `NEW-${random
    .replace(/[^0-9a-f]/g, '')
    .slice(0, 6)
    .toUpperCase()}`
}
