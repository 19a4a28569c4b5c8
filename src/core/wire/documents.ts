// Schemas that all document kinds share for headers, lines and answers.
import * as v from 'valibot'
import { STATUSES, STORAGE_TYPES, type Status } from './constants.ts'
import { isoDateOrNull, plantCount, quantity, quantityOrNull } from './document-values.ts'
import { plantFacts } from './inventory.ts'
import { LIMITS } from './limits.ts'
import { flag, id, idOrNull, oneOf, queryNumberOrNone, queryText, text } from './primitives.ts'

/**
 * The owner of a document and the time of ownership, in answers; '' for none, and from servers without
 * owners.
 */
export const ownerFields = { OwnedBy: text, OwnedDateTime: text }

/**
 * Identifies a document on this server, because a number may be used again after a restore from a backup. A
 * change with another UUID than the document's is refused as not found.
 */
export const documentUuid = {
  answer: text,
  body: v.exactOptional(v.union([v.literal(''), v.pipe(v.string(), v.uuid('a UUID'))])),
}

/**
 * The number of changes of a document, on this server. A step on the whole document that contains a version
 * is refused if the document has changed since.
 */
export const documentVersion = {
  answer: quantityOrNull,
  body: v.exactOptional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0)))),
}

/**
 * Totals of a document in lists, only from this server: its lines, the done lines, and the plants on all
 * lines. Then the done lines with missing plants, and the missing plants. null if the user may not see them.
 */
export const totalFields = {
  LineCount: quantityOrNull,
  DoneLineCount: quantityOrNull,
  PlantQty: quantityOrNull,
  ShortLineCount: quantityOrNull,
  ShortQty: quantityOrNull,
}

/** The season of a document, in answers. */
export const seasonFields = { TrimSeasonID: text, TrimSeasonName: text }

export const storageType = v.pipe(
  text,
  v.transform((value) => STORAGE_TYPES.find((type) => type === value.toUpperCase()) ?? 'INVENTORY'),
)

/**
 * The status of a document or line, in answers. A missing status counts as OPEN. An unknown one counts as
 * CLOSED, which allows no change.
 */
export const status = v.fallback(
  oneOf(STATUSES),
  (invalid): Status => ((invalid?.value ?? '') === '' ? 'OPEN' : 'CLOSED'),
)

/** The line fields of every document kind, in answers. */
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
  // Only from this server: how many more plants are available in the line's source account.
  AvailableQty: quantityOrNull,
}

/**
 * The state of a line that the client has read, only for this server. If the line has changed since, the
 * step is refused with the current state. Without these fields there is no conflict check.
 */
export const seenFields = {
  SeenStatus: v.exactOptional(v.picklist(STATUSES, 'a status')),
  SeenQty: v.exactOptional(plantCount),
}

/**
 * The header fields that the client has read, only for this server. Changes of others are kept in fields
 * that the client did not change. Without it, the header is saved as sent.
 */
export const seenHeader = v.exactOptional(
  v.record(
    v.string(),
    v.pipe(v.string(), v.maxLength(LIMITS.comments, `at most ${LIMITS.comments} characters`)),
  ),
)

/** Time of a change by the device's clock, only for this server. It is unreliable: it never orders events. */
export const doneAt = isoDateOrNull

/** The same fields in the query of a call that deletes a line. */
export const querySeen = {
  seenstatus: v.optional(v.picklist(STATUSES, 'a status')),
  seenqty: queryNumberOrNone(0, 10 ** LIMITS.quantityDigits - 1),
  donedatetime: doneAt,
  /** The document's UUID: after a restore its number may belong to another document. */
  documentuuid: queryText,
}

/**
 * Marks a second line of a barcode, at another shelf (StorageLocation), only for this server. Without it the
 * line is refused, so that two users who add a barcode at the same time do not order it twice.
 */
export const shelfFields = { IsSecondShelf: v.exactOptional(v.boolean()) }

/**
 * The document's version before and after a change, only from this server. Both are equal if nothing was
 * saved. The version before is null for a new document.
 */
export const versionFields = { VersionBefore: quantityOrNull, VersionAfter: quantityOrNull }

/** The reply to one line of a save: its message, and its ID once it has one. */
export const LineReply = v.object({
  Message: text,
  ID: idOrNull,
  BarcodeID: text,
  Status: text,
  Qty: quantityOrNull,
})
export type LineReply = v.InferOutput<typeof LineReply>

/** The answer of calls that delete one line. */
export const DeleteReply = v.object({ Message: text, Id: idOrNull, ...versionFields })

/** The answer of calls that return only a message. */
export const MessageReply = v.object({ Message: text })
