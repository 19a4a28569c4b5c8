import * as v from 'valibot'
import { auditFields } from './audit-fields.ts'
import { isoDateOrNull, plantCount, quantity, quantityOrNull } from './document-values.ts'
import { status } from './documents.ts'
import { LIMITS } from './limits.ts'
import { id, listOf, shortText, text } from './primitives.ts'

// ---- answers (part 2 section 3)

export const AdjustmentRequest = v.object({
  RequestID: id,
  RequestDetail: text,
  TransferNbr: text,
  /** Only from this server: kind and number of the source document, if it is not a transfer. */
  OfKind: text,
  OfNbr: text,
  Status: status,
  OriginLocationID: text,
  TrimSeason: text,
  ...auditFields,
})
export type AdjustmentRequest = v.InferOutput<typeof AdjustmentRequest>

/**
 * Writes the RequestDetail text of this server's requests, in English. The app parses it (say-request.ts).
 */
export function writeRequestDetail(kind: string, number: number, lines: number): string {
  const name = `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}`
  return `${name} ${number}: ${lines} ${lines === 1 ? 'line differs' : 'lines differ'}`
}

export const AdjustmentLine = v.object({
  LineID: id,
  BarcodeID: id,
  ShippedQty: quantity,
  ReceivedQty: quantity,
  Qty: quantity,
  Status: text,
  // Only from this server: facts and shelf of the barcode, and the first count of a line that was counted
  // twice.
  VarietyCode: text,
  TrimType: text,
  StockType: text,
  StorageLocation: text,
  FirstQty: quantityOrNull,
})
export type AdjustmentLine = v.InferOutput<typeof AdjustmentLine>

export const AdjustmentRequestList = v.object({
  // Only from this server: the request's lines, so that the list can show them.
  Records: listOf(v.object({ ...AdjustmentRequest.entries, AdjustmentLines: listOf(AdjustmentLine) })),
})
export type ListedRequest = AdjustmentRequest & { readonly AdjustmentLines: AdjustmentLine[] }

export const AdjustmentRequestDetail = v.object({
  Adjustment: v.nullish(AdjustmentRequest, null),
  AdjustmentLines: listOf(AdjustmentLine),
})
export type AdjustmentRequestDetail = v.InferOutput<typeof AdjustmentRequestDetail>

// ---- body

/** Accepts or rejects one line of a request (part 2 section 4.5). */
export const AdjustmentDecisionBody = v.object({
  Adjustment: v.object({
    RequestID: id,
    Status: v.picklist(['OPEN', 'CLOSED'], 'OPEN or CLOSED'),
    TrimSeason: id,
    LastChangedDateTime: isoDateOrNull,
  }),
  AdjustmentLine: v.object({
    LineID: id,
    BarcodeID: v.optional(shortText(LIMITS.barcodeLength), ''),
    ShippedQty: v.optional(plantCount),
    ReceivedQty: v.optional(plantCount),
    Qty: v.optional(v.number()),
    Status: v.picklist(['ACCEPT', 'REJECT'], 'ACCEPT or REJECT'),
  }),
})
export type AdjustmentDecisionBody = v.InferOutput<typeof AdjustmentDecisionBody>
