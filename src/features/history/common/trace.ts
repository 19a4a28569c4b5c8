// The trace of a lot (its barcode): where its plants came from, where they went, and where they are now.
import * as v from 'valibot'
import { quantity } from '#core/wire/document-values.ts'
import { id, idOrNull, listOf, text } from '#core/wire/primitives.ts'

/**
 * An account of the ledger: kind, owner and place as in the history. `Name` is the name of the grower or
 * nursery; '' for other accounts.
 */
export const TraceAccount = v.object({ Kind: text, Owner: text, Place: text, Name: text })
export type TraceAccount = v.InferOutput<typeof TraceAccount>

/**
 * Plants that moved from one account to another. All movements of one document are one step: `First` and
 * `Last` are their times (ISO 8601, the server's clock), `By` are their users.
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

/** A place with plants of the lot. Open documents reserve `Reserved` of them. */
export const TracePlace = v.object({ Account: TraceAccount, Qty: quantity, Reserved: quantity })
export type TracePlace = v.InferOutput<typeof TracePlace>

/**
 * The sums of a lot, in whole plants. `imported` + `adjusted` (which may be negative) equals the plants on
 * hand, in grower storage, in transit, issued less returned, and dumped.
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
  /** At the user's locations. */
  Here: quantity,
  /** At other locations, as a number without details. */
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
  /** One page of the steps, oldest first. `TotalStepCount` counts all pages. */
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
  /** Plants that came in minus plants that exist: 0 while movements and balances agree. */
  Difference: quantity,
})
export type Trace = v.InferOutput<typeof Trace>
