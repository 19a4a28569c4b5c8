// Defines the state of Adjust Trim.

import type { StockFilter } from '#core/kinds/kind.ts'
import type { CommandId } from '#core/wire/command-ids.ts'
import { type FoundStock, type InventoryRecord, onHand } from '#core/wire/inventory.ts'
import { type PageStart, pageAfter } from '#core/wire/paging.ts'

/** A catalogue sentence with its facts. */
export interface CodedMessage {
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
  readonly problem: CodedMessage | null
}

export interface AdjustState {
  readonly searching: boolean
  readonly rows: readonly Row[]
  /**
   * The results of the last search so far, and their total. Rows with input from earlier searches are kept.
   */
  readonly found: FoundStock
  /** The start of the next page and its search; null if there is none. */
  readonly next: { readonly filter: StockFilter; readonly start: PageStart } | null
  readonly loadingMore: boolean
  /** Why a search failed. */
  readonly failure: CodedMessage | null
  /**
   * When the results were last loaded, in milliseconds since 1970, if the server is unreachable; null if
   * current.
   */
  readonly asOf: number | null
  /** The row for commands without a barcode. */
  readonly current: string | null
  /**
   * Changes with each focus request, so that the current row's quantity takes the focus; 0 or less: no
   * request.
   */
  readonly focusRequest: number
}

/** The state before the first search. */
export const initialAdjustState: AdjustState = {
  searching: false,
  rows: [],
  found: { records: [], total: 0 },
  next: null,
  loadingMore: false,
  failure: null,
  asOf: null,
  current: null,
  focusRequest: 0,
}

/** Returns the key of one barcode at one storage location. */
export function keyOf(record: InventoryRecord) {
  return `${record.BarcodeID} ${record.StorageLocation}`
}
/** Returns the next page, if any; a server without pages has returned everything. */
export function nextPageAfter(
  filter: StockFilter,
  before: PageStart,
  { records, total, next }: FoundStock,
): AdjustState['next'] {
  const start = pageAfter(before, { n: records.length, total, next })
  return start && { filter, start }
}
/** Returns the stock after a correction to this quantity. */
export function withCorrectedQuantity(record: InventoryRecord, quantity: number): InventoryRecord {
  const { AvailableQty: free } = record
  return { ...record, Qty: quantity, AvailableQty: free === null ? null : free + quantity - onHand(record) }
}
/** Returns a row without input. */
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
 * Returns true once per focus request, so that a row that scrolls back into view does not take the focus
 * again.
 */
export function createFocusRequestFilter(): (requestId: number) => boolean {
  let handled = 0
  return (requestId) => {
    const isNew = requestId > 0 && requestId !== handled
    if (isNew) handled = requestId
    return isNew
  }
}
