// The lines of a document, each rendered separately: a scan renders only its line.
import { memo, useEffect, useMemo } from 'react'
import { useStorageName } from '#app/api/storage-name.ts'
import { useVarietyName } from '#app/api/variety-name.ts'
import { FOCUS_HOME } from '#app/ui/focus-owner.ts'
import { LINE_BARCODE } from '#app/ui/line-barcode.ts'
import { useIsTerminal } from '#app/ui/terminal.ts'
import type { Line } from '#core/kinds/document.ts'
import type { StageId } from '#core/kinds/verbs.ts'
import type { Status } from '#core/wire/constants.ts'
import { say } from '#text/say.ts'
import { leaveLines } from './focus-line.ts'
import { type LineRowsProps, useLineOrder } from './line-order.ts'
import { LastChange, LineActions, LineQuantity, LineReason, LineStatus, ShortReason } from './line-parts.tsx'
import { LineTable } from './line-table.tsx'
import { OtherShelfOffer } from './other-shelf-offer.tsx'
import { LinePresence } from './presence-initials.tsx'
import type { DocumentSession } from './session/session.ts'
import { useSessionPart } from './use-document-session.ts'
import { useLine } from './use-line.ts'
import { VirtualList } from './virtual-list.tsx'

const ROW_HEIGHT: Readonly<Record<StageId, number>> = { edit: 156, detail: 156, receive: 156 }

/** All lines: a table on a terminal, else cards. */
export const LineRows = memo((props: LineRowsProps) =>
  useIsTerminal() ? <LineTable {...props} /> : <LineCards {...props} />,
)

const LineCards = ({ session, readOnly, covered }: LineRowsProps) => {
  const order = useLineOrder(session)
  const focusRequest = useSessionPart(session, (state) => state.focusRequest)
  const current = useSessionPart(session, (state) => state.current)
  const currentIndex = current === null ? -1 : order.indexOf(current)
  useEffect(() => {
    if (focusRequest?.key === null) leaveLines(focusRequest.since)
  }, [focusRequest])
  const show = useMemo(
    () =>
      currentIndex < 0
        ? undefined
        : { index: currentIndex, requestId: `${current} ${focusRequest?.number ?? 0}` },
    [currentIndex, current, focusRequest],
  )
  return (
    <VirtualList
      keys={order}
      rowHeight={ROW_HEIGHT[session.core.parts.stage]}
      label={say('documents.lines')}
      show={show}
      covered={covered}
      row={(key) => <LineRow session={session} lineKey={key} readOnly={readOnly} />}
    />
  )
}

const LineRow = memo(
  ({
    session,
    lineKey: key,
    readOnly,
  }: {
    readonly session: DocumentSession
    readonly lineKey: string
    readonly readOnly: string | undefined
  }) => {
    const view = useLine(session, key, readOnly)
    if (!view) return null
    const { entry, line, current, pending, problem, short } = view
    const isDone = session.core.parts.stage === 'receive' ? view.done : isPast(line.status)
    const { barcode } = line
    return (
      <article
        className="line"
        data-says-why
        data-status={line.status}
        data-done={(isDone && short === 0) || undefined}
        data-short={short > 0 || undefined}
        data-current={current || undefined}
        {...(current && FOCUS_HOME)}
        data-pending={pending || undefined}
        data-problem={problem !== undefined || undefined}
        aria-label={barcode}
        {...{ [LINE_BARCODE]: barcode }}
      >
        <div className="line-head layout-row layout-apart">
          <span className="line-barcode">{barcode}</span>
          <LineStatus view={view} />
          <LinePresence number={session.number} barcode={barcode} />
          {entry.isUnconfirmed && <span className="line-here">{say('documents.onItsWay')}</span>}
        </div>
        <PlantFacts line={line} />
        <p className="line-quantities">
          {view.quantitiesText}
          <ShortReason view={view} />
          <LastChange line={line} className="line-by" />
        </p>
        <LineReason view={view} />
        <div className="line-work">
          <LineQuantity view={view} />
          <LineActions view={view} />
        </div>
        {problem !== undefined && (
          <p className="line-problem note tone-error" role="alert">
            {problem}
          </p>
        )}
        {current && <OtherShelfOffer session={session} lineKey={key} />}
      </article>
    )
  },
)

const PlantFacts = ({ line: { plant, storageLocation } }: { readonly line: Line }) => {
  const variety = useVarietyName()(plant.variety)
  const storage = useStorageName()(storageLocation)
  return (
    <p className="line-plant">
      {[variety, plant.trimType, storage].filter((part) => part !== '').join(' · ')}
    </p>
  )
}

// Picked or later.
const isPast = (status: Status) => !['OPEN', 'RESERVED', 'RECOUNT', 'CANCELLED'].includes(status)
