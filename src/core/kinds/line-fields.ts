// A line field, declared once in a kind's `fields.ts`: how it is read in answers and bodies, what the app
// reads and sends, what the server answers and accepts. Schemas, readers and bodies are derived from it
// (`derive/`).
import * as v from 'valibot'
import type { ModeId, Status } from '#core/wire/constants.ts'
import { barcode, plantCount, quantityOrNull } from '#core/wire/document-values.ts'
import { lineFields as common } from '#core/wire/documents.ts'
import type { LabelCode } from '#core/wire/label-codes.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { idOrNull, shortText, text } from '#core/wire/primitives.ts'
import type { Line } from './document.ts'
import { type LineQuantity, quantityOf } from './engine.ts'
import type { StoredDocument, StoredLine } from './stored.ts'
import { countOf, textOf, type Values } from './values.ts'

/** A line for a body: after the step, and before. */
export interface SentLine {
  readonly before: Line
  readonly to: Status
  /** The step's quantity, whole plants. */
  readonly quantity: number
  readonly mode: ModeId
  /** The header in the same body. */
  readonly header: Values
}

/** What the server reads from a line in a body, besides quantities. */
export interface LineExtras {
  readonly storageLocation: string
  readonly isReplant: boolean
  /** A reason code; null if not sent: the line keeps its own. */
  readonly reason: string | null
}

export interface LineField {
  /** Its schema in an answer. */
  readonly answer: v.GenericSchema
  /** Its schema in a body; without it the server fills the field in. */
  readonly body?: v.GenericSchema
  /** The quantity that it has in a body; if several fields do, the first one present counts. */
  readonly carries?: LineQuantity
  /** The server's value for it. */
  readonly says: (line: StoredLine, document: StoredDocument) => unknown
  /** What the app reads from it; later fields override earlier ones. */
  readonly reads?: (answer: Values) => Partial<Line>
  /** What the app sends; without it nothing. */
  readonly sends?: (line: Line, sent: SentLine) => unknown
  /** Its column in a derived report. A `sum` has a total, a `figure` has none. */
  readonly paper?: { readonly title: LabelCode; readonly as: 'sum' | 'figure' | 'words' }
  /** What the server reads from it. */
  readonly takes?: (body: Values) => Partial<LineExtras>
}
export type LineFields = Readonly<Record<string, LineField>>

const sentCount = v.nullish(plantCount, null)

/** The line fields of every kind, besides the facts of the plants. */
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
  /** The quantity of the latest step. */
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
    reads: (line) => (isDefault(line) ? {} : orNothing('ordered', countOf(line.OrderQty))),
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
    body: v.nullish(v.boolean(), false),
    says: ({ isReplant }) => isReplant,
    takes: ({ IsReplant }) => ({ isReplant: IsReplant === true }),
  },
  AvailableQty: {
    answer: common.AvailableQty,
    says: ({ available }) => available,
    reads: ({ AvailableQty }) => ({ available: countOf(AvailableQty) }),
  },
  /** Of this product: who ordered, picked or received it last. */
  LastChangedBy: {
    answer: text,
    says: ({ changedBy }) => changedBy,
    reads: ({ LastChangedBy }) => ({ changedBy: textOf(LastChangedBy) }),
  },
  /** Of this product: when that was, by the server's clock and by the device's. */
  LastChangedDateTime: {
    answer: text,
    says: ({ changedAt }) => changedAt,
    reads: ({ LastChangedDateTime }) => ({ changedAt: textOf(LastChangedDateTime) }),
  },
  ClaimedDateTime: {
    answer: text,
    says: ({ doneAt }) => doneAt,
    reads: ({ ClaimedDateTime }) => ({ doneAt: textOf(ClaimedDateTime) }),
  },
} as const satisfies LineFields

// A server that fills what it lacks with 0 has its quantity in Qty.
const isDefault = ({ Qty, OrderQty, PickQty }: Values) =>
  (countOf(Qty) ?? 0) > 0 && countOf(OrderQty) === 0 && (countOf(PickQty) ?? 0) === 0

// Without a value the quantity stays unchanged.
const orNothing = (name: LineQuantity, count: number | null): Partial<Line> =>
  count === null ? {} : { [name]: count }

/** The line statuses that a body may have. */
export function lineStatus<const Options extends readonly string[]>(options: Options) {
  return {
    ...commonLine.Status,
    body: v.picklist(options, options.join(', ').replace(/, (\w+)$/, ' or $1')),
  } as const
}

/** A document's value that is repeated on each line; a server with the document does not read it. */
export function ofDocument<Schema extends v.GenericSchema>(
  answer: Schema,
  of: (document: StoredDocument) => unknown,
  sends: (header: Values) => unknown,
) {
  return {
    answer,
    says: (_: StoredLine, document: StoredDocument) => of(document),
    sends: (_: Line, { header }: SentLine) => sends(header),
  } as const
}

/** Of issuances and dumps: a new line is none. */
export const isReplant = {
  ...commonLine.IsReplant,
  sends: ({ asRead = {} }) => ('IsReplant' in asRead ? asRead['IsReplant'] : false),
} as const satisfies LineField

const beforePicking = ({ Status }: Values) => Status === 'OPEN' || Status === 'RESERVED'

/** Picked of ordered; null before. */
export const pickQty = {
  answer: quantityOrNull,
  body: sentCount,
  carries: 'picked',
  says: ({ picked }) => picked,
  reads: (line) => ({
    picked: beforePicking(line)
      ? null
      : ((isDefault(line) ? null : countOf(line.PickQty)) ?? countOf(line.Qty) ?? 0),
  }),
  sends: ({ picked }) => picked,
} as const satisfies LineField

/** The received quantity; null before. `ReceivedQty` is the stored one, `ReceiveQty` the one to save. */
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
    // Both null or both 0: the server keeps it in Qty.
    reads: ({ Status, ReceivedQty, ReceiveQty, Qty }) => {
      const [stored, sent] = [countOf(ReceivedQty), countOf(ReceiveQty)]
      const received = stored || sent || (stored === sent ? countOf(Qty) : 0) || 0
      return { received: Status === 'RECEIVED' ? received : null }
    },
    sends: ({ received }) => received,
  },
} as const satisfies LineFields

/** Of this product: the reason code of a line that was picked with fewer plants than ordered; '' for none. */
export const shortReasonCode = {
  answer: text,
  body: v.exactOptional(shortText(LIMITS.reference)),
  says: ({ reason }) => reason,
  reads: ({ ShortReasonCode }) => ({ reason: textOf(ShortReasonCode) }),
  // Not sent where there is none and was none.
  sends: ({ reason, asRead = {} }) => reason || (textOf(asRead['ShortReasonCode']) === '' ? undefined : ''),
  takes: ({ ShortReasonCode }) => (ShortReasonCode === undefined ? {} : { reason: textOf(ShortReasonCode) }),
} as const satisfies LineField

/** The reason code for removing plants. */
export const reasonCode = {
  answer: text,
  body: shortText(LIMITS.reference),
  says: ({ reason }) => reason,
  reads: ({ ReasonCode }) => ({ reason: textOf(ReasonCode) }),
  sends: ({ reason }) => reason,
  takes: ({ ReasonCode }) => ({ reason: textOf(ReasonCode) }),
} as const satisfies LineField
