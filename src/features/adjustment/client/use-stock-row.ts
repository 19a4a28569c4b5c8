// Prepares a barcode's stock on a shelf for all layouts: figures, input and actions.
import { type RefObject, useEffect, useRef } from 'react'
import { useStorageName } from '#app/api/storage-name.ts'
import { FOCUS_HOME, focusHome } from '#app/ui/focus-owner.ts'
import { LINE_BARCODE } from '#app/ui/line-barcode.ts'
import { quantityErrorOf } from '#core/kinds/quantity.ts'
import { available, onHand } from '#core/wire/inventory.ts'
import { refuse } from '#core/wire/refusals.ts'
import { useInput } from '#input/input-context.ts'
import { say, sayCode } from '#text/say.ts'
import type { Row } from './adjust-rows.ts'
import type { Adjusting } from './adjusting.ts'
import { nameStock } from './shelf-chooser.ts'

export interface StockView {
  readonly input: RefObject<HTMLInputElement | null>
  /** Attributes of its article. */
  readonly article: Readonly<Record<string, unknown>>
  /** Properties of its quantity field. */
  readonly quantity: {
    readonly label: string
    readonly value: string
    readonly readOnly: boolean
    readonly onFocus: () => void
    readonly onValue: (text: string) => void
    readonly onRefused: (typed: string) => void
    readonly onCommit: () => void
  }
  /** The stock on hand and the reserved part, as a sentence. */
  readonly figures: string
  /** Why it cannot be corrected; undefined if it can. */
  readonly reason: string | undefined
  /** Why it was not saved, or why the input is invalid, as a sentence. */
  readonly problem: string | undefined
  readonly adjust: () => void
}

/**
 * Returns the view of a row. Its quantity takes the focus on a focus request, and releases it after a
 * correction.
 */
export function useStockRow({ key, record, typed, sending, problem }: Row, adjusting: Adjusting): StockView {
  const { run } = useInput()
  const input = useRef<HTMLInputElement>(null)
  const currentProblem = problem ?? quantityErrorOf(typed)
  const { BarcodeID: barcode } = record
  const { current, focusRequest: requestId, rows } = adjusting.state
  const stock = nameStock(record, useStorageName())
  // True if another row has the same barcode, so that names need the shelf.
  const hasTwin = rows.some((other) => other.key !== key && other.record.BarcodeID === barcode)
  const { takeFocusRequest } = adjusting
  const ownRequest = current === key ? requestId : 0
  useEffect(() => {
    if (!takeFocusRequest(ownRequest)) return
    input.current?.focus({ preventScroll: true })
    input.current?.select()
    input.current?.closest('article, [role="row"]')?.scrollIntoView({ block: 'nearest' })
  }, [ownRequest, takeFocusRequest])
  // After a correction the focus leaves the row, because the next digits belong to the next scan.
  const wasSending = useRef(sending)
  useEffect(() => {
    const isSaved = wasSending.current && !sending && problem === null
    wasSending.current = sending
    if (isSaved && document.activeElement === input.current) focusHome()
  }, [sending, problem])
  const may = adjusting.may()
  const reason = may === true ? undefined : sayCode(may.code, may.facts)
  const reserved = onHand(record) - available(record)
  const act = (source: 'button' | 'key') => {
    adjusting.setCurrent(key)
    void run('adjust', { barcode }, source)
  }
  return {
    input,
    article: {
      'aria-label': hasTwin ? stock : barcode,
      [LINE_BARCODE]: barcode,
      'aria-busy': sending || undefined,
      'data-current': current === key || undefined,
      ...(current === key && FOCUS_HOME),
      'data-pending': typed !== null || undefined,
      'data-problem': currentProblem !== undefined || undefined,
    },
    quantity: {
      label: say('documents.quantityOf', { barcode: hasTwin ? stock : barcode }),
      value: typed ?? String(onHand(record)),
      readOnly: reason !== undefined,
      onFocus: () => adjusting.setCurrent(key),
      onValue: (text) => adjusting.type(key, text),
      onRefused: (refused) =>
        adjusting.setInputProblem(key, refuse('quantityLooksLikeBarcode', { value: refused.trim() })),
      onCommit: () => act('key'),
    },
    figures: [
      say('trim.onHand', { n: onHand(record) }),
      ...(reserved > 0 ? [say('trim.reserved', { n: reserved })] : []),
    ].join(' · '),
    reason,
    problem: currentProblem && sayCode(currentProblem.code, currentProblem.facts),
    adjust: () => act('button'),
  }
}
