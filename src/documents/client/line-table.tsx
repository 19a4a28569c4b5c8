// A document's lines as a table, on a terminal. Rows render separately: a scan renders only its line.
import { Fragment, type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react'
import {
  type RowPlace,
  sortBy,
  sortByHeading,
  sortByNext,
  Table,
  TableCell,
  type TableSort,
} from '#app/ui/table.tsx'
import { useTableRoom } from '#app/ui/terminal.ts'
import { entriesOf } from '#core/kinds/worksheet.ts'
import { useCommandPorts } from '#input/engine/use-command-ports.ts'
import { sayCount } from '#text/numbers.ts'
import { say, sayCode } from '#text/say.ts'
import { leaveLines } from './focus-line.ts'
import { type LineColumn, lineColumnsOf } from './line-columns.tsx'
import { type LineRowsProps, useLineOrder } from './line-order.ts'
import { lineAttributes } from './lines/line-attributes.ts'
import { LineTableRow, moveOfKey } from './lines/line-table-row.tsx'
import { OtherShelfOffer } from './other-shelf-offer.tsx'
import { focusLine, scrollToLine, selectLine } from './session/current-line.ts'
import { reasonTypeOf } from './session/reasons.ts'
import type { DocumentSession } from './session/session.ts'
import { codeOf } from './session/wording.ts'
import { useSessionPart } from './use-document-session.ts'
import { useLine } from './use-line.ts'

export function LineTable({ session, readOnly, covered }: LineRowsProps) {
  const columns = useLineColumns(session)
  const [sort, setSort] = useState<TableSort | null>(null)
  const order = useSorted(session, columns, sort)
  const focusRequest = useSessionPart(session, (state) => state.focusRequest)
  const current = useSessionPart(session, (state) => state.current)
  const [keyMoveAt, setKeyMoveAt] = useState(0)
  const currentIndex = current === null ? -1 : order.indexOf(current)
  useEffect(() => {
    if (focusRequest?.key === null) leaveLines(focusRequest.since)
  }, [focusRequest])
  const show = useMemo(
    () =>
      currentIndex < 0
        ? undefined
        : {
            index: currentIndex,
            requestId: `${current} ${focusRequest?.number ?? 0} ${keyMoveAt}`,
            // After a scan, also shows the next lines; arrow keys move line by line.
            ahead: (focusRequest?.since ?? 0) > keyMoveAt,
          },
    [currentIndex, current, focusRequest, keyMoveAt],
  )
  const moveTo = (index: number) => {
    const key = order[Math.max(0, Math.min(order.length - 1, index))]
    if (key === undefined) return
    selectLine(session.core, key)
    setKeyMoveAt(performance.now())
  }
  useCommandPorts({
    lines: {
      move: (by) => moveTo(currentIndex < 0 ? 0 : currentIndex + by),
      sort: () => setSort((now) => sortByNext(columns, now)),
    },
  })
  const onKey = (event: KeyboardEvent) => {
    const move = moveOfKey(event, currentIndex, order.length)
    const next = move && order[move.index]
    if (!move || next === undefined) return
    event.preventDefault()
    if (!move.quantity) return moveTo(move.index)
    if (next !== current) selectLine(session.core, next)
    focusLine(session.core, next)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys move inside
    <div onKeyDown={onKey}>
      <Table
        label={say('documents.lines')}
        columns={columns}
        keys={order}
        total={order.length}
        sort={sort}
        onSort={(id) => setSort((now) => sortByHeading(id, now))}
        above={covered}
        show={show}
        row={(key, place) => (
          <Row
            key={key}
            {...place}
            session={session}
            lineKey={key}
            columns={columns}
            readOnly={readOnly}
            reachable={place.index === Math.max(0, currentIndex)}
            keyMoveAt={key === current ? keyMoveAt : 0}
          />
        )}
        sums={<Sums session={session} columns={columns} />}
      />
    </div>
  )
}

// The columns of this screen; they change with the available width.
function useLineColumns(session: DocumentSession): readonly LineColumn[] {
  const { kind, mode, stage } = session.core.parts
  const { step } = session.core.stage.lineAction
  const hasReasons = useSessionPart(session, () => reasonTypeOf(session.core) !== undefined)
  const room = useTableRoom()
  const isStored = mode.id === 'growerStorage'
  const hasArrived = useSessionPart(session, ({ sheet }) => sheet?.document.status === 'RECEIVED')
  return useMemo(
    () =>
      lineColumnsOf(kind, stage, {
        words: sayCode(codeOf(kind.kind, step)),
        hasReasons,
        room,
        isStored,
        hasArrived,
      }),
    [kind, stage, step, hasReasons, room, isStored, hasArrived],
  )
}

// The lines' keys in the order of a sorted column, else in the document's order.
function useSorted(
  session: DocumentSession,
  columns: readonly LineColumn[],
  sort: TableSort | null,
): readonly string[] {
  const order = useLineOrder(session)
  const column = columns.find(({ id }) => id === sort?.column)
  // One text, so that the table renders only when the order changes.
  const sorted = useSessionPart(session, ({ sheet }) =>
    sheet && sort && column
      ? sortBy(entriesOf(sheet), ({ line }) => column.sortsBy(line), sort.descending)
          .map(({ key }) => key)
          .join('\n')
      : null,
  )
  return useMemo(() => (sorted === null ? order : sorted.split('\n')), [sorted, order])
}

// The last handled key move: a row that scrolls back into view must not take the focus again.
const handledMoves = new WeakMap<DocumentSession, number>()

interface RowProps extends RowPlace {
  readonly session: DocumentSession
  readonly lineKey: string
  readonly columns: readonly LineColumn[]
  readonly readOnly: string | undefined
  /** The one row that Tab reaches. */
  readonly reachable: boolean
  /** When a key moved the focus to this row, in milliseconds of `performance.now()`; 0: never. */
  readonly keyMoveAt: number
}

const Row = memo(({ session, lineKey, columns, readOnly, reachable, keyMoveAt, ...place }: RowProps) => {
  const view = useLine(session, lineKey, readOnly)
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (keyMoveAt <= (handledMoves.get(session) ?? 0)) return
    handledMoves.set(session, keyMoveAt)
    element.current?.focus({ preventScroll: true })
  }, [keyMoveAt, session])
  if (!view) return null
  const { line, current, pending, done, problem, short } = view
  return (
    <LineTableRow
      {...place}
      attributes={lineAttributes({
        barcode: line.barcode,
        status: line.status,
        done: done && short === 0,
        short: short > 0,
        current,
        pending,
        problem,
      })}
      columns={columns.length}
      problem={problem}
      ref={(drawn) => {
        element.current = drawn
      }}
      tabIndex={reachable ? 0 : -1}
      onFocus={({ target, currentTarget }) => {
        if (target === currentTarget && !current) scrollToLine(session.core, lineKey)
      }}
    >
      {columns.map(({ id, cell }) => (
        <Fragment key={id}>{cell(view)}</Fragment>
      ))}
      {current && <OtherShelfOffer session={session} lineKey={lineKey} columns={columns.length} />}
    </LineTableRow>
  )
})

// The number of lines and the plants in each column; cancelled lines do not count.
const Sums = ({
  session,
  columns,
}: {
  readonly session: DocumentSession
  readonly columns: readonly LineColumn[]
}) => {
  // One text, so that only a changed sum renders it.
  const sums = useSessionPart(session, ({ sheet }) => {
    const lines = sheet ? entriesOf(sheet).map(({ line }) => line) : []
    const counted = lines.filter(({ status }) => status !== 'CANCELLED')
    return JSON.stringify([
      lines.length,
      ...columns.map(({ plants }) =>
        plants ? counted.reduce((sum, line) => sum + (plants(line) ?? 0), 0) : null,
      ),
    ])
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written just above
  const [lines, ...plants] = JSON.parse(sums) as [number, ...(number | null)[]]
  return columns.map(({ id, align, sumClass = '', sumWords }, index) => {
    const sum = plants[index] ?? null
    return (
      <TableCell key={id} align={align} className={sumClass}>
        {sumWords?.(lines)}
        {sum !== null && (
          // A new key for a new sum: its digits start at another position.
          <span key={sum} className="line-table-sum">
            {sayCount(sum)}
          </span>
        )}
      </TableCell>
    )
  })
}
