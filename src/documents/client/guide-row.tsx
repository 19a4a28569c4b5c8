// A row of the guide for a line that is not current: shelf, barcode, quantity. A press makes it current.
import { memo } from 'react'
import { useStorageName } from '#app/api/storage-name.ts'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { LINE_BARCODE } from '#app/ui/line-barcode.ts'
import { splitBarcode } from './lines/split-barcode.ts'
import { quantityOf } from '#core/kinds/engine.ts'
import { shelfOf } from '#core/kinds/walk.ts'
import { sayCount } from '#text/numbers.ts'
import { say, sayValue } from '#text/say.ts'
import { ShortReason } from './line-parts.tsx'
import { LinePresence } from './presence-initials.tsx'
import type { DocumentSession } from './session/session.ts'
import { type LineView, useLine } from './use-line.ts'

/** `onChoose` gets the line's key. Renders only with this line. */
export const GuideRow = memo(
  ({
    session,
    lineKey: key,
    readOnly,
    onChoose,
    showsFigures = false,
  }: {
    readonly session: DocumentSession
    readonly lineKey: string
    readonly readOnly: string | undefined
    readonly onChoose: (key: string) => void
    /** Shows its quantities as a sentence. */
    readonly showsFigures?: boolean
  }) => {
    const view = useLine(session, key, readOnly)
    const nameOfStorage = useStorageName()
    if (!view) return null
    const { line, pending, problem, short } = view
    const { barcode } = line
    const mark = markOf(view)
    return (
      <article
        className="guide-row"
        data-status={line.status}
        data-done={view.inEditor ? undefined : view.done || undefined}
        data-pending={pending || undefined}
        data-short={short > 0 || undefined}
        data-problem={problem !== undefined || undefined}
        aria-label={barcode}
        {...{ [LINE_BARCODE]: barcode }}
      >
        <button type="button" className="guide-row-choose" onClick={() => onChoose(key)}>
          <span className="guide-row-shelf">{shelfOf(line) || nameOfStorage(line.storageLocation)}</span>
          <span className="guide-row-barcode">
            <span className="for-readers">{splitBarcode(barcode)[0]}</span>
            {splitBarcode(barcode)[1]}
          </span>
          <span className="guide-row-quantity">
            {short > 0 && !pending
              ? say('guide.ofWanted', { done: quantityOf(line), wanted: quantityOf(line) + short })
              : sayTyped(view.value)}
          </span>
          <span className="guide-row-mark" data-mark={mark?.icon}>
            {mark && (
              <>
                <Icon name={mark.icon} />
                <span className="for-readers">{mark.words}</span>
              </>
            )}
          </span>
        </button>
        <LinePresence number={session.number} barcode={barcode} />
        {problem !== undefined && <p className="guide-row-problem">{problem}</p>}
        {showsFigures && problem === undefined && (
          <p className="guide-row-figures">
            {view.quantitiesText}
            <ShortReason view={view} />
          </p>
        )}
      </article>
    )
  },
)

// The input may not be a number yet.
const sayTyped = (text: string) => (/^\d+$/.test(text) ? sayCount(Number(text)) : text)

// The mark at the row's end, most urgent first.
const markOf = ({
  problem,
  pending,
  entry,
  line,
  short,
  inEditor,
  done,
}: LineView): { readonly icon: IconName; readonly words: string } | undefined => {
  if (problem !== undefined) return { icon: 'error', words: '' }
  if (pending) return { icon: 'warning', words: say('documents.unsaved') }
  if (entry.isUnconfirmed) return { icon: 'clock', words: say('documents.onItsWay') }
  if (short > 0) return { icon: 'warning', words: say('documents.shortBy', { n: short }) }
  const words = sayValue(line.status)
  if (line.status === 'CANCELLED') return { icon: 'close', words }
  // A shipped line is not done on the receiving screen.
  const isOpen = ['OPEN', 'RESERVED', 'RECOUNT'].includes(line.status) || !(inEditor || done)
  return isOpen ? undefined : { icon: 'check', words }
}
