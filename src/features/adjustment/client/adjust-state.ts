// Defines the state, the events and the effects of Adjust Trim.

import type { AdjustIntent } from '#app/outbox/intent.ts'
import type { AppendFailure } from '#app/outbox/storage.ts'
import type { Cause, CommandOutcome } from '#core/commands/command.ts'
import type { StockFilter } from '#core/kinds/kind.ts'
import type { OperationResult } from '#core/outbox/index.ts'
import type { CommandId } from '#core/wire/command-ids.ts'
import type { FoundStock, InventoryRecord } from '#core/wire/inventory.ts'
import type { PageStart } from '#core/wire/paging.ts'
import type { Result } from '#core/wire/result.ts'
import { say } from '#text/say.ts'
import { noReads, type ReadOrder } from './read-order.ts'

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

// A further page of a search.
interface NextPage {
  readonly filter: StockFilter
  readonly start: PageStart
}

export interface AdjustState {
  readonly searching: boolean
  readonly rows: readonly Row[]
  /**
   * The results of the last search so far, and their total. Rows with input from earlier searches are kept.
   */
  readonly found: FoundStock
  readonly next: NextPage | null
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
  /** The number of the last search: a newer one replaces an older one. */
  readonly search: number
  /** The filter of the shown results. */
  readonly filter: StockFilter | undefined
  readonly reads: ReadOrder
  /** The shelf chosen for a scan, by the scan's id: a number typed after it is for the same shelf. */
  readonly chosenShelves: Readonly<Record<string, string>>
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
  search: 0,
  filter: undefined,
  reads: noReads,
  chosenShelves: {},
}

/** A barcode that a scan, a key or a command looks for. Its quantity is the counted one. */
export interface Wanted {
  readonly barcode: string
  readonly quantity: number | undefined
  readonly cause: Cause
  /** Corrects the stock without a quantity too: to the one typed in the row. */
  readonly corrects?: true
}

/** A search; `wanted` goes on with its barcode, else a row of the results becomes current. */
export type SearchRequest = { readonly filter: StockFilter } & (
  | { readonly wanted: Wanted }
  | { readonly wanted?: undefined; readonly focusFirst: boolean }
)

/** The result of a search; `asOf`: it was read from the device, which stored it then. */
export type SearchAnswer = { readonly found: FoundStock; readonly asOf: number | null } | CodedMessage

/** A correction of the row as the person saw it. */
export interface Correction {
  readonly row: Row
  readonly quantity: number
  readonly cause: Cause
  /** The number of missing labels, which are offered after it. */
  readonly extraLabels: number
}

// A started read of stock: the number of the search whose rows it is for, and its own.
interface Read {
  readonly search: number
  readonly read: number
}

export type AdjustEvent =
  | ({ readonly type: 'find' } & Omit<Wanted, 'corrects'>)
  /** `focusFirst`: focus the first of several rows; false if the keypad would hide the others. */
  | { readonly type: 'list'; readonly filter: StockFilter; readonly focusFirst: boolean }
  | { readonly type: 'searched'; readonly by: SearchEffect; readonly answer: SearchAnswer }
  | {
      readonly type: 'adjust'
      readonly barcode: string | undefined
      readonly quantity: number | undefined
      readonly cause: Cause
    }
  /** null: the question was closed. */
  | { readonly type: 'shelfChosen'; readonly wanted: Wanted; readonly row: Row | null }
  /** null: the question was closed. */
  | { readonly type: 'reasonChosen'; readonly correction: Correction; readonly reason: string | null }
  | { readonly type: 'stored'; readonly correction: Correction; readonly failure?: AppendFailure }
  | { readonly type: 'replied'; readonly correction: Correction; readonly result: OperationResult }
  /** undefined: the read failed, or the stock is gone. */
  | { readonly type: 'rowRead'; readonly by: RowReadEffect; readonly record: InventoryRecord | undefined }
  | { readonly type: 'loadMore' }
  /** The error is a reason for people. */
  | { readonly type: 'pageRead'; readonly by: PageEffect; readonly answer: Result<FoundStock, string> }
  | { readonly type: 'reload' }
  | { readonly type: 'reloaded'; readonly by: ReloadEffect; readonly records: readonly InventoryRecord[] }
  | { readonly type: 'typed'; readonly key: string; readonly text: string }
  /** A number of the scan engine that is not saved yet; null: none any more. */
  | { readonly type: 'numberShown'; readonly key: string; readonly text: string | null }
  | { readonly type: 'inputRefused'; readonly key: string; readonly problem: CodedMessage }
  | { readonly type: 'selected'; readonly key: string }
  /** Selected by the person: digits go to no other row. */
  | { readonly type: 'chosen'; readonly key: string }
  | { readonly type: 'focusRequested'; readonly key: string }
  | { readonly type: 'focusReleased' }

type SearchEffect = { readonly type: 'search' } & Read & SearchRequest
type PageEffect = { readonly type: 'readPage'; readonly page: NextPage } & Read
// The first `count` results of the filter, for the rows of now.
type ReloadEffect = {
  readonly type: 'readAgain'
  readonly filter: StockFilter
  readonly count: number
  readonly rows: readonly Row[]
} & Read
// `refusal`: to report and show once the row has its current stock.
interface RowReadEffect {
  readonly type: 'readRow'
  readonly row: Row
  readonly read: number
  readonly refusal?: { readonly outcome: CommandOutcome; readonly cause: Cause }
}

export type AdjustEffect =
  | SearchEffect
  | PageEffect
  | RowReadEffect
  | ReloadEffect
  | { readonly type: 'askShelf'; readonly wanted: Wanted; readonly rows: readonly Row[] }
  | { readonly type: 'askReason'; readonly correction: Correction }
  | {
      readonly type: 'store'
      readonly correction: Correction
      readonly id: string
      readonly intent: AdjustIntent
    }
  | { readonly type: 'chooseLine'; readonly barcode: string }
  /** The outcome of the command whose event led here. */
  | { readonly type: 'report'; readonly outcome: CommandOutcome }

/** The next state, and the effects to run. */
export type AdjustStep = readonly [AdjustState, readonly AdjustEffect[]]

/** Returns the key of one barcode at one storage location. */
export function keyOf(record: InventoryRecord) {
  return `${record.BarcodeID} ${record.StorageLocation}`
}

/** Returns the rows of a barcode: it may be on several shelves. */
export function rowsOf({ rows }: AdjustState, barcode: string): readonly Row[] {
  return rows.filter(({ record }) => record.BarcodeID === barcode)
}

/**
 * Returns the row of a barcode: the current or the only one. Without a barcode, the current row.
 */
export function rowOf(state: AdjustState, barcode: string | undefined): Row | undefined {
  const now = state.rows.find(({ key }) => key === state.current)
  if (barcode === undefined || now?.record.BarcodeID === barcode) return now
  const [only, ...others] = rowsOf(state, barcode)
  return others.length === 0 ? only : undefined
}

/** Returns 'B000000001 at A-01', or the barcode alone if the server names no shelf. */
export function nameStock(
  { BarcodeID: barcode, StorageLocation }: InventoryRecord,
  nameOfStorage: (storageLocation: string) => string,
): string {
  const shelf = nameOfStorage(StorageLocation)
  return shelf === '' ? barcode : say('shelf.at', { barcode, shelf })
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
