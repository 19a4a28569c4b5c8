// Shows stock as cards with corrections, on screens between handheld and terminal.
import { useStorageName } from '#app/api/storage-name.ts'
import { useVarietyName } from '#app/api/variety-name.ts'
import { Button } from '#app/ui/button.tsx'
import { QuantityField } from '#app/ui/quantity-field.tsx'
import { say } from '#text/say.ts'
import type { Row } from './adjust-rows.ts'
import type { Adjusting } from './adjusting.ts'
import { useStockRow } from './use-stock-row.ts'
import '#documents/client/lines/line.css'

export function StockCards({ adjusting }: { readonly adjusting: Adjusting }) {
  return (
    <ul className="trim-rows" aria-label={say('trim.results')}>
      {adjusting.state.rows.map((row) => (
        <li key={row.key}>
          <StockCard row={row} adjusting={adjusting} />
        </li>
      ))}
    </ul>
  )
}

const StockCard = ({ row, adjusting }: { readonly row: Row; readonly adjusting: Adjusting }) => {
  const { input, article, quantity, figures, reason, problem, adjust } = useStockRow(row, adjusting)
  const nameOfVariety = useVarietyName()
  const nameOfStorage = useStorageName()
  const { BarcodeID: barcode, VarietyCode, TrimType, StockType, StorageLocation } = row.record
  return (
    <article {...article} className="line">
      <div className="line-head layout-row layout-apart">
        <span className="line-barcode">{barcode}</span>
        <span className="trim-stock">{figures}</span>
      </div>
      <p className="line-plant">
        {[nameOfVariety(VarietyCode), TrimType, StockType, nameOfStorage(StorageLocation)]
          .filter((part) => part !== '')
          .join(' · ')}
      </p>
      <div className="line-work">
        <QuantityField {...quantity} ref={input} hideLabel />
        <span className="line-actions">
          <Button
            look="primary"
            busy={row.sending}
            reason={reason}
            onClick={adjust}
            aria-label={say('trim.adjustBarcode', { barcode })}
          >
            {say('trim.adjust')}
          </Button>
        </span>
      </div>
      {problem !== undefined && (
        <p className="line-problem note tone-error" role="alert">
          {problem}
        </p>
      )}
    </article>
  )
}
