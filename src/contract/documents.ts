// What the headers, lines and answers of all document kinds have in common.
import * as v from 'valibot'
import { STATUSES, STORAGE_TYPES } from './constants.ts'
import { plantFacts } from './inventory.ts'
import { flag, id, idOrNull, oneOf, plantCount, quantity, quantityOrNull, text } from './primitives.ts'

/** Who made and last changed a record, in answers. */
export const auditFields = {
  CreatedBy: text,
  CreatedDateTime: text,
  LastChangedBy: text,
  LastChangedDateTime: text,
}

/** The season a document belongs to, in answers. */
export const seasonFields = { TrimSeasonID: text, TrimSeasonName: text }

export const storageType = v.pipe(
  text,
  v.transform((value) => STORAGE_TYPES.find((type) => type === value.toUpperCase()) ?? 'INVENTORY'),
)

export const status = oneOf(STATUSES)

/** The fields that the lines of every document kind carry, in answers. */
export const lineFields = {
  ID: idOrNull,
  BarcodeID: id,
  Qty: quantity,
  UpdateQty: quantityOrNull,
  OrderQty: quantityOrNull,
  Status: v.optional(status, 'OPEN'),
  StorageLocation: text,
  IsReplant: flag,
  ...plantFacts,
  // Of the reference server: how much more of the barcode is free where the document takes it from.
  AvailableQty: quantityOrNull,
}

/**
 * What the sender has seen of a line that it wants changed, for the reference server: where the line stands otherwise by now, the
 * change is refused and says how it stands. A line that carries none of it is changed as it is.
 */
export const seenFields = {
  SeenStatus: v.exactOptional(v.picklist(STATUSES, 'a status')),
  SeenQty: v.exactOptional(plantCount),
}

/** What a save says of one line: its message, and its ID once it has one. */
export const LineReply = v.object({
  Message: text,
  ID: idOrNull,
  BarcodeID: text,
  Status: text,
  Qty: quantityOrNull,
})
export type LineReply = v.InferOutput<typeof LineReply>

/** The answer of calls that delete one line. */
export const DeleteReply = v.object({ Message: text, Id: idOrNull })

/** The answer of calls that say only how it went. */
export const MessageReply = v.object({ Message: text })
