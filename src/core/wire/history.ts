// History from the ledger: for a barcode, and for a document.
import * as v from 'valibot'
import { quantityOrNull } from './document-values.ts'
import { id, idOrNull, oneOf, text } from './primitives.ts'

/**
 * An event: plants moved between two accounts; a document was created; it was last changed; a line was last
 * changed; someone became its owner, `From` naming the owner before.
 */
export const HISTORY_EVENTS = ['MOVED', 'CREATED', 'CHANGED', 'LINE', 'OWNED'] as const
export type HistoryEvent = (typeof HISTORY_EVENTS)[number]

/** An account in the history: kind, owner and place; '' where there is none. */
export const HistoryAccount = v.object({ Kind: text, Owner: text, Place: text })
export type HistoryAccount = v.InferOutput<typeof HistoryAccount>

/** One event. Quantities are whole plants; times are the server's, ISO 8601. */
export const HistoryEntry = v.object({
  ID: id,
  Event: oneOf(HISTORY_EVENTS),
  At: text,
  /** When it was done by the device's clock: a claim; '' for none. */
  ClaimedAt: text,
  By: text,
  BarcodeID: text,
  Qty: quantityOrNull,
  /** The plants that the line was to have, where it got fewer; null otherwise. */
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
