// Prepares a barcode's stock on a shelf for all layouts: figures, quantity field and button.
import { type RefObject, useEffect, useRef } from 'react'
import { useStorageName } from '#app/api/storage-name.ts'
import { Button } from '#app/ui/button.tsx'
import { focusHome } from '#app/ui/focus-owner.ts'
import { QuantityField } from '#app/ui/quantity-field.tsx'
import { quantityErrorOf } from '#core/kinds/quantity.ts'
import { available, onHand } from '#core/wire/inventory.ts'
import { refuse } from '#core/wire/refusals.ts'
import { lineAttributes } from '#documents/client/lines/line-attributes.ts'
import type { LineLayoutProps } from '#documents/client/lines/line-layout.tsx'
import { useInput } from '#input/input-context.ts'
import { say, sayCode } from '#text/say.ts'
import { nameStock, type Row } from './adjust-state.ts'
import type { Adjusting } from './use-adjust.ts'

interface StockView {
  readonly input: RefObject<HTMLInputElement | null>
  /** What the layouts of documents and stock share. */
  readonly layout: LineLayoutProps
  /** The stock on hand and the reserved part, as a sentence. */
  readonly figures: string
}

/**
 * Returns the view of a row. Its quantity takes the focus on a focus request, and releases it after a
 * correction.
 */
export function useStockRow(
  { key, record, typed, sending, problem }: Row,
  adjusting: Adjusting,
  look: 'primary' | 'secondary' = 'secondary',
): StockView {
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
    void adjusting.dispatch({ type: 'selected', key })
    void run('adjust', { barcode }, source)
  }
  const name = hasTwin ? stock : barcode
  return {
    input,
    layout: {
      attributes: {
        ...lineAttributes({
          barcode,
          name,
          current: current === key,
          pending: typed !== null,
          problem: currentProblem?.code,
        }),
        'aria-busy': sending || undefined,
      },
      barcode,
      variety: record.VarietyCode,
      storageLocation: record.StorageLocation,
      quantity: (
        <QuantityField
          ref={input}
          label={say('documents.quantityOf', { barcode: name })}
          hideLabel
          value={typed ?? String(onHand(record))}
          readOnly={reason !== undefined}
          onFocus={() => void adjusting.dispatch({ type: 'selected', key })}
          onValue={(text) => void adjusting.dispatch({ type: 'typed', key, text })}
          onRefused={(refused) => {
            const problem = refuse('quantityLooksLikeBarcode', { value: refused.trim() })
            void adjusting.dispatch({ type: 'inputRefused', key, problem })
          }}
          onCommit={() => act('key')}
        />
      ),
      actions: (
        <span className="line-actions">
          <Button
            look={look}
            busy={sending}
            reason={reason}
            onClick={() => act('button')}
            aria-label={say('trim.adjustBarcode', { barcode })}
          >
            {say('trim.adjust')}
          </Button>
        </span>
      ),
      problem: currentProblem && sayCode(currentProblem.code, currentProblem.facts),
    },
    figures: [
      say('trim.onHand', { n: onHand(record) }),
      ...(reserved > 0 ? [say('trim.reserved', { n: reserved })] : []),
    ].join(' · '),
  }
}
