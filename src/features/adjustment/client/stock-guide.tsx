// Shows stock on a handheld: the current barcode as a card, the others as rows, like the lines of a
// document.
import { useStorageName } from '#app/api/storage-name.ts'
import { useVarietyName } from '#app/api/variety-name.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { LINE_BARCODE } from '#app/ui/line-barcode.ts'
import { QuantityField } from '#app/ui/quantity-field.tsx'
import { shelfOf } from '#core/kinds/walk.ts'
import { onHand } from '#core/wire/inventory.ts'
import { splitBarcode } from '#documents/client/lines/split-barcode.ts'
import { sayCount } from '#text/numbers.ts'
import { say } from '#text/say.ts'
import type { Row } from './adjust-rows.ts'
import type { Adjusting } from './adjusting.ts'
import { useStockRow } from './use-stock-row.ts'
import '#documents/client/lines/line.css'
import '#documents/client/lines/guide.css'
import '#documents/client/lines/guide-row-mark.css'

export function StockGuide({ adjusting }: { readonly adjusting: Adjusting }) {
  const { rows, current } = adjusting.state
  const currentRow = rows.find(({ key }) => key === current) ?? rows[0]
  const others = rows.filter((row) => row !== currentRow)
  return (
    <div className="guide">
      {currentRow && <StockCard key={currentRow.key} row={currentRow} adjusting={adjusting} />}
      {others.length > 0 && (
        <ul aria-label={say('trim.results')}>
          {others.map((row) => (
            <li key={row.key}>
              <OtherRow row={row} onChoose={() => adjusting.setCurrent(row.key)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const StockCard = ({ row, adjusting }: { readonly row: Row; readonly adjusting: Adjusting }) => {
  const { input, article, quantity, figures, reason, problem, adjust } = useStockRow(row, adjusting)
  const nameOfVariety = useVarietyName()
  const nameOfStorage = useStorageName()
  const { BarcodeID: barcode, VarietyCode, TrimType, StockType, StorageLocation } = row.record
  const shelf = shelfOf({ storageLocation: StorageLocation })
  const [head, tail] = splitBarcode(barcode)
  return (
    <article {...article} className="line guide-card">
      <div className="guide-take">
        {shelf === '' ? (
          <p className="guide-place">{nameOfStorage(StorageLocation) || say('guide.noShelf')}</p>
        ) : (
          <p className="guide-shelf">{shelf}</p>
        )}
        <QuantityField {...quantity} ref={input} hideLabel />
      </div>
      <p className="guide-barcode">
        <span>{head}</span>
        <strong>{tail}</strong>
      </p>
      <p className="guide-plant">
        <span>{nameOfVariety(VarietyCode)}</span>{' '}
        {[TrimType, StockType].filter((part) => part !== '').join(' · ')}
      </p>
      {problem !== undefined && (
        <p className="line-problem note tone-error" role="alert">
          {problem}
        </p>
      )}
      <div className="guide-work">
        <p className="guide-figures">{figures}</p>
        <span className="line-actions">
          <Button
            busy={row.sending}
            reason={reason}
            onClick={adjust}
            aria-label={say('trim.adjustBarcode', { barcode })}
          >
            {say('trim.adjust')}
          </Button>
        </span>
      </div>
    </article>
  )
}

const OtherRow = ({ row, onChoose }: { readonly row: Row; readonly onChoose: () => void }) => {
  const { record, typed, problem, sending } = row
  const nameOfStorage = useStorageName()
  const [head, tail] = splitBarcode(record.BarcodeID)
  const isUnsaved = typed !== null || problem !== null
  return (
    <article
      className="guide-row"
      data-pending={isUnsaved || undefined}
      aria-label={record.BarcodeID}
      {...{ [LINE_BARCODE]: record.BarcodeID }}
      aria-busy={sending || undefined}
    >
      <button type="button" className="guide-row-choose" onClick={onChoose}>
        <span className="guide-row-shelf">{nameOfStorage(record.StorageLocation)}</span>
        <span className="guide-row-barcode">
          <span className="for-readers">{head}</span>
          {tail}
        </span>
        <span className="guide-row-quantity">{typed ?? sayCount(onHand(record))}</span>
        <span className="guide-row-mark" data-mark={isUnsaved ? 'warning' : undefined}>
          {isUnsaved && (
            <>
              <Icon name="warning" />
              <span className="for-readers">{say('documents.unsaved')}</span>
            </>
          )}
        </span>
      </button>
    </article>
  )
}
