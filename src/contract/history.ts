// Who did what and when, from the ledger: for a barcode, and for a document.
import * as v from 'valibot'
import { id, idOrNull, oneOf, quantityOrNull, text } from './primitives.ts'

/**
 * What an entry tells: plants moved between two accounts; a document was begun; it was changed last; a line of it was
 * changed last.
 */
export const HISTORY_EVENTS = ['MOVED', 'CREATED', 'CHANGED', 'LINE'] as const
export type HistoryEvent = (typeof HISTORY_EVENTS)[number]

/** An account as history shows it: its kind, whose it is, and where; '' where the kind says it all. */
export const HistoryAccount = v.object({ Kind: text, Owner: text, Place: text })
export type HistoryAccount = v.InferOutput<typeof HistoryAccount>

/** One thing that happened. Quantities are whole plants; times are the server's, ISO 8601. */
export const HistoryEntry = v.object({
  ID: id,
  Event: oneOf(HISTORY_EVENTS),
  At: text,
  By: text,
  BarcodeID: text,
  Qty: quantityOrNull,
  From: v.nullish(HistoryAccount, null),
  To: v.nullish(HistoryAccount, null),
  DocumentKind: text,
  DocumentNbr: idOrNull,
  Status: text,
  ReasonCode: text,
  ReasonDescript: text,
})
export type HistoryEntry = v.InferOutput<typeof HistoryEntry>
