// The current line on a handheld.
import { FOCUS_HOME } from '#app/ui/focus-owner.ts'
import type { Line } from '#core/kinds/document.ts'
import { say, sayValue } from '#text/say.ts'
import { LastChange, LineActions, LineQuantity, LineReason, LineStatus, ShortReason } from './line-parts.tsx'
import { GuideCardLayout } from './lines/guide-layout.tsx'
import { lineAttributes } from './lines/line-attributes.ts'
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
  if (!view) return null
  const { line, entry, pending, problem } = view
  const { barcode, status, plant, storageLocation } = line
  return (
    <GuideCardLayout
      attributes={{
        ...lineAttributes({ barcode, status, done: view.done, pending, problem }),
        ...FOCUS_HOME,
        'data-says-why': true,
      }}
      barcode={barcode}
      variety={plant.variety}
      storageLocation={storageLocation}
      quantity={<LineQuantity view={view} />}
      actions={<LineActions view={view} look="secondary" />}
      problem={problem}
      mark={
        isPlain(line) ? <span className="for-readers">{sayValue(status)}</span> : <LineStatus view={view} />
      }
      plant={
        <>
          {plant.trimType}
          {entry.isUnconfirmed && <span className="line-here">{say('documents.onItsWay')}</span>}
        </>
      }
      reason={<LineReason view={view} />}
      figures={
        <>
          {view.quantitiesText}
          <ShortReason view={view} />
          <LastChange line={line} />
          <LinePresence number={session.number} barcode={barcode} />
        </>
      }
    />
  )
}

// Saved but not worked on yet: the card shows no status.
const isPlain = ({ id, status }: Line) => id !== null && (status === 'OPEN' || status === 'RESERVED')
