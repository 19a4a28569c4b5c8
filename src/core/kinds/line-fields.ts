// The line fields, declared once in a kind's `fields.ts`. Schemas, parsers and request bodies are derived
// from them (`derive/`).
import * as v from 'valibot'
import type { ModeId, Status } from '#core/wire/constants.ts'
import { barcode, plantCount, quantityOrNull } from '#core/wire/document-values.ts'
import { lineFields as specifiedFields } from '#core/wire/documents.ts'
import type { LabelCode } from '#core/wire/label-codes.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { idOrNull, shortText, text } from '#core/wire/primitives.ts'
import type { Line } from './document.ts'
import { type LineQuantity, quantityOf } from './engine.ts'
import type { StoredDocument, StoredLine } from './stored.ts'
import { countOf, textOf, type Values } from './values.ts'

/** The context of a line in a request body. */
export interface SentLine {
  /** The line before the step. */
  readonly before: Line
  readonly to: Status
  /** The step's quantity, whole plants. */
  readonly quantity: number
  readonly mode: ModeId
  /** The header in the same body. */
  readonly header: Values
}

/** The values that the server reads from a line of a request body, besides quantities. */
export interface LineExtras {
  readonly storageLocation: string
  readonly isReplant: boolean
  /** A reason code; null if the request has none, so that the line keeps its own. */
  readonly reason: string | null
}

export interface LineField {
  /** Its schema in a response. */
  readonly answer: v.GenericSchema
  /** Its schema in a request body. Left out: the server sets the field. */
  readonly body?: v.GenericSchema
  /** The quantity that it has in a request body. Of several such fields, the first present one counts. */
  readonly carries?: LineQuantity
  /** The value that the server sends. */
  readonly says: (line: StoredLine, document: StoredDocument) => unknown
  /** The line values that the app reads from a response; later fields override earlier ones. */
  readonly reads?: (answer: Values) => Partial<Line>
  /** The value that the app sends. Left out: the app does not send the field. */
  readonly sends?: (line: Line, sent: SentLine) => unknown
  /** Its column in a derived report. A `sum` column has a total, a `figure` column has none. */
  readonly paper?: { readonly title: LabelCode; readonly as: 'sum' | 'figure' | 'words' }
  /** The line values that the server reads from a request body. */
  readonly takes?: (body: Values) => Partial<LineExtras>
}
export type LineFields = Readonly<Record<string, LineField>>

const bodyCount = v.nullish(plantCount, null)

/** The line fields of every kind, besides the plant data. */
export const commonLine = {
  ID: {
    answer: specifiedFields.ID,
    body: idOrNull,
    says: ({ id }) => id,
    reads: ({ ID }) => ({ id: textOf(ID) || null }),
    sends: ({ id }) => id,
  },
  BarcodeID: {
    answer: specifiedFields.BarcodeID,
    body: barcode,
    says: (line) => line.barcode,
    reads: ({ BarcodeID }) => ({ barcode: textOf(BarcodeID) }),
    sends: (line) => line.barcode,
  },
  /** The quantity of the latest step. */
  Qty: {
    answer: specifiedFields.Qty,
    body: bodyCount,
    says: (line) => (line.status === 'CANCELLED' ? 0 : quantityOf(line)),
    reads: ({ Qty }) => ({ ordered: countOf(Qty) ?? 0 }),
    sends: (_, { quantity }) => quantity,
  },
  UpdateQty: {
    answer: specifiedFields.UpdateQty,
    body: bodyCount,
    says: ({ picked, ordered }) => picked ?? ordered,
    sends: (_, { quantity }) => quantity,
  },
  OrderQty: {
    answer: specifiedFields.OrderQty,
    body: bodyCount,
    carries: 'ordered',
    says: ({ ordered }) => ordered,
    reads: (line) => (hasQuantityOnlyInQty(line) ? {} : quantityIfPresent('ordered', countOf(line.OrderQty))),
    sends: ({ ordered }) => ordered,
  },
  Status: {
    answer: specifiedFields.Status,
    says: ({ status }) => status,
    sends: (_, { to }) => to,
  },
  StorageLocation: {
    answer: specifiedFields.StorageLocation,
    body: v.optional(shortText(LIMITS.reference), ''),
    says: ({ storageLocation }) => storageLocation,
    reads: ({ StorageLocation }) => ({ storageLocation: textOf(StorageLocation) }),
    sends: ({ storageLocation }) => storageLocation,
    takes: ({ StorageLocation }) => ({ storageLocation: textOf(StorageLocation) }),
  },
  IsReplant: {
    answer: specifiedFields.IsReplant,
    body: v.nullish(v.boolean(), false),
    says: ({ isReplant }) => isReplant,
    takes: ({ IsReplant }) => ({ isReplant: IsReplant === true }),
  },
  AvailableQty: {
    answer: specifiedFields.AvailableQty,
    says: ({ available }) => available,
    reads: ({ AvailableQty }) => ({ available: countOf(AvailableQty) }),
  },
  /** Not in the specification: the person of the latest order, pick or receipt. */
  LastChangedBy: {
    answer: text,
    says: ({ changedBy }) => changedBy,
    reads: ({ LastChangedBy }) => ({ changedBy: textOf(LastChangedBy) }),
  },
  /** Not in the specification: the time of that change, by the server's clock and by the device's. */
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

// Some servers send 0 for missing values and the quantity only in Qty.
const hasQuantityOnlyInQty = ({ Qty, OrderQty, PickQty }: Values) =>
  (countOf(Qty) ?? 0) > 0 && countOf(OrderQty) === 0 && (countOf(PickQty) ?? 0) === 0

// Without a count the quantity stays unchanged.
const quantityIfPresent = (name: LineQuantity, count: number | null): Partial<Line> =>
  count === null ? {} : { [name]: count }

/** The line statuses that a request body may have. */
export function lineStatus<const Options extends readonly string[]>(options: Options) {
  return {
    ...commonLine.Status,
    body: v.picklist(options, options.join(', ').replace(/, (\w+)$/, ' or $1')),
  } as const
}

/** A document value that is repeated on each line; the server ignores it in a request. */
export function ofDocument<Schema extends v.GenericSchema>(
  answer: Schema,
  of: (document: StoredDocument) => unknown,
  sends: (header: Values) => unknown,
) {
  return {
    answer,
    says: (_: StoredLine, document: StoredDocument) => of(document),
    sends: (_: Line, { header }: SentLine) => sends(header),
  } as const satisfies LineField
}

/** In issuances and dumps: a new line is no replant. */
export const isReplant = {
  ...commonLine.IsReplant,
  sends: ({ asRead = {} }) => ('IsReplant' in asRead ? asRead['IsReplant'] : false),
} as const satisfies LineField

const isBeforePicking = ({ Status }: Values) => Status === 'OPEN' || Status === 'RESERVED'

/** The picked quantity; null before picking. */
export const pickQty = {
  answer: quantityOrNull,
  body: bodyCount,
  carries: 'picked',
  says: ({ picked }) => picked,
  reads: (line) => ({
    picked: isBeforePicking(line)
      ? null
      : ((hasQuantityOnlyInQty(line) ? null : countOf(line.PickQty)) ?? countOf(line.Qty) ?? 0),
  }),
  sends: ({ picked }) => picked,
} as const satisfies LineField

/** The received quantity; null before receiving. `ReceivedQty` is stored, `ReceiveQty` is to be saved. */
export const receiveFields = {
  ReceiveQty: {
    answer: quantityOrNull,
    body: bodyCount,
    carries: 'received',
    says: ({ received }) => received,
    sends: ({ received }) => received,
  },
  ReceivedQty: {
    answer: quantityOrNull,
    body: bodyCount,
    carries: 'received',
    says: ({ received }) => received,
    // If both are null or both are 0, the server has the received quantity in Qty.
    reads: ({ Status, ReceivedQty, ReceiveQty, Qty }) => {
      const [stored, sent] = [countOf(ReceivedQty), countOf(ReceiveQty)]
      const received = stored || sent || (stored === sent ? countOf(Qty) : 0) || 0
      return { received: Status === 'RECEIVED' ? received : null }
    },
    sends: ({ received }) => received,
  },
} as const satisfies LineFields

/** Not in the specification: the reason code of a line picked with fewer plants than ordered; '' for none. */
export const shortReasonCode = {
  answer: text,
  body: v.exactOptional(shortText(LIMITS.reference)),
  says: ({ reason }) => reason,
  reads: ({ ShortReasonCode }) => ({ reason: textOf(ShortReasonCode) }),
  // Left out if the line has no reason and had none.
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
