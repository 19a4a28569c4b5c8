// Connects the rows of Adjust Trim with typed numbers.

import { onHand } from '#core/wire/inventory.ts'
import type { ScannedLines } from '#input/engine/scan-entry.ts'
import type { Row } from './adjust-rows.ts'

export interface RowPort {
  /** Returns the row of a barcode; undefined if it is on several shelves and none is chosen. */
  readonly rowOf: (barcode: string) => Row | undefined
  readonly hasRow: (barcode: string) => boolean
  readonly isCurrent: (row: Row) => boolean
  readonly type: (row: Row, text: string | null) => void
  readonly focusRow: (key: string) => void
  readonly clearFocusRequest: () => void
}

export function createRowLines({
  rowOf,
  hasRow,
  isCurrent,
  type,
  focusRow,
  clearFocusRequest,
}: RowPort): ScannedLines {
  return {
    waitsForQuantity: () => true,
    has: hasRow,
    savedQuantity: (barcode) => {
      const row = rowOf(barcode)
      return row && onHand(row.record)
    },
    showUnsaved: (barcode, text) => {
      const row = rowOf(barcode)
      if (row) type(row, text)
    },
    focusLine: (barcode) => {
      const row = rowOf(barcode)
      if (row) focusRow(row.key)
    },
    blurOthers: (barcode) => {
      const row = barcode === undefined ? undefined : rowOf(barcode)
      const active = document.activeElement
      if (
        !(row && isCurrent(row)) &&
        active instanceof HTMLInputElement &&
        active.closest('.line, .line-table-row')
      )
        active.blur()
    },
    blur: () => {
      clearFocusRequest()
      const active = document.activeElement
      if (active instanceof HTMLElement && active.closest('.line, .line-table-row')) active.blur()
    },
  }
}
