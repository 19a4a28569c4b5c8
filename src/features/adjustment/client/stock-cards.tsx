// Shows stock as cards; on a handheld only the current barcode is a card, and the others are rows.

import { onHand } from '#core/wire/inventory.ts'
import { GuideCardLayout, GuideRowLayout } from '#documents/client/lines/guide-layout.tsx'
import { lineAttributes } from '#documents/client/lines/line-attributes.ts'
import { LineLayout } from '#documents/client/lines/line-layout.tsx'
import { sayCount } from '#text/numbers.ts'
import { say } from '#text/say.ts'
import type { Row } from './adjust-state.ts'
import type { Adjusting } from './use-adjust.ts'
import { useStockRow } from './use-stock-row.tsx'

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

/** On a handheld, like the lines of a document. */
export function StockGuide({ adjusting }: { readonly adjusting: Adjusting }) {
  const { rows, current } = adjusting.state
  const currentRow = rows.find(({ key }) => key === current) ?? rows[0]
  const others = rows.filter((row) => row !== currentRow)
  return (
    <div className="guide">
      {currentRow && <CurrentCard key={currentRow.key} row={currentRow} adjusting={adjusting} />}
      {others.length > 0 && (
        <ul aria-label={say('trim.results')}>
          {others.map((row) => (
            <li key={row.key}>
              <OtherRow
                row={row}
                onChoose={() => void adjusting.dispatch({ type: 'selected', key: row.key })}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface CardProps {
  readonly row: Row
  readonly adjusting: Adjusting
}

const StockCard = ({ row, adjusting }: CardProps) => {
  const { layout, figures } = useStockRow(row, adjusting, 'primary')
  return (
    <LineLayout
      {...layout}
      head={<span className="trim-stock">{figures}</span>}
      types={[row.record.TrimType, row.record.StockType]}
    />
  )
}

const CurrentCard = ({ row, adjusting }: CardProps) => {
  const { layout, figures } = useStockRow(row, adjusting)
  const types = [row.record.TrimType, row.record.StockType]
  return (
    <GuideCardLayout {...layout} plant={types.filter((part) => part !== '').join(' · ')} figures={figures} />
  )
}

const OtherRow = ({ row, onChoose }: { readonly row: Row; readonly onChoose: () => void }) => {
  const { record, typed, problem, sending } = row
  const { BarcodeID: barcode } = record
  const isUnsaved = typed !== null || problem !== null
  return (
    <GuideRowLayout
      attributes={{ ...lineAttributes({ barcode, pending: isUnsaved }), 'aria-busy': sending || undefined }}
      barcode={barcode}
      storageLocation={record.StorageLocation}
      quantity={typed ?? sayCount(onHand(record))}
      mark={isUnsaved ? { icon: 'warning', words: say('documents.unsaved') } : undefined}
      onChoose={onChoose}
    />
  )
}
