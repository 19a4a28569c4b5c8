// The columns of a document list on a terminal: their order, labels, cells and sort values.
import type { ReactNode } from 'react'
import { sayAge } from '#app/ui/age.ts'
import { formatMoment } from '#app/ui/format-moment.ts'
import { StatusChip, UnreadableMark } from '#app/ui/status-chip.tsx'
import { sortBy, type TableColumn, type TableSort } from '#app/ui/table.tsx'
import { dayOf } from '#core/kinds/dates.ts'
import type { DocumentSummary, DocumentTotals } from '#core/kinds/document.ts'
import type { Kind, ListView, Mode } from '#core/kinds/kind.ts'
import { STATUSES } from '#core/wire/constants.ts'
import { sayCount } from '#text/numbers.ts'
import { say, sayCode, sayValue } from '#text/say.ts'
import { RowActions, RowLink } from './document-row.tsx'
import { rowLabel } from './entity-label.ts'
import { DocumentPresence } from './presence-initials.tsx'
import { sayDate } from './say-date.ts'
import { sayShort } from './say-short.ts'
import { codeOf } from './session/wording.ts'

// A row of the table, for its cells.
interface ListRow {
  readonly document: DocumentSummary
  readonly mode: Mode
  readonly view: ListView
  /** Milliseconds since 1970, for ages. */
  readonly now: number
  /** The one row that Tab reaches. */
  readonly reachable: boolean
  /** Changes when this row must take the focus; 0: no request. */
  readonly requestId: number
  readonly onOpen: (number: string) => void
}

export interface ListColumn extends TableColumn {
  readonly cell: (row: ListRow) => ReactNode
  /** The full text of a cell that may be cut off. */
  readonly title?: (row: ListRow) => string
  /** Numbers sort as numbers, texts by the language's order, with numbers in them as numbers. */
  readonly sortsBy: (document: DocumentSummary) => string | number
  /** Left out if space is scarce. */
  readonly minor?: true
}

const none = () => ''

// The entity's name; for a dump also the person who authorised it, for a transfer the carrier.
const entityText = ({ header }: DocumentSummary): string =>
  [rowLabel(header), header.AuthorizedBy ?? '', header.CarrierName ?? '']
    .filter((part) => part !== '')
    .join(', ')

// The width of a date column, whose label may be wider than the date: 'Authorized Date'.
const dayWidth = (label: string) => `${Math.min(9, Math.max(6, label.length / 2 + 1))}rem`

/** The columns of a mode's list, without empty ones, and without minor ones if space is scarce. */
export function columnsOf(
  kind: Kind,
  mode: Mode,
  rows: readonly DocumentSummary[],
  hasRoom: boolean,
): readonly ListColumn[] {
  const days = mode.form.fields.filter(({ control }) => control.type === 'date')
  const hasFigures = rows.some(({ figures }) => figures !== undefined)
  const hasPlants = rows.some(({ figures }) => typeof figures?.plants === 'number')
  const hasShort = rows.some(({ figures }) => figures && figures.short.lines > 0)
  const all: readonly (ListColumn | false)[] = [
    {
      id: 'number',
      label: sayCode(kind.numberLabel),
      width: '5.5rem',
      cell: (row) => (
        <RowLink {...row} className="table-link">
          {row.document.number}
        </RowLink>
      ),
      sortsBy: ({ number }) => Number(number),
    },
    {
      id: 'status',
      label: say('status'),
      width: '8.5rem',
      cell: ({ document: { status, odd } }) => (
        <>
          <StatusChip status={status} />
          <UnreadableMark odd={odd} />
        </>
      ),
      sortsBy: ({ status }) => STATUSES.indexOf(status),
    },
    {
      id: 'party',
      label: sayCode(codeOf(kind.kind, 'column', 'party')),
      width: 'minmax(6rem, 2fr)',
      cell: (row) => <EntityCell {...row} />,
      title: ({ document }) =>
        [entityText(document), document.header.Comments ?? ''].filter((part) => part !== '').join('\n'),
      sortsBy: entityText,
    },
    ...days.map(
      ({ name, label }): ListColumn => ({
        id: name,
        label: sayCode(label),
        width: dayWidth(sayCode(label)),
        minor: true,
        cell: ({ document: { header } }) => sayDate(header[name]),
        sortsBy: ({ header }) => dayOf(header[name]),
      }),
    ),
    hasFigures && {
      id: 'done',
      label: say('column.done'),
      width: '6rem',
      align: 'end',
      cell: ({ document: { figures } }) =>
        figures && say('column.ofAll', { done: figures.done, lines: figures.lines }),
      sortsBy: ({ figures }) => (figures && figures.lines > 0 ? figures.done / figures.lines : -1),
    },
    hasPlants && {
      id: 'plants',
      label: say('column.plants'),
      width: hasShort ? '8rem' : '6rem',
      align: 'end',
      cell: ({ document: { figures } }) => figures && <Plants {...figures} />,
      title: ({ document: { figures } }) => (figures ? sayShort(figures.short) : ''),
      sortsBy: ({ figures }) => figures?.plants ?? -1,
    },
    {
      id: 'by',
      label: say('column.by'),
      width: 'minmax(6rem, 1fr)',
      minor: true,
      cell: ({ document }) => (
        <span className="document-table-who">
          <DocumentPresence document={document} /> {document.header.LastChangedBy ?? ''}
        </span>
      ),
      title: ({ document: { header } }) => header.LastChangedBy ?? '',
      sortsBy: ({ header }) => header.LastChangedBy ?? '',
    },
    {
      id: 'age',
      label: say('column.age'),
      width: '6rem',
      align: 'end',
      cell: ({ document: { header }, now }) => sayAge(header.LastChangedDateTime ?? '', now),
      title: ({ document: { header } }) => formatMoment(header.LastChangedDateTime ?? ''),
      sortsBy: ({ header }) => -Date.parse(header.LastChangedDateTime ?? '') || 0,
    },
    {
      id: 'actions',
      label: say('column.actions'),
      width: '4.5rem',
      align: 'end',
      unsorted: true,
      unseen: true,
      cell: (row) => (
        <span className="document-table-actions">
          <RowActions {...row} />
        </span>
      ),
      sortsBy: none,
    },
  ]
  return all.filter((column) => column !== false).filter(({ minor }) => hasRoom || !minor)
}

// '3,725 of 4,075' if lines are short.
const Plants = ({ plants, short }: DocumentTotals) => {
  if (plants === null) return null
  if (short.lines === 0) return sayCount(plants)
  const total = sayCount(plants + short.plants)
  return <span className="text-short">{say('documents.ofTotal', { done: sayCount(plants), total })}</span>
}

const EntityCell = ({ document, mode }: ListRow) => {
  const { IssueToType: type = '', Comments = '' } = document.header
  return (
    <>
      {mode.id === 'growerStorage' && <span className="text-quiet">{say('growerStorage')} </span>}
      {type !== '' && <span className="text-quiet">{sayValue(type)} </span>}
      {entityText(document)}
      <span className="text-quiet"> {Comments}</span>
    </>
  )
}

/** The rows in this order; `null`: in the server's order, newest first. */
export function sortRows(
  rows: readonly DocumentSummary[],
  columns: readonly ListColumn[],
  sort: TableSort | null,
): readonly DocumentSummary[] {
  const column = columns.find(({ id }) => id === sort?.column)
  return sort && column ? sortBy(rows, column.sortsBy, sort.descending) : rows
}
