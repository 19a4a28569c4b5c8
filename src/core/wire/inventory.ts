import * as v from 'valibot'
import { STORAGE_TYPES } from './constants.ts'
import { barcode, isoDateOrNull, plantCount, quantity, quantityOrNull } from './document-values.ts'
import { LIMITS } from './limits.ts'
import { nextPage } from './paging.ts'
import { id, idOrNull, listOf, notBlank, shortText, text } from './primitives.ts'

/** Facts about the plants of an inventory record or document line. */
export const plantFacts = {
  Commodity: text,
  VarietyCode: text,
  VarietyID: text,
  PlantCode: text,
  TrimType: text,
  StockType: text,
  Grade: text,
  UOM: text,
  Rate: text,
  CodeID: text,
  InventoryType: text,
  Attributes: text,
  AttributesID: text,
}

/**
 * The stock of one barcode at one place (part 2 section 3, 'Inventory record'). Only this server has `Qty`
 * and `AvailableQty`: see `onHand` and `available`.
 */
export const InventoryRecord = v.object({
  ID: idOrNull,
  BarcodeID: id,
  ...plantFacts,
  StorageType: text,
  StorageLocation: text,
  InventoryLocation: text,
  ReceivedQty: quantity,
  Qty: quantityOrNull,
  AvailableQty: quantityOrNull,
})
export type InventoryRecord = v.InferOutput<typeof InventoryRecord> & {
  /** The record as received, before parsing. */
  readonly asRead?: Readonly<Record<string, unknown>>
}

/** Plants on hand in a record: `Qty`, or `ReceivedQty` from a server without `Qty`. */
export function onHand(record: Pick<InventoryRecord, 'Qty' | 'ReceivedQty'>): number {
  return record.Qty ?? record.ReceivedQty
}

/** Plants that no document reserves. From a server without the field: all plants on hand. */
export function available(record: Pick<InventoryRecord, 'Qty' | 'ReceivedQty' | 'AvailableQty'>): number {
  return record.AvailableQty ?? onHand(record)
}

// The number of records on all pages. Servers without pages omit it.
const counted = { TotalRowCount: v.nullish(v.union([v.number(), v.string()])), ...nextPage }
const foundRecords = listOf(InventoryRecord)

/**
 * The result of a stock search: one page, or all records from a server without pages. The specification has
 * a plain list, and `Result` for growers; `Records` and `Data` are accepted too.
 */
export const FoundStock = v.pipe(
  v.union([
    v.pipe(
      foundRecords,
      v.transform((records) => ({ records, count: undefined, next: undefined })),
    ),
    v.pipe(
      v.object({ Records: v.array(InventoryRecord), ...counted }),
      v.transform(({ Records, TotalRowCount, Next }) => ({
        records: Records,
        count: TotalRowCount,
        next: Next,
      })),
    ),
    v.pipe(
      v.object({ Data: v.array(InventoryRecord), ...counted }),
      v.transform(({ Data, TotalRowCount, Next }) => ({ records: Data, count: TotalRowCount, next: Next })),
    ),
    v.pipe(
      v.object({ Result: foundRecords, ...counted }),
      v.transform(({ Result, TotalRowCount, Next }) => ({
        records: Result,
        count: TotalRowCount,
        next: Next,
      })),
    ),
  ]),
  v.transform(({ records, count, next }) => ({
    records,
    total: Number(count ?? records.length),
    ...(next !== undefined && { next }),
  })),
)
export interface FoundStock {
  readonly records: InventoryRecord[]
  readonly total: number
  /** The `Next` value of the page, only from this server. */
  readonly next?: string | null
}

/**
 * An open document that reserves plants of a barcode at their source. Only this server has the call; the app
 * works without it.
 */
export const PlantHolder = v.object({
  /** A document kind. Unknown values come from a newer server. */
  Kind: text,
  Number: id,
  StorageType: text,
  DocumentStatus: text,
  Status: text,
  /** Whole plants that the line reserves. */
  Qty: quantity,
  ChangedBy: text,
})
export type PlantHolder = v.InferOutput<typeof PlantHolder>

/** Corrects the stored quantity of a barcode (part 2 section 3, 'Adjust transaction payload'). */
export const AdjustTransaction = v.object({
  TransactionType: v.literal('ADJUST'),
  TransactionReason: v.pipe(shortText(LIMITS.reference), notBlank('a reason code')),
  InventoryLocation: v.pipe(v.string(), notBlank('a location')),
  StorageLocation: shortText(LIMITS.reference),
  BarcodeID: barcode,
  Qty: plantCount,
  /** The quantity that the client has read, only for this server. If it has changed, nothing is saved. */
  SeenQty: v.exactOptional(plantCount),
  Status: v.optional(shortText(LIMITS.reference), ''),
  SourceLoc: v.optional(shortText(LIMITS.reference), ''),
  DestinationLoc: v.optional(shortText(LIMITS.reference), ''),
  StorageType: v.optional(v.picklist(STORAGE_TYPES), 'INVENTORY'),
  TrimSeason: v.union([v.string(), v.number()]),
  LastChangedBy: v.optional(shortText(LIMITS.comments), ''),
  LastChangedDateTime: isoDateOrNull,
})
export type AdjustTransaction = v.InferOutput<typeof AdjustTransaction>
