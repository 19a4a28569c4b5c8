// Orders the reads of stock, so that an older response never replaces a newer one or a local correction.
import type { InventoryRecord } from '#core/wire/inventory.ts'
import { keyOf } from './adjust-rows.ts'

export interface StockReads {
  /** Starts a read and returns its number. */
  readonly begin: () => number
  /** Returns the record to show for one that a read returned. */
  readonly accept: (read: number, record: InventoryRecord) => InventoryRecord
  /** Records a local correction: until the server has replied, reads may not include it. */
  readonly correct: (record: InventoryRecord) => void
  /** Records the reply to a correction; `isDone`: the server has made it. */
  readonly settle: (key: string, isDone: boolean) => void
}

interface ShownRecord {
  readonly record: InventoryRecord
  /** Reads with a lower number do not replace it. */
  readonly until: number
  /** Number of local corrections without a reply. */
  readonly pending: number
}

/** Creates the read order of a screen. */
export function createStockReads(): StockReads {
  let lastRead = 0
  const shown = new Map<string, ShownRecord>()
  return {
    begin: () => {
      lastRead += 1
      return lastRead
    },
    accept: (read, record) => {
      const key = keyOf(record)
      const known = shown.get(key)
      if (known && read < known.until) return known.record
      shown.set(key, { record, until: read, pending: 0 })
      return record
    },
    correct: (record) => {
      const key = keyOf(record)
      const pending = (shown.get(key)?.pending ?? 0) + 1
      shown.set(key, { record, until: Number.POSITIVE_INFINITY, pending })
    },
    settle: (key, isDone) => {
      const known = shown.get(key)
      if (!known) return
      const pending = known.pending - 1
      if (pending > 0) shown.set(key, { ...known, pending })
      else if (isDone) shown.set(key, { ...known, until: lastRead + 1, pending: 0 })
      else shown.delete(key)
    },
  }
}
