// Shows stock as a table with corrections, on a terminal.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useStorageName } from '#app/api/storage-name.ts'
import { useVarietyName } from '#app/api/variety-name.ts'
import {
  type RowPlace,
  sortBy,
  sortByHeading,
  sortByNext,
  Table,
  TableCell,
  type TableColumn,
  type TableSort,
} from '#app/ui/table.tsx'
import { useTableRoom } from '#app/ui/terminal.ts'
import { available, type InventoryRecord, onHand } from '#core/wire/inventory.ts'
import { LineTableRow, moveOfKey } from '#documents/client/lines/line-table-row.tsx'
import { useCommandPorts } from '#input/engine/use-command-ports.ts'
import { sayCount } from '#text/numbers.ts'
import { say } from '#text/say.ts'
import { createFocusRequestFilter, type Row } from './adjust-state.ts'
import type { Adjusting } from './use-adjust.ts'
import { useStockRow } from './use-stock-row.tsx'

// A column with its value and sort key; a column without `of` has the quantity and its button.
interface StockColumn extends TableColumn {
  readonly of?: (record: InventoryRecord) => string | number
  /** Hidden if the table is too narrow for all columns. */
  readonly minor?: true
}

// A focus move by key, handled once per `requestId`. `quantity`: focus the quantity field instead of the row.
interface KeyMove {
  readonly requestId: number
  readonly quantity: boolean
}

export function StockTable({ adjusting }: { readonly adjusting: Adjusting }) {
  const { rows, current, focusRequest: requestId } = adjusting.state
  const columns = useColumns(adjusting.state.rows)
  const [sort, setSort] = useState<TableSort | null>(null)
  const sortedBy = columns.find(({ id }) => id === sort?.column)?.of
  const sorted = sort && sortedBy ? sortBy(rows, ({ record }) => sortedBy(record), sort.descending) : rows
  const at = sorted.findIndex(({ key }) => key === current)
  const [walk, setWalk] = useState<KeyMove>({ requestId: 0, quantity: false })
  const [takeWalk] = useState(createFocusRequestFilter)
  const moveTo = (index: number, quantity: boolean) => {
    const row = sorted[Math.max(0, Math.min(sorted.length - 1, index))]
    if (!row) return
    void adjusting.dispatch({ type: 'chosen', key: row.key })
    setWalk(({ requestId: last }) => ({ requestId: last + 1, quantity }))
  }
  useCommandPorts({
    lines: {
      move: (by) => moveTo(at < 0 ? 0 : at + by, false),
      sort: () => setSort((now) => sortByNext(columns, now)),
    },
  })
  const onKey = (event: KeyboardEvent) => {
    const move = moveOfKey(event, at, sorted.length)
    if (!move) return
    event.preventDefault()
    moveTo(move.index, move.quantity)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys move inside
    <div onKeyDown={onKey}>
      <Table
        label={say('trim.results')}
        columns={columns}
        keys={sorted.map(({ key }) => key)}
        total={sorted.length}
        sort={sort}
        onSort={(id) => setSort((now) => sortByHeading(id, now))}
        // The first row is in view next to the search.
        show={
          at <= 0 || (requestId <= 0 && walk.requestId === 0)
            ? undefined
            : { index: at, requestId: `${requestId} ${walk.requestId}` }
        }
        row={(key, place) => {
          const row = sorted[place.index]
          return (
            row && (
              <StockLine
                key={key}
                {...place}
                row={row}
                columns={columns}
                adjusting={adjusting}
                walk={key === current ? walk : undefined}
                takeWalk={takeWalk}
              />
            )
          )
        }}
      />
    </div>
  )
}

interface StockLineProps extends RowPlace {
  readonly row: Row
  readonly columns: readonly StockColumn[]
  readonly adjusting: Adjusting
  /** The last focus move by key, if it ended at this row. */
  readonly walk: KeyMove | undefined
  readonly takeWalk: (requestId: number) => boolean
}

const StockLine = ({ row, columns, adjusting, walk, takeWalk, ...place }: StockLineProps) => {
  const { input, layout } = useStockRow(row, adjusting)
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!walk || !takeWalk(walk.requestId)) return
    if (walk.quantity) input.current?.select()
    const focusTarget = walk.quantity ? input.current : element.current
    focusTarget?.focus({ preventScroll: true })
  }, [walk, takeWalk, input])
  return (
    <LineTableRow
      {...place}
      attributes={layout.attributes}
      columns={columns.length}
      problem={layout.problem}
      ref={(drawn) => {
        element.current = drawn
      }}
      tabIndex={-1}
      onFocus={({ target, currentTarget }) => {
        if (target === currentTarget) void adjusting.dispatch({ type: 'selected', key: row.key })
      }}
    >
      {columns.map(({ id, align, of }) => {
        if (!of) {
          return (
            <TableCell key={id} className="line-table-action trim-action">
              {layout.quantity}
              {layout.actions}
            </TableCell>
          )
        }
        const value = of(row.record)
        const text = typeof value === 'number' ? sayCount(value) : value
        return (
          <TableCell key={id} align={align} title={text}>
            {text}
          </TableCell>
        )
      })}
    </LineTableRow>
  )
}

// In characters; a grower's storage has longer names than a shelf.
const MAX_SHELF_LENGTH = 8

function useColumns(rows: readonly Row[]): readonly StockColumn[] {
  const nameOfStorage = useStorageName()
  const nameOfVariety = useVarietyName()
  const hasRoom = useTableRoom() !== 'few'
  const all: readonly StockColumn[] = [
    {
      id: 'shelf',
      label: say('column.shelf'),
      width: rows.every(({ record }) => nameOfStorage(record.StorageLocation).length <= MAX_SHELF_LENGTH)
        ? '5rem'
        : 'minmax(8rem, 1fr)',
      of: (record) => nameOfStorage(record.StorageLocation),
    },
    { id: 'barcode', label: say('column.barcode'), width: '7.75rem', of: (record) => record.BarcodeID },
    {
      id: 'variety',
      label: say('column.variety'),
      width: 'minmax(4rem, 2fr)',
      of: (record) => nameOfVariety(record.VarietyCode),
    },
    {
      id: 'trimType',
      label: say('column.trimType'),
      width: 'minmax(5rem, 1fr)',
      minor: true,
      of: (record) => record.TrimType,
    },
    {
      id: 'stockType',
      label: say('column.stockType'),
      width: 'minmax(6rem, 1fr)',
      minor: true,
      of: (record) => record.StockType,
    },
    {
      id: 'available',
      label: say('documents.column.available'),
      width: '6rem',
      align: 'end',
      of: available,
    },
    { id: 'onHand', label: say('trim.column.onHand'), width: '6rem', align: 'end', of: onHand },
    {
      id: 'action',
      label: say('trim.column.counted'),
      width: '13rem',
      unsorted: true,
    },
  ]
  return all.filter(({ minor }) => hasRoom || !minor)
}
