// Common parts of the headers, lines and answers of all document kinds.
import * as v from 'valibot'
import { STATUSES, STORAGE_TYPES, type Status } from './constants.ts'
import { isoDateOrNull, plantCount, quantity, quantityOrNull } from './document-values.ts'
import { plantFacts } from './inventory.ts'
import { LIMITS } from './limits.ts'
import { flag, id, idOrNull, oneOf, queryNumberOrNone, queryText, text } from './primitives.ts'

/**
 * The owner of a document and their last change, in answers; '' for none, and from servers without owners.
 */
export const ownerFields = { OwnedBy: text, OwnedDateTime: text }

/**
 * Which document a number means, of this server: after a restore from a backup a number may be given again. A
 * change that names another one than the document's is refused as not found.
 */
export const documentUuid = {
  answer: text,
  body: v.exactOptional(v.union([v.literal(''), v.pipe(v.string(), v.uuid('a UUID'))])),
}

/**
 * How often a document was changed, of this server. A step on the whole document that carries it is refused
 * if the document was changed since.
 */
export const documentVersion = {
  answer: quantityOrNull,
  body: v.exactOptional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0)))),
}

/**
 * Of this server, in lists: the document's lines, those of them that are done, and the plants on them; null
 * where a person may not see it, and from servers without. Then the done lines with fewer plants than they
 * were to have, and how many are missing.
 */
export const figureFields = {
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
 * A document's or a line's status, in answers: none is OPEN, a word that nobody knows allows nothing, like
 * CLOSED.
 */
export const status = v.fallback(
  oneOf(STATUSES),
  (unread): Status => ((unread?.value ?? '') === '' ? 'OPEN' : 'CLOSED'),
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
  // Of this server: how many more plants are available in the line's source account.
  AvailableQty: quantityOrNull,
}

/**
 * How the sender saw a line, for this server: if the line has changed since, the step is refused with its
 * current state. Without these fields the line is changed as it is.
 */
export const seenFields = {
  SeenStatus: v.exactOptional(v.picklist(STATUSES, 'a status')),
  SeenQty: v.exactOptional(plantCount),
}

/**
 * The header's fields as the sender saw them, for this server: what others have saved since is kept in fields
 * that the sender did not change. Without it the header is saved as it is sent.
 */
export const seenHeader = v.exactOptional(
  v.record(
    v.string(),
    v.pipe(v.string(), v.maxLength(LIMITS.comments, `at most ${LIMITS.comments} characters`)),
  ),
)

/** When a change was done, by the device's clock, for this server: a claim, which is never used for order. */
export const doneAt = isoDateOrNull

/** The same in the query of a call that deletes a line. */
export const querySeen = {
  seenstatus: v.optional(v.picklist(STATUSES, 'a status')),
  seenqty: queryNumberOrNone(0, 10 ** LIMITS.quantityDigits - 1),
  donedatetime: doneAt,
  /** The document that is meant: its number may be another one's after a restore. */
  documentuuid: queryText,
}

/**
 * A new line of a barcode that the document has already, at another shelf (StorageLocation), for this server.
 * Without it such a line is refused: two people who add one barcode at the same time do not order it twice.
 */
export const shelfFields = { IsSecondShelf: v.exactOptional(v.boolean()) }

/**
 * The document's version before a change and after it, of this server: equal if nothing was saved. The
 * version before is null for a new document.
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

/** The answer of calls that have only a message. */
export const MessageReply = v.object({ Message: text })
