// What a field of a line is, said once in a kind's `fields.ts`: how it reads in answers and bodies, what the app reads out of it and
// sends, what the server says and takes. Schemas, readers and bodies are derived from it (`derive/`).
import * as v from 'valibot'
import type { ModeId, Status } from '#contract/constants.ts'
import { lineFields as common } from '#contract/documents.ts'
import type { LabelCode } from '#contract/label-codes.ts'
import { LIMITS } from '#contract/limits.ts'
import { barcode, idOrNull, plantCount, quantityOrNull, shortText, text } from '#contract/primitives.ts'
import type { Line } from './document.ts'
import { type LineQuantity, quantityOf } from './engine.ts'
import type { StoredDocument, StoredLine } from './stored.ts'
import { countOf, textOf, type Values } from './values.ts'

/** What a body says of a line: the line as the step leaves its quantities, and what it was. */
export interface SentLine {
  readonly before: Line
  readonly to: Status
  /** Whole plants that the step is taken with. */
  readonly quantity: number
  readonly mode: ModeId
}

/** What the server takes from a body's line, beside its quantities. */
export interface LineExtras {
  readonly storageLocation: string
  readonly isReplant: boolean
  /** A reason code; null when the body does not say, and the line keeps its own. */
  readonly reason: string | null
}

export interface LineField {
  /** How it reads in an answer. */
  readonly answer: v.GenericSchema
  /** What a body may say; without it the field is the server's to fill. */
  readonly body?: v.GenericSchema
  /** The quantity of the line that a body says with it: of several, the first that is there. */
  readonly carries?: LineQuantity
  /** What the server says of it. */
  readonly says: (line: StoredLine, document: StoredDocument) => unknown
  /** What the app makes of it; fields that come later have the last word. */
  readonly reads?: (answer: Values) => Partial<Line>
  /** What the app sends; without it nothing. */
  readonly sends?: (line: Line, sent: SentLine) => unknown
  /** Its column on a report that is derived. A `sum` adds up, a `figure` does not. */
  readonly paper?: { readonly title: LabelCode; readonly as: 'sum' | 'figure' | 'words' }
  /** What the server takes from it. */
  readonly takes?: (body: Values) => Partial<LineExtras>
}
export type LineFields = Readonly<Record<string, LineField>>

const sentCount = v.nullish(plantCount, null)

/** What the lines of every kind carry, beside the facts of their plants. */
export const commonLine = {
  ID: {
    answer: common.ID,
    body: idOrNull,
    says: ({ id }) => id,
    reads: ({ ID }) => ({ id: textOf(ID) || null }),
    sends: ({ id }) => id,
  },
  BarcodeID: {
    answer: common.BarcodeID,
    body: barcode,
    says: (line) => line.barcode,
    reads: ({ BarcodeID }) => ({ barcode: textOf(BarcodeID) }),
    sends: (line) => line.barcode,
  },
  /** What the latest step has written. */
  Qty: {
    answer: common.Qty,
    body: sentCount,
    says: (line) => (line.status === 'CANCELLED' ? 0 : quantityOf(line)),
    reads: ({ Qty }) => ({ ordered: countOf(Qty) ?? 0 }),
    sends: (_, { quantity }) => quantity,
  },
  UpdateQty: {
    answer: common.UpdateQty,
    body: sentCount,
    says: ({ picked, ordered }) => picked ?? ordered,
    sends: (_, { quantity }) => quantity,
  },
  OrderQty: {
    answer: common.OrderQty,
    body: sentCount,
    carries: 'ordered',
    says: ({ ordered }) => ordered,
    reads: ({ OrderQty }) => orNothing('ordered', countOf(OrderQty)),
    sends: ({ ordered }) => ordered,
  },
  Status: {
    answer: common.Status,
    says: ({ status }) => status,
    sends: (_, { to }) => to,
  },
  StorageLocation: {
    answer: common.StorageLocation,
    body: v.optional(shortText(LIMITS.reference), ''),
    says: ({ storageLocation }) => storageLocation,
    reads: ({ StorageLocation }) => ({ storageLocation: textOf(StorageLocation) }),
    sends: ({ storageLocation }) => storageLocation,
    takes: ({ StorageLocation }) => ({ storageLocation: textOf(StorageLocation) }),
  },
  IsReplant: {
    answer: common.IsReplant,
    body: v.optional(v.boolean(), false),
    says: ({ isReplant }) => isReplant,
    takes: ({ IsReplant }) => ({ isReplant: IsReplant === true }),
  },
  AvailableQty: {
    answer: common.AvailableQty,
    says: ({ available }) => available,
    reads: ({ AvailableQty }) => ({ available: countOf(AvailableQty) }),
  },
  /** Of this product's own: who ordered, picked or received it, whatever came last. */
  LastChangedBy: {
    answer: text,
    says: ({ changedBy }) => changedBy,
    reads: ({ LastChangedBy }) => ({ changedBy: textOf(LastChangedBy) }),
  },
} as const satisfies LineFields

// A quantity that is left as it is where a field says nothing.
const orNothing = (name: LineQuantity, count: number | null): Partial<Line> =>
  count === null ? {} : { [name]: count }

/** The statuses that a body may state of a line. */
export function lineStatus<const Options extends readonly string[]>(options: Options) {
  return {
    ...commonLine.Status,
    body: v.picklist(options, options.join(', ').replace(/, (\w+)$/, ' or $1')),
  } as const
}

/** What is said of the document on each of its lines. */
export function ofDocument<Schema extends v.GenericSchema>(
  answer: Schema,
  of: (document: StoredDocument) => unknown,
) {
  return { answer, says: (_: StoredLine, document: StoredDocument) => of(document) } as const
}

const beforePicking = ({ Status }: Values) => Status === 'OPEN' || Status === 'RESERVED'

/** What was picked of what was ordered; none before. */
export const pickQty = {
  answer: quantityOrNull,
  body: sentCount,
  carries: 'picked',
  says: ({ picked }) => picked,
  reads: (line) => ({
    picked: beforePicking(line) ? null : (countOf(line.PickQty) ?? countOf(line.Qty) ?? 0),
  }),
  sends: ({ picked }) => picked,
} as const satisfies LineField

/** What arrived; none before. `ReceivedQty` is what is stored, `ReceiveQty` what is being received. */
export const receiveFields = {
  ReceiveQty: {
    answer: quantityOrNull,
    body: sentCount,
    carries: 'received',
    says: ({ received }) => received,
    sends: ({ received }) => received,
  },
  ReceivedQty: {
    answer: quantityOrNull,
    body: sentCount,
    carries: 'received',
    says: ({ received }) => received,
    reads: ({ Status, ReceivedQty, ReceiveQty, Qty }) => ({
      received:
        Status === 'RECEIVED' ? (countOf(ReceivedQty) ?? countOf(ReceiveQty) ?? countOf(Qty) ?? 0) : null,
    }),
    sends: (_, { before }) => before.received,
  },
} as const satisfies LineFields

/** Why plants leave, by its code. */
export const reasonCode = {
  answer: text,
  body: shortText(LIMITS.reference),
  says: ({ reason }) => reason,
  reads: ({ ReasonCode }) => ({ reason: textOf(ReasonCode) }),
  sends: ({ reason }) => reason,
  takes: ({ ReasonCode }) => ({ reason: textOf(ReasonCode) }),
} as const satisfies LineField
