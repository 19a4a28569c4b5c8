// The current line on a handheld: large shelf and quantity to read while walking, then the facts to compare.
import { useStorageName } from '#app/api/storage-name.ts'
import { useVarietyName } from '#app/api/variety-name.ts'
import { FOCUS_HOME } from '#app/ui/focus-owner.ts'
import { LINE_BARCODE } from '#app/ui/line-barcode.ts'
import type { Line } from '#core/kinds/document.ts'
import { shelfOf } from '#core/kinds/walk.ts'
import { say, sayValue } from '#text/say.ts'
import { LastChange, LineActions, LineQuantity, LineReason, LineStatus, ShortReason } from './line-parts.tsx'
import { splitBarcode } from './lines/split-barcode.ts'
import { LinePresence } from './presence-initials.tsx'
import type { DocumentSession } from './session/session.ts'
import { useLine } from './use-line.ts'

/** `readOnly`: the reason why nothing can be changed; undefined if something can. */
export function GuideCard({
  session,
  lineKey,
  readOnly,
}: {
  readonly session: DocumentSession
  readonly lineKey: string
  readonly readOnly: string | undefined
}) {
  const view = useLine(session, lineKey, readOnly)
  const nameOfVariety = useVarietyName()
  const nameOfStorage = useStorageName()
  if (!view) return null
  const { line, entry, pending, problem } = view
  const { barcode, plant } = line
  const shelf = shelfOf(line)
  const [head, tail] = splitBarcode(barcode)
  return (
    <article
      className="line guide-card"
      data-says-why
      {...FOCUS_HOME}
      data-status={line.status}
      data-done={view.done || undefined}
      data-pending={pending || undefined}
      data-problem={problem !== undefined || undefined}
      aria-label={barcode}
      {...{ [LINE_BARCODE]: barcode }}
    >
      <div className="guide-take">
        {shelf === '' ? (
          <p className="guide-place">{nameOfStorage(line.storageLocation) || say('guide.noShelf')}</p>
        ) : (
          <p className="guide-shelf">{shelf}</p>
        )}
        <LineQuantity view={view} />
      </div>
      <p className="guide-barcode">
        <span>{head}</span>
        <strong>{tail}</strong>
        {isPlain(line) ? (
          <span className="for-readers">{sayValue(line.status)}</span>
        ) : (
          <LineStatus view={view} />
        )}
      </p>
      <p className="guide-plant">
        <span>{nameOfVariety(plant.variety)}</span> {plant.trimType}
        {entry.isUnconfirmed && <span className="line-here">{say('documents.onItsWay')}</span>}
      </p>
      <LineReason view={view} />
      {problem !== undefined && (
        <p className="line-problem note tone-error" role="alert">
          {problem}
        </p>
      )}
      <div className="guide-work">
        <p className="guide-figures">
          {view.quantitiesText}
          <ShortReason view={view} />
          <LastChange line={line} />
          <LinePresence number={session.number} barcode={barcode} />
        </p>
        <LineActions view={view} look="secondary" />
      </div>
    </article>
  )
}

// Saved but not worked on yet: the card shows no status.
const isPlain = ({ id, status }: Line) => id !== null && (status === 'OPEN' || status === 'RESERVED')
