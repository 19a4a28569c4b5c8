// A document list as a table, on a terminal.
import { useEffect, useMemo, useState } from 'react'
import { Table, TableCell, TableRow, type TableSort } from '#app/ui/table.tsx'
import type { DocumentSummary } from '#core/kinds/document.ts'
import type { ListView, Mode } from '#core/kinds/kind.ts'
import type { ListColumn } from './list-columns.tsx'
import './document-table.css'

export interface DocumentTableProps {
  readonly mode: Mode
  readonly view: ListView
  readonly label: string
  readonly columns: readonly ListColumn[]
  readonly rows: readonly DocumentSummary[]
  readonly total: number
  readonly sort: TableSort | null
  readonly onSort: (column: string) => void
  /** The row that has the focus or that Tab reaches; a new `requestId` requests the focus again. */
  readonly active: { readonly index: number; readonly requestId: number }
  readonly onEnd?: (() => void) | undefined
  readonly onOpen: (number: string) => void
}

const minuteMs = 60_000

export function DocumentTable({
  mode,
  view,
  label,
  columns,
  rows,
  total,
  sort,
  onSort,
  active,
  onEnd,
  onOpen,
}: DocumentTableProps) {
  const keys = useMemo(() => rows.map(({ number }) => number ?? ''), [rows])
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), minuteMs)
    return () => window.clearInterval(timer)
  }, [])
  return (
    <Table
      label={label}
      columns={columns}
      keys={keys}
      total={total}
      sort={sort}
      onSort={onSort}
      onEnd={onEnd}
      show={active.requestId !== 0 ? active : undefined}
      row={(key, place) => {
        const document = rows[place.index]
        if (!document) return null
        const reachable = place.index === active.index
        const row = {
          document,
          mode,
          view,
          now,
          reachable,
          requestId: reachable ? active.requestId : 0,
          onOpen,
        }
        return (
          <TableRow key={key} {...place}>
            {columns.map(({ id, align, cell, title }) => (
              <TableCell key={id} align={align} title={title?.(row)}>
                {cell(row)}
              </TableCell>
            ))}
          </TableRow>
        )
      }}
    />
  )
}
