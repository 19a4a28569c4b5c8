// A row of the guide for a line that is not current: shelf, barcode, quantity. A press makes it current.
import { memo } from 'react'
import { quantityOf } from '#core/kinds/engine.ts'
import { sayCount } from '#text/numbers.ts'
import { say, sayValue } from '#text/say.ts'
import { ShortReason } from './line-parts.tsx'
import { GuideRowLayout, type RowMark } from './lines/guide-layout.tsx'
import { lineAttributes } from './lines/line-attributes.ts'
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
    if (!view) return null
    const { line, pending, problem, short } = view
    const { barcode, status, storageLocation } = line
    return (
      <GuideRowLayout
        attributes={lineAttributes({
          barcode,
          status,
          done: !view.inEditor && view.done,
          pending,
          short: short > 0,
          problem,
        })}
        barcode={barcode}
        storageLocation={storageLocation}
        quantity={
          short > 0 && !pending
            ? say('guide.ofWanted', { done: quantityOf(line), wanted: quantityOf(line) + short })
            : sayTyped(view.value)
        }
        mark={markOf(view)}
        onChoose={() => onChoose(key)}
      >
        <LinePresence number={session.number} barcode={barcode} />
        {problem !== undefined && <p className="guide-row-problem">{problem}</p>}
        {showsFigures && problem === undefined && (
          <p className="guide-row-figures">
            {view.quantitiesText}
            <ShortReason view={view} />
          </p>
        )}
      </GuideRowLayout>
    )
  },
)

// The input may not be a number yet.
const sayTyped = (text: string) => (/^\d+$/.test(text) ? sayCount(Number(text)) : text)

// The mark at the row's end, most urgent first.
const markOf = ({ problem, pending, entry, line, short, inEditor, done }: LineView): RowMark | undefined => {
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
