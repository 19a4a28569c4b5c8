// The line fields, declared once in a kind's `fields.ts`. Schemas, parsers and request bodies are derived
// from them (`derive/`).
import * as v from 'valibot'
import type { ModeId, Status } from '#core/wire/constants.ts'
import { barcode, plantCount, quantityOrNull } from '#core/wire/document-values.ts'
import { lineFields as specifiedFields } from '#core/wire/documents.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { idOrNull, shortText, text } from '#core/wire/primitives.ts'
import type { Line } from './document.ts'
import { type LineQuantity, quantityOf } from './engine.ts'
import type { StoredDocument, StoredLine } from './stored.ts'
import { countOf, textOf, type Values } from './values.ts'

/** The context of a line in a request body. */
export interface LineBodyContext {
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
  readonly quantity?: LineQuantity
  /** The value that the server sends. */
  readonly toResponse: (line: StoredLine, document: StoredDocument) => unknown
  /** The line values that the app reads from a response; later fields override earlier ones. */
  readonly fromResponse?: (answer: Values) => Partial<Line>
  /** The value that the app sends. Left out: the app does not send the field. */
  readonly toBody?: (line: Line, sent: LineBodyContext) => unknown
  /** The line values that the server reads from a request body. */
  readonly fromBody?: (body: Values) => Partial<LineExtras>
}
export type LineFields = Readonly<Record<string, LineField>>

const bodyCount = v.nullish(plantCount, null)

/** The line fields of every kind, besides the plant data. */
export const commonLine = {
  ID: {
    answer: specifiedFields.ID,
    body: idOrNull,
    toResponse: ({ id }) => id,
    fromResponse: ({ ID }) => ({ id: textOf(ID) || null }),
    toBody: ({ id }) => id,
  },
  BarcodeID: {
    answer: specifiedFields.BarcodeID,
    body: barcode,
    toResponse: (line) => line.barcode,
    fromResponse: ({ BarcodeID }) => ({ barcode: textOf(BarcodeID) }),
    toBody: (line) => line.barcode,
  },
  /** The quantity of the latest step. */
  Qty: {
    answer: specifiedFields.Qty,
    body: bodyCount,
    toResponse: (line) => (line.status === 'CANCELLED' ? 0 : quantityOf(line)),
    fromResponse: ({ Qty }) => ({ ordered: countOf(Qty) ?? 0 }),
    toBody: (_, { quantity }) => quantity,
  },
  UpdateQty: {
    answer: specifiedFields.UpdateQty,
    body: bodyCount,
    toResponse: ({ picked, ordered }) => picked ?? ordered,
    toBody: (_, { quantity }) => quantity,
  },
  OrderQty: {
    answer: specifiedFields.OrderQty,
    body: bodyCount,
    quantity: 'ordered',
    toResponse: ({ ordered }) => ordered,
    fromResponse: (line) =>
      hasQuantityOnlyInQty(line) ? {} : quantityIfPresent('ordered', countOf(line.OrderQty)),
    toBody: ({ ordered }) => ordered,
  },
  Status: {
    answer: specifiedFields.Status,
    toResponse: ({ status }) => status,
    toBody: (_, { to }) => to,
  },
  StorageLocation: {
    answer: specifiedFields.StorageLocation,
    body: v.optional(shortText(LIMITS.reference), ''),
    toResponse: ({ storageLocation }) => storageLocation,
    fromResponse: ({ StorageLocation }) => ({ storageLocation: textOf(StorageLocation) }),
    toBody: ({ storageLocation }) => storageLocation,
    fromBody: ({ StorageLocation }) => ({ storageLocation: textOf(StorageLocation) }),
  },
  IsReplant: {
    answer: specifiedFields.IsReplant,
    body: v.nullish(v.boolean(), false),
    toResponse: ({ isReplant }) => isReplant,
    fromBody: ({ IsReplant }) => ({ isReplant: IsReplant === true }),
  },
  AvailableQty: {
    answer: specifiedFields.AvailableQty,
    toResponse: ({ available }) => available,
    fromResponse: ({ AvailableQty }) => ({ available: countOf(AvailableQty) }),
  },
  /** Not in the specification: the person of the latest order, pick or receipt. */
  LastChangedBy: {
    answer: text,
    toResponse: ({ changedBy }) => changedBy,
    fromResponse: ({ LastChangedBy }) => ({ changedBy: textOf(LastChangedBy) }),
  },
  /** Not in the specification: the time of that change, by the server's clock and by the device's. */
  LastChangedDateTime: {
    answer: text,
    toResponse: ({ changedAt }) => changedAt,
    fromResponse: ({ LastChangedDateTime }) => ({ changedAt: textOf(LastChangedDateTime) }),
  },
  ClaimedDateTime: {
    answer: text,
    toResponse: ({ doneAt }) => doneAt,
    fromResponse: ({ ClaimedDateTime }) => ({ doneAt: textOf(ClaimedDateTime) }),
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
export function documentField<Schema extends v.GenericSchema>(
  answer: Schema,
  of: (document: StoredDocument) => unknown,
  sends: (header: Values) => unknown,
) {
  return {
    answer,
    toResponse: (_: StoredLine, document: StoredDocument) => of(document),
    toBody: (_: Line, { header }: LineBodyContext) => sends(header),
  } as const satisfies LineField
}

/** In issuances and dumps: a new line is no replant. */
export const isReplant = {
  ...commonLine.IsReplant,
  toBody: ({ asRead = {} }) => ('IsReplant' in asRead ? asRead['IsReplant'] : false),
} as const satisfies LineField

const isBeforePicking = ({ Status }: Values) => Status === 'OPEN' || Status === 'RESERVED'

/** The picked quantity; null before picking. */
export const pickQty = {
  answer: quantityOrNull,
  body: bodyCount,
  quantity: 'picked',
  toResponse: ({ picked }) => picked,
  fromResponse: (line) => ({
    picked: isBeforePicking(line)
      ? null
      : ((hasQuantityOnlyInQty(line) ? null : countOf(line.PickQty)) ?? countOf(line.Qty) ?? 0),
  }),
  toBody: ({ picked }) => picked,
} as const satisfies LineField

/** The received quantity; null before receiving. `ReceivedQty` is stored, `ReceiveQty` is to be saved. */
export const receiveFields = {
  ReceiveQty: {
    answer: quantityOrNull,
    body: bodyCount,
    quantity: 'received',
    toResponse: ({ received }) => received,
    toBody: ({ received }) => received,
  },
  ReceivedQty: {
    answer: quantityOrNull,
    body: bodyCount,
    quantity: 'received',
    toResponse: ({ received }) => received,
    // If both are null or both are 0, the server has the received quantity in Qty.
    fromResponse: ({ Status, ReceivedQty, ReceiveQty, Qty }) => {
      const [stored, sent] = [countOf(ReceivedQty), countOf(ReceiveQty)]
      const received = stored || sent || (stored === sent ? countOf(Qty) : 0) || 0
      return { received: Status === 'RECEIVED' ? received : null }
    },
    toBody: ({ received }) => received,
  },
} as const satisfies LineFields

/** Not in the specification: the reason code of a line picked with fewer plants than ordered; '' for none. */
export const shortReasonCode = {
  answer: text,
  body: v.exactOptional(shortText(LIMITS.reference)),
  toResponse: ({ reason }) => reason,
  fromResponse: ({ ShortReasonCode }) => ({ reason: textOf(ShortReasonCode) }),
  // Left out if the line has no reason and had none.
  toBody: ({ reason, asRead = {} }) => reason || (textOf(asRead['ShortReasonCode']) === '' ? undefined : ''),
  fromBody: ({ ShortReasonCode }) =>
    ShortReasonCode === undefined ? {} : { reason: textOf(ShortReasonCode) },
} as const satisfies LineField

/** The reason code for removing plants. */
export const reasonCode = {
  answer: text,
  body: shortText(LIMITS.reference),
  toResponse: ({ reason }) => reason,
  fromResponse: ({ ReasonCode }) => ({ reason: textOf(ReasonCode) }),
  toBody: ({ reason }) => reason,
  fromBody: ({ ReasonCode }) => ({ reason: textOf(ReasonCode) }),
} as const satisfies LineField
