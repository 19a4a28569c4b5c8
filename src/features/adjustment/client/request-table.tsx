// The open adjustment requests as a table on a terminal: one row per undecided line.
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Link } from 'wouter'
import { useStorageName } from '#app/api/storage-name.ts'
import { useAnyVarietyName } from '#app/api/variety-name.ts'
import { sayAge } from '#app/ui/age.ts'
import { formatMoment } from '#app/ui/format-moment.ts'
import {
  sortBy,
  sortByHeading,
  sortByNext,
  Table,
  TableCell,
  type TableColumn,
  TableRow,
  type TableSort,
} from '#app/ui/table.tsx'
import { useTableRoom } from '#app/ui/terminal.ts'
import { isOfCount, type RequestLine, type RequestSummary } from '#core/kinds/adjustment/rules.ts'
import { pathTo } from '#core/wire/routes.ts'
import { useCommandPorts } from '#input/engine/use-command-ports.ts'
import { sayCount } from '#text/numbers.ts'
import { say } from '#text/say.ts'

interface Row {
  readonly key: string
  readonly request: RequestSummary
  /** undefined: the server does not list the lines. */
  readonly line: RequestLine | undefined
}

// A column with its cell content and its sort value.
interface RequestColumn extends TableColumn {
  readonly says: (row: Row) => ReactNode
  readonly sortsBy: (row: Row) => string | number
  /** The full text of a truncated cell, or more detail. */
  readonly title?: (row: Row) => string
  /** Hidden if the table is too narrow for all columns. */
  readonly minor?: true
}

interface Names {
  readonly variety: (code: string) => string
  readonly shelf: (storageLocation: string) => string
  /** Milliseconds since 1970. */
  readonly now: number
}

const MINUTE_MS = 60_000
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }

// The row with the focus or the Tab stop. `requestId` changes with each focus request; 0: no request.
interface ActiveRow {
  readonly key: string
  readonly index: number
  readonly requestId: number
}

// The row from which a request was opened, and the sort order, to restore both after the review.
let lastOpened: { readonly row: ActiveRow; readonly sort: TableSort | null } | undefined

/** Forgets the row from which a request was opened, when the user leaves the review for another screen. */
export function forgetOpenedRow(): void {
  lastOpened = undefined
}

/** `ownsLineKeys`: the line keys belong to this table, because no other table is above it. */
export function RequestTable({
  requests,
  ownsLineKeys,
}: {
  readonly requests: readonly RequestSummary[]
  readonly ownsLineKeys: boolean
}) {
  const rows = useMemo(() => requests.flatMap(rowsOf), [requests])
  const columns = useColumns(rows)
  const [sort, setSort] = useState(lastOpened?.sort ?? null)
  const [active, setActive] = useState<ActiveRow>(lastOpened?.row ?? { key: '', index: 0, requestId: 0 })
  const column = columns.find(({ id }) => id === sort?.column)
  const sorted = sort && column ? sortBy(rows, column.sortsBy, sort.descending) : rows
  const found = sorted.findIndex(({ key }) => key === active.key)
  // When a row was decided, the next row takes its place.
  const at = found >= 0 ? found : Math.max(0, Math.min(active.index, sorted.length - 1))
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    const key = sorted[at]?.key
    if (key === undefined || (key === active.key && at === active.index)) return
    // Keep the focus elsewhere if the user has moved it out of the table.
    const nextRequestId = (requestId: number) =>
      key === active.key ? requestId : hadFocus.current ? requestId + 1 : 0
    setActive(({ requestId }) => ({ key, index: at, requestId: nextRequestId(requestId) }))
  }, [sorted, at, active])
  const moveTo = (index: number) => {
    const to = Math.max(0, Math.min(sorted.length - 1, index))
    const row = sorted[to]
    if (row) setActive(({ requestId }) => ({ key: row.key, index: to, requestId: requestId + 1 }))
  }
  useCommandPorts({
    ...(ownsLineKeys && {
      lines: {
        move: (by) => moveTo(active.requestId === 0 ? 0 : at + by),
        sort: () => setSort((now) => sortByNext(columns, now)),
      },
    }),
  })
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    const next = event.key === 'Home' ? 0 : event.key === 'End' ? sorted.length - 1 : step && at + step
    if (next === undefined || !(event.target instanceof HTMLAnchorElement)) return
    event.preventDefault()
    moveTo(next)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys move inside
    <div
      onKeyDown={press}
      onFocus={({ target }) => {
        hadFocus.current = target instanceof HTMLAnchorElement
      }}
      onBlur={({ relatedTarget }) => {
        // Without a related target, the focus was lost because the row was removed or the window lost it.
        if (relatedTarget !== null) hadFocus.current = false
      }}
    >
      <Table
        label={say('requests.title')}
        columns={columns}
        keys={sorted.map(({ key }) => key)}
        total={sorted.length}
        sort={sort}
        onSort={(id) => setSort((now) => sortByHeading(id, now))}
        show={active.requestId === 0 ? undefined : { index: at, requestId: active.requestId }}
        row={(key, place) => {
          const row = sorted[place.index]
          if (!row) return null
          const isActive = place.index === at
          return (
            <TableRow key={key} {...place}>
              {columns.map(({ id, align, says, title }) => (
                <TableCell key={id} align={align} title={title?.(row)}>
                  {id === 'number' ? (
                    <RequestLink
                      row={row}
                      reachable={isActive}
                      requestId={isActive && found >= 0 ? active.requestId : 0}
                      onOpen={() => {
                        lastOpened = { row: { key: row.key, index: place.index, requestId: 1 }, sort }
                      }}
                    />
                  ) : (
                    says(row)
                  )}
                </TableCell>
              ))}
            </TableRow>
          )
        }}
      />
    </div>
  )
}

const rowsOf = (request: RequestSummary): readonly Row[] => {
  const number = request.number ?? ''
  return request.open.length === 0
    ? [{ key: number, request, line: undefined }]
    : request.open.map((line) => ({ key: `${number} ${line.id}`, request, line }))
}

// The link covers the whole row.
const RequestLink = ({
  row: { request, line },
  reachable,
  requestId,
  onOpen,
}: {
  readonly row: Row
  readonly reachable: boolean
  /** Changes with each focus request; 0: no request. */
  readonly requestId: number
  readonly onOpen: () => void
}) => {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (requestId !== 0) link.current?.focus({ preventScroll: true })
  }, [requestId])
  const number = request.number ?? ''
  return (
    <Link
      ref={link}
      to={pathTo('adjustmentRequest', { number })}
      className="table-link"
      onClick={onOpen}
      tabIndex={reachable ? 0 : -1}
      aria-label={[say('requests.reviewNumber', { number }), line?.barcode ?? ''].join(' ').trim()}
    >
      {number}
    </Link>
  )
}

function useColumns(rows: readonly Row[]): readonly RequestColumn[] {
  const variety = useAnyVarietyName()
  const shelf = useStorageName()
  const hasRoom = useTableRoom() !== 'few'
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => window.clearInterval(timer)
  }, [])
  return useMemo(
    () => columnsOf(rows, { variety, shelf, now }).filter(({ minor }) => hasRoom || !minor),
    [rows, variety, shelf, now, hasRoom],
  )
}

function columnsOf(rows: readonly Row[], { variety, shelf, now }: Names): readonly RequestColumn[] {
  const varietyOf = ({ line }: Row) => (line ? variety(line.plant.variety) : '')
  const trimOf = ({ line }: Row) => line?.plant.trimType ?? ''
  const text = (id: string, label: string, width: string, of: (row: Row) => string): RequestColumn => ({
    id,
    label,
    width,
    says: of,
    sortsBy: of,
    title: of,
  })
  const plants = (id: string, label: string, of: (line: RequestLine) => number): RequestColumn => ({
    id,
    label,
    width: '5rem',
    align: 'end',
    says: ({ line }) => line && sayCount(of(line)),
    sortsBy: ({ line }) => (line ? of(line) : Number.NEGATIVE_INFINITY),
  })
  const counts = rows.filter(({ request }) => isOfCount(request.header)).length
  const isMixed = counts > 0 && counts < rows.length
  const before = say(counts === 0 ? 'request.shipped' : 'request.expected')
  const found = say(isMixed ? 'requests.found' : counts === 0 ? 'request.received' : 'request.counted')
  const figures: readonly RequestColumn[] = [
    text('shelf', say('column.shelf'), '4.5rem', ({ line }) => (line ? shelf(line.storageLocation) : '')),
    text('barcode', say('column.barcode'), '7.75rem', ({ line }) => line?.barcode ?? ''),
    text('variety', say('column.variety'), 'minmax(5rem, 2fr)', varietyOf),
    { ...text('trimType', say('column.trimType'), 'minmax(7.5rem, 1fr)', trimOf), minor: true },
    plants('before', before, ({ picked }) => picked),
    {
      ...plants('found', found, ({ received }) => received),
      title: ({ line }) =>
        line === undefined || line.firstCount === null
          ? ''
          : say('requests.firstCount', { n: sayCount(line.firstCount) }),
    },
    {
      ...plants('difference', say('requests.difference'), ({ picked, received }) => received - picked),
      says: ({ line }) => line && sayDifference(line),
    },
  ]
  return [
    { ...text('number', say('requests.number'), '5.25rem', ({ request }) => request.number ?? '') },
    {
      ...text(
        'of',
        say('requests.of'),
        '5rem',
        ({ request: { header } }) => header.TransferNbr || header.OfNbr || '',
      ),
      minor: true,
    },
    ...(rows.some(({ line }) => line) ? figures : []),
    {
      ...text(
        'by',
        say('requests.by'),
        'minmax(6rem, 1.25fr)',
        ({ request }) => request.header.CreatedBy ?? '',
      ),
      minor: true,
    },
    {
      id: 'age',
      label: say('requests.age'),
      width: '4rem',
      align: 'end',
      says: ({ request }) => sayAge(request.header.CreatedDateTime ?? '', now),
      sortsBy: ({ request }) => -Date.parse(request.header.CreatedDateTime ?? '') || 0,
      title: ({ request }) => formatMoment(request.header.CreatedDateTime ?? ''),
    },
  ]
}

/** Formats the found quantity minus the expected one: '+5' or '-5'. */
export function sayDifference({ picked, received }: Pick<RequestLine, 'picked' | 'received'>): string {
  const difference = received - picked
  return difference > 0 ? `+${sayCount(difference)}` : sayCount(difference)
}
