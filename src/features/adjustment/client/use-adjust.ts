// Adjust Trim: searches and corrects stock. The rules are in reduce-adjust.ts.

import { useMemo, useRef, useState } from 'react'
import { useStockChanges } from '#app/api/live/use-stock-changes.ts'
import { useStorageName } from '#app/api/storage-name.ts'
import { usePlace } from '#app/state/place.ts'
import { useSession } from '#app/state/session.ts'
import { trimAdjustment } from '#core/kinds/adjustment/rules.ts'
import { mayAct } from '#core/kinds/engine.ts'
import type { ModeId } from '#core/wire/constants.ts'
import { onHand } from '#core/wire/inventory.ts'
import { refuse, type Verdict } from '#core/wire/refusals.ts'
import type { ScannedLines } from '#input/engine/scan-entry.ts'
import { useInput } from '#input/input-context.ts'
import { type Dispatch, runAdjustEffect, type TrimQuestions } from './adjust-effects.ts'
import {
  type AdjustState,
  createFocusRequestFilter,
  initialAdjustState,
  rowOf,
  rowsOf,
} from './adjust-state.ts'
import { labelsToOffer } from './offer-labels.ts'
import { type AdjustContext, reduceAdjust } from './reduce-adjust.ts'
import { useScanHolds } from './use-scan-holds.ts'

export interface Adjusting {
  readonly state: AdjustState
  readonly dispatch: Dispatch
  readonly may: () => Verdict
  readonly mayAdjust: (barcode?: string) => Verdict
  /**
   * Returns true once per focus request; a row that scrolls back into view must not take the focus again.
   */
  readonly takeFocusRequest: (requestId: number) => boolean
  /** The rows that can take typed numbers. */
  readonly lines: ScannedLines
}

/** Returns the state and the actions of the screen. */
export function useAdjust(
  mode: ModeId,
  grower: string,
  { ask, askReason, askShelf }: TrimQuestions,
): Adjusting {
  const place = usePlace()
  const { actor, locations } = useSession()
  const input = useInput()
  const [state, setState] = useState(initialAdjustState)
  const latest = useRef(initialAdjustState)
  const [takeFocusRequest] = useState(createFocusRequestFilter)
  const nameOfStorage = useStorageName()
  const scans = useScanHolds()

  const dispatch = useMemo((): Dispatch => {
    const context: AdjustContext = {
      place,
      mode,
      grower,
      nameOfStorage,
      mayFocusLine: ({ id, source }, barcode) =>
        input.engine.mayFocusLine(source === 'scan' ? id : undefined, barcode),
      labelsToOffer,
    }
    const questions = { ask, askReason, askShelf }
    const ports = { context, locations, questions, input, scans, state: () => latest.current }
    const dispatchNow: Dispatch = async (event) => {
      const [next, effects] = reduceAdjust(latest.current, event, context)
      latest.current = next
      setState(next)
      const run = { ...ports, dispatch: dispatchNow }
      const outcomes = await Promise.all(effects.map((effect) => runAdjustEffect(effect, run)))
      return outcomes.find((outcome) => outcome !== undefined)
    }
    return dispatchNow
  }, [place, mode, grower, locations, input, ask, askReason, askShelf, nameOfStorage, scans])

  useStockChanges(
    () => dispatch({ type: 'reload' }),
    (barcode) => rowsOf(latest.current, barcode).length > 0,
  )
  // oxlint-disable-next-line react/refs -- called by keys and scans, after rendering
  const lines = useMemo(() => createRowLines(() => latest.current, dispatch), [dispatch])
  const may = () =>
    mayAct(trimAdjustment.modes[mode].access, actor, 'adjust', { InventoryLocation: place.location })
  return {
    state,
    dispatch,
    may,
    mayAdjust: (barcode) => {
      const allowed = may()
      if (allowed !== true || barcode !== undefined) return allowed
      return rowOf(latest.current, undefined) ? true : refuse('noLine')
    },
    takeFocusRequest,
    lines,
  }
}

// Returns the rows as the scan engine sees them.
function createRowLines(state: () => AdjustState, dispatch: Dispatch): ScannedLines {
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
