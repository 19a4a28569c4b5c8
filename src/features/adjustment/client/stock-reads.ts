// Orders the reads of stock: an older answer never replaces a newer one, nor an own correction that it lacks.
import type { InventoryRecord } from '#core/wire/inventory.ts'
import { keyOf } from './adjust-rows.ts'

export interface StockReads {
  /** A read begins; returns its number. */
  readonly begin: () => number
  /** The record to show for one that a read has found. */
  readonly accept: (read: number, record: InventoryRecord) => InventoryRecord
  /** An own correction is saved here: until the server has answered, reads may lack it. */
  readonly correct: (record: InventoryRecord) => void
  /** The server has answered a correction; `isDone`: it has made it. */
  readonly settle: (key: string, isDone: boolean) => void
}

interface Shown {
  readonly record: InventoryRecord
  /** The reads up to this number do not replace it. */
  readonly until: number
  /** Own corrections without an answer. */
  readonly pending: number
}

/** Creates the order of a screen's reads. */
export function createStockReads(): StockReads {
  let begun = 0
  const shown = new Map<string, Shown>()
  return {
    begin: () => {
      begun += 1
      return begun
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
      else if (isDone) shown.set(key, { ...known, until: begun + 1, pending: 0 })
      else shown.delete(key)
    },
  }
}
