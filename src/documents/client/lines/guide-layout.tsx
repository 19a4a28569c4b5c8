// The lines on a handheld: the current one as a card with a large shelf and quantity to read while walking,
// the others as rows.
import type { ReactNode } from 'react'
import { useStorageName } from '#app/api/storage-name.ts'
import { useVarietyName } from '#app/api/variety-name.ts'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { shelfOf } from '#core/kinds/walk.ts'
import { say } from '#text/say.ts'
import { type LineLayoutProps, LineProblem } from './line-layout.tsx'
import './guide.css'
import './guide-row-mark.css'

/** `mark`: beside the barcode. `plant`: after the variety. `reason`: above the problem. */
export function GuideCardLayout({
  attributes,
  barcode,
  variety,
  storageLocation,
  quantity,
  actions,
  problem,
  mark,
  plant,
  reason,
  figures,
}: LineLayoutProps & {
  readonly mark?: ReactNode
  readonly plant: ReactNode
  readonly reason?: ReactNode
  readonly figures: ReactNode
}) {
  const nameOfVariety = useVarietyName()
  const nameOfStorage = useStorageName()
  const shelf = shelfOf({ storageLocation })
  const [head, tail] = splitBarcode(barcode)
  return (
    <article className="line guide-card" {...attributes}>
      <div className="guide-take">
        {shelf === '' ? (
          <p className="guide-place">{nameOfStorage(storageLocation) || say('guide.noShelf')}</p>
        ) : (
          <p className="guide-shelf">{shelf}</p>
        )}
        {quantity}
      </div>
      <p className="guide-barcode">
        <span>{head}</span>
        <strong>{tail}</strong>
        {mark}
      </p>
      <p className="guide-plant layout-cut">
        <span>{nameOfVariety(variety)}</span> {plant}
      </p>
      {reason}
      <LineProblem problem={problem} />
      <div className="guide-work">
        <p className="guide-figures">{figures}</p>
        {actions}
      </div>
    </article>
  )
}

export interface RowMark {
  readonly icon: IconName
  /** For screen readers. */
  readonly words: string
}

/** A press makes it current. `children`: below the row. */
export function GuideRowLayout({
  attributes,
  barcode,
  storageLocation,
  quantity,
  mark,
  onChoose,
  children,
}: Pick<LineLayoutProps, 'attributes' | 'barcode' | 'storageLocation' | 'quantity'> & {
  readonly mark: RowMark | undefined
  readonly onChoose: () => void
  readonly children?: ReactNode
}) {
  const nameOfStorage = useStorageName()
  const [head, tail] = splitBarcode(barcode)
  return (
    <article className="guide-row line-edge" {...attributes}>
      <button type="button" className="guide-row-choose" onClick={onChoose}>
        <span className="guide-row-shelf layout-cut">{nameOfStorage(storageLocation)}</span>
        <span className="guide-row-barcode">
          <span className="for-readers">{head}</span>
          {tail}
        </span>
        <span className="guide-row-quantity">{quantity}</span>
        <span className="guide-row-mark" data-mark={mark?.icon}>
          {mark && (
            <>
              <Icon name={mark.icon} />
              <span className="for-readers">{mark.words}</span>
            </>
          )}
        </span>
      </button>
      {children}
    </article>
  )
}

// The number of last characters that distinguish lines on a shelf.
const tailLength = 4

// Splits a barcode in two; people compare the second part.
const splitBarcode = (barcode: string): readonly [string, string] => [
  barcode.slice(0, -tailLength),
  barcode.slice(-tailLength),
]
