// The lines of a document, each rendered separately: a scan renders only its line.
import { memo, useEffect, useMemo } from 'react'
import { useIsTerminal } from '#app/ui/terminal.ts'
import type { StageId } from '#core/kinds/verbs.ts'
import type { Status } from '#core/wire/constants.ts'
import { say } from '#text/say.ts'
import { leaveLines } from './focus-line.ts'
import { type LineRowsProps, useLineOrder } from './line-order.ts'
import { LastChange, LineActions, LineQuantity, LineReason, LineStatus, ShortReason } from './line-parts.tsx'
import { LineTable } from './line-table.tsx'
import { lineAttributes } from './lines/line-attributes.ts'
import { LineLayout } from './lines/line-layout.tsx'
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
    const { barcode, status, plant, storageLocation } = line
    return (
      <LineLayout
        attributes={{
          ...lineAttributes({
            barcode,
            status,
            done: isDone && short === 0,
            short: short > 0,
            current,
            pending,
            problem,
          }),
          'data-says-why': true,
        }}
        barcode={barcode}
        variety={plant.variety}
        storageLocation={storageLocation}
        quantity={<LineQuantity view={view} />}
        actions={<LineActions view={view} />}
        problem={problem}
        head={
          <>
            <LineStatus view={view} />
            <LinePresence number={session.number} barcode={barcode} />
            {entry.isUnconfirmed && <span className="line-here">{say('documents.onItsWay')}</span>}
          </>
        }
        types={[plant.trimType]}
        below={current && <OtherShelfOffer session={session} lineKey={key} />}
      >
        <p className="line-quantities">
          {view.quantitiesText}
          <ShortReason view={view} />
          <LastChange line={line} className="line-by" />
        </p>
        <LineReason view={view} />
      </LineLayout>
    )
  },
)

// Picked or later.
const isPast = (status: Status) => !['OPEN', 'RESERVED', 'RECOUNT', 'CANCELLED'].includes(status)
