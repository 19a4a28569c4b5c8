// Connects the rows of Adjust Trim with typed numbers.

import { onHand } from '#core/wire/inventory.ts'
import type { ScannedLines } from '#input/engine/scan-entry.ts'
import { type AdjustState, rowOf, rowsOf } from './adjust-state.ts'
import type { Dispatch } from './adjusting.ts'

/** Returns the rows as the scan engine sees them. */
export function createRowLines(state: () => AdjustState, dispatch: Dispatch): ScannedLines {
  return {
    waitsForQuantity: () => true,
    has: (barcode) => rowsOf(state(), barcode).length > 0,
    savedQuantity: (barcode) => {
      const row = rowOf(state(), barcode)
      return row && onHand(row.record)
    },
    showUnsaved: (barcode, text) => {
      const row = rowOf(state(), barcode)
      if (row) void dispatch({ type: 'numberShown', key: row.key, text })
    },
    focusLine: (barcode) => {
      const row = rowOf(state(), barcode)
      if (row) void dispatch({ type: 'focusRequested', key: row.key })
    },
    blurOthers: (barcode) => {
      const row = barcode === undefined ? undefined : rowOf(state(), barcode)
      const active = document.activeElement
      const isOther = row === undefined || row.key !== state().current
      if (isOther && active instanceof HTMLInputElement && active.closest(ROW)) active.blur()
    },
    blur: () => {
      void dispatch({ type: 'focusReleased' })
      const active = document.activeElement
      if (active instanceof HTMLElement && active.closest(ROW)) active.blur()
    },
  }
}

const ROW = '.line, .line-table-row'
