// Orders the reads of stock, so that an older response never replaces a newer one or a local correction.
import type { InventoryRecord } from '#core/wire/inventory.ts'

interface ShownRecord {
  readonly record: InventoryRecord
  /** Reads with a lower number do not replace it. */
  readonly until: number
  /** Number of local corrections without a reply. */
  readonly pending: number
}

export interface ReadOrder {
  /** The number of the last read that was started. */
  readonly last: number
  /** By the row's key. */
  readonly shown: Readonly<Record<string, ShownRecord>>
}

/** Nothing was read. */
export const noReads: ReadOrder = { last: 0, shown: {} }

/** A read starts: its number is `last`. */
export function withNextRead(reads: ReadOrder): ReadOrder {
  return { ...reads, last: reads.last + 1 }
}

/** A read returned the record; `shown` then has the record to show. */
export function withRead(
  reads: ReadOrder,
  read: number,
  key: string,
  record: InventoryRecord,
): { readonly reads: ReadOrder; readonly record: InventoryRecord } {
  const known = reads.shown[key]
  if (known && read < known.until) return { reads, record: known.record }
  return { reads: withShown(reads, key, { record, until: read, pending: 0 }), record }
}

/** A local correction: until the server has replied, reads may not include it. */
export function withCorrection(reads: ReadOrder, key: string, record: InventoryRecord): ReadOrder {
  const pending = (reads.shown[key]?.pending ?? 0) + 1
  return withShown(reads, key, { record, until: Number.POSITIVE_INFINITY, pending })
}

/** The reply to a correction; `isDone`: the server has made it. */
export function withReply(reads: ReadOrder, key: string, isDone: boolean): ReadOrder {
  const known = reads.shown[key]
  if (!known) return reads
  const pending = known.pending - 1
  if (pending > 0) return withShown(reads, key, { ...known, pending })
  if (isDone) return withShown(reads, key, { ...known, until: reads.last + 1, pending: 0 })
  const { [key]: _, ...shown } = reads.shown
  return { ...reads, shown }
}

const withShown = (reads: ReadOrder, key: string, shown: ShownRecord): ReadOrder => ({
  ...reads,
  shown: { ...reads.shown, [key]: shown },
})
