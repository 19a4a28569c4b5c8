// The rows of Adjust Trim, as data.
import type { FoundStock, InventoryRecord } from '#contract/inventory.ts'
import type { StockFilter } from '#kinds/kind.ts'

/** A sentence of the catalogue with its facts. */
export interface Saying {
  readonly code: string
  readonly facts?: Readonly<Record<string, string | number>>
}

/** Stock under one barcode at one storage location, and what was typed beside it. */
export interface Row {
  readonly key: string
  readonly record: InventoryRecord
  /** null while the field shows what is on hand. */
  readonly typed: string | null
  readonly sending: boolean
  readonly problem: Saying | null
}

export interface AdjustState {
  readonly searching: boolean
  readonly rows: readonly Row[]
  /** What the last search has found so far, and how many there are in all; an edited row of an earlier one stays beside them. */
  readonly found: FoundStock
  /** The page behind what was found so far: where it begins, and of which search; null: there is none. */
  readonly next: { readonly filter: StockFilter; readonly offset: number } | null
  readonly loadingMore: boolean
  /** Why a search has found nothing. */
  readonly failure: Saying | null
  /** When what was found was seen, in milliseconds since 1970, where the server could not be asked; null: now. */
  readonly asOf: number | null
  /** The row that commands without a barcode are about. */
  readonly current: string | null
  /** Changes when the current row's quantity is to take the focus; 0: it is not. */
  readonly wish: number
}

/** Before the first search. */
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
/** A row as it was found: nothing typed. */
export function rowOfRecord(record: InventoryRecord): Row {
  return {
    key: keyOf(record),
    record,
    typed: null,
    sending: false,
    problem: null,
  }
}
