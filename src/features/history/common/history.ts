// The history of a barcode or a document, from the ledger.
import * as v from 'valibot'
import { quantityOrNull } from '#core/wire/document-values.ts'
import { id, idOrNull, oneOf, text } from '#core/wire/primitives.ts'

/**
 * Events, in this order: plants moved between two accounts; a document was created; it was last changed; a
 * line was last changed; the owner changed. `From` has the previous owner.
 */
export const HISTORY_EVENTS = ['MOVED', 'CREATED', 'CHANGED', 'LINE', 'OWNED'] as const

/** An account in the history: kind, owner and place; '' for a missing value. */
export const HistoryAccount = v.object({ Kind: text, Owner: text, Place: text })
export type HistoryAccount = v.InferOutput<typeof HistoryAccount>

/** One event. Quantities are whole plants; times are the server's, ISO 8601. */
export const HistoryEntry = v.object({
  ID: id,
  Event: oneOf(HISTORY_EVENTS),
  At: text,
  /** The time by the device's clock, which is unreliable; '' for none. */
  ClaimedAt: text,
  By: text,
  BarcodeID: text,
  Qty: quantityOrNull,
  /** The wanted number of plants if the line got fewer; null otherwise. */
  WantedQty: quantityOrNull,
  From: v.nullish(HistoryAccount, null),
  To: v.nullish(HistoryAccount, null),
  DocumentKind: text,
  DocumentNbr: idOrNull,
  Status: text,
  ReasonCode: text,
  ReasonDescript: text,
})
export type HistoryEntry = v.InferOutput<typeof HistoryEntry>
