// The trace of a lot (its barcode): where its plants came from, where each of them went, and where they are.
import * as v from 'valibot'
import { quantity } from './document-values.ts'
import { id, idOrNull, listOf, text } from './primitives.ts'

/**
 * An account of the ledger: kind, owner and place as in the history; `Name` is the grower's or nursery's,
 * else ''.
 */
export const TraceAccount = v.object({ Kind: text, Owner: text, Place: text, Name: text })
export type TraceAccount = v.InferOutput<typeof TraceAccount>

/**
 * Plants that went from one account to another for one cause. Several movements of the same document are one
 * step: `First` and
 * `Last` are their times (ISO 8601, the server's clock), `By` the people.
 */
export const TraceStep = v.object({
  ID: id,
  From: TraceAccount,
  To: TraceAccount,
  Qty: quantity,
  First: text,
  Last: text,
  By: text,
  DocumentKind: text,
  DocumentNbr: idOrNull,
  ReasonCode: text,
  ReasonDescript: text,
})
export type TraceStep = v.InferOutput<typeof TraceStep>

/** Where plants of the lot are: `Reserved` of them are held by open documents. */
export const TracePlace = v.object({ Account: TraceAccount, Qty: quantity, Reserved: quantity })
export type TracePlace = v.InferOutput<typeof TracePlace>

/**
 * The sums of a lot, in whole plants. What came in (`imported` + `adjusted`, which may be negative) is what
 * there is: on hand, in grower storage, in transit, issued less returned, and dumped.
 */
export const TRACE_SUMS = [
  'imported',
  'adjusted',
  'onHand',
  'growerStorage',
  'inTransit',
  'issued',
  'returned',
  'dumped',
] as const
export type TraceSumOf = (typeof TRACE_SUMS)[number]

const sum = v.object({
  /** At the person's locations. */
  Here: quantity,
  /** At other locations: a count only. */
  Elsewhere: quantity,
})

export const Trace = v.object({
  BarcodeID: id,
  Commodity: text,
  VarietyCode: text,
  Variety: text,
  TrimType: text,
  StockType: text,
  TrimSeason: text,
  /** Oldest first: one page of `TotalStepCount`. */
  Steps: listOf(TraceStep),
  TotalStepCount: quantity,
  Places: listOf(TracePlace),
  Sums: v.object({
    imported: sum,
    adjusted: sum,
    onHand: sum,
    growerStorage: sum,
    inTransit: sum,
    issued: sum,
    returned: sum,
    dumped: sum,
  }),
  /** Plants that came in less plants that are anywhere: 0 while movements and balances agree. */
  Difference: quantity,
})
export type Trace = v.InferOutput<typeof Trace>
