// The state of Adjust Trim.

import type { StockFilter } from '#core/kinds/kind.ts'
import type { CommandId } from '#core/wire/command-ids.ts'
import { type FoundStock, type InventoryRecord, onHand } from '#core/wire/inventory.ts'
import { type PageStart, pageAfter } from '#core/wire/paging.ts'

/** A sentence of the catalogue with its facts. */
export interface Saying {
  readonly code: string
  readonly facts?: Readonly<Record<string, string | number>>
  readonly next?: readonly CommandId[]
}

/** The stock of one barcode at one storage location, with its input. */
export interface Row {
  readonly key: string
  readonly record: InventoryRecord
  /** null: the field shows the quantity on hand. */
  readonly typed: string | null
  readonly sending: boolean
  readonly problem: Saying | null
}

export interface AdjustState {
  readonly searching: boolean
  readonly rows: readonly Row[]
  /**
   * The results of the last search so far, and their total; rows with input from an earlier search are kept.
   */
  readonly found: FoundStock
  /** The next page: where it begins, and its search; null: there is none. */
  readonly next: { readonly filter: StockFilter; readonly start: PageStart } | null
  readonly loadingMore: boolean
  /** Why a search failed. */
  readonly failure: Saying | null
  /** When the results were last seen, in milliseconds since 1970, if the server is unreachable; null: now. */
  readonly asOf: number | null
  /** The row for commands without a barcode. */
  readonly current: string | null
  /** Another number whenever a row is wished for: its quantity takes the focus; at most 0: it does not. */
  readonly wish: number
}

/** The state before the first search. */
export const nothing: AdjustState = {
  searching: false,
  rows: [],
  found: { records: [], total: 0 },
  next: null,
  loadingMore: false,
  failure: null,
  asOf: null,
  current: null,
  wish: 0,
}

/** One barcode at one storage location. */
export function keyOf(record: InventoryRecord) {
  return `${record.BarcodeID} ${record.StorageLocation}`
}
/** The next page, if there is one: a server without pages has returned everything. */
export function nextAfter(
  filter: StockFilter,
  before: PageStart,
  { records, total, next }: FoundStock,
): AdjustState['next'] {
  const start = pageAfter(before, { n: records.length, total, next })
  return start && { filter, start }
}
/** Stock after a correction to this quantity. */
export function corrected(record: InventoryRecord, quantity: number): InventoryRecord {
  const { AvailableQty: free } = record
  return { ...record, Qty: quantity, AvailableQty: free === null ? null : free + quantity - onHand(record) }
}
/** A row without input. */
export function rowOfRecord(record: InventoryRecord): Row {
  return {
    key: keyOf(record),
    record,
    typed: null,
    sending: false,
    problem: null,
  }
}

/**
 * Tells of each wish once that it is new: a row that scrolls back into view must not take the focus again.
 */
export function createTakeWish(): (wish: number) => boolean {
  let served = 0
  return (wish) => {
    const isNew = wish > 0 && wish !== served
    if (isNew) served = wish
    return isNew
  }
}
