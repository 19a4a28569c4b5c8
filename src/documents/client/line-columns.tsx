// The columns of a document's lines on a terminal: their order, labels, cells and sort values.

import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useStorageName } from '#app/api/storage-name.ts'
import { useVarietyName } from '#app/api/variety-name.ts'
import { identityAtom } from '#app/state/session.ts'
import { TableCell, type TableColumn } from '#app/ui/table.tsx'
import type { TableRoom } from '#app/ui/terminal.ts'
import type { Line } from '#core/kinds/document.ts'
import { quantityOf } from '#core/kinds/engine.ts'
import type { Kind } from '#core/kinds/kind.ts'
import type { StageId } from '#core/kinds/verbs.ts'
import { STATUSES } from '#core/wire/constants.ts'
import { sayCount } from '#text/numbers.ts'
import { say, sayCode } from '#text/say.ts'
import {
  LineActions,
  LineQuantity,
  LineReason,
  LineStatus,
  ShortReason,
  sayLastChange,
} from './line-parts.tsx'
import { LinePresence } from './presence-initials.tsx'
import { codeOf } from './session/wording.ts'
import type { LineView } from './use-line.ts'

export interface LineColumn extends TableColumn {
  /** The cell of a line: a `TableCell`. */
  readonly cell: (view: LineView) => ReactNode
  /** The class of its cell in the sums row. */
  readonly sumClass?: string
  /** Its text in the sums row, for this number of lines. */
  readonly sumWords?: (lines: number) => string
  /** Numbers sort as numbers, texts by name. */
  readonly sortsBy: (line: Line) => string | number
  /** Plants for the sum below the column; null: none yet. */
  readonly plants?: (line: Line) => number | null
  /** Left out if space is scarce; `first`: before the others. */
  readonly minor?: true | 'first'
}

const numberWidth = '5rem'

// The quantity columns of a screen, besides the entered quantity. A kind with its own sentences has one
// column of sentences: a blind count has no figures to compare.
function quantitiesOf(
  { kind, line, tells }: Kind,
  stage: StageId,
  hasArrived: boolean,
): readonly LineColumn[] {
  const column = (id: string, plants: (line: Line) => number | null): LineColumn => ({
    id,
    label: sayCode(codeOf(kind, 'column', id)),
    width: numberWidth,
    align: 'end',
    cell: ({ line: each, short }) => (
      <Plants n={plants(each)} isShort={short > 0 && plants(each) === quantityOf(each)} />
    ),
    plants,
    sortsBy: (each) => plants(each) ?? -1,
  })
  // No sum: two lines may share the same available plants.
  const { plants: _, ...available } = {
    ...column('available', (each) => each.available),
    minor: true as const,
  }
  const ordered = column('ordered', ({ ordered }) => ordered)
  const picked = column('picked', ({ picked }) => picked)
  const received = column('received', (each) => each.received)
  if (tells) {
    const label = sayCode(codeOf(kind, 'column', 'told'))
    return [
      {
        id: 'told',
        label,
        width: 'minmax(8rem, 2fr)',
        cell: ({ quantitiesText }) => <Words words={quantitiesText} />,
        unsorted: true,
        sortsBy: () => '',
      },
    ]
  }
  switch (stage) {
    case 'edit':
      return [available]
    case 'receive':
      return [column('shipped', ({ picked, ordered }) => picked ?? ordered), received]
    case 'detail':
      return [available, ordered, ...('PickQty' in line ? [picked] : []), ...(hasArrived ? [received] : [])]
  }
}

/** The columns of the lines on a screen of the kind, shelf first. `words`: the label of the line's action. */
export function lineColumnsOf(
  kind: Kind,
  stage: StageId,
  {
    words,
    hasReasons,
    room,
    isStored,
    hasArrived,
  }: {
    readonly words: string
    readonly hasReasons: boolean
    readonly room: TableRoom
    /** In grower storage. */
    readonly isStored: boolean
    /** The destination has received it; the origin shows that too. */
    readonly hasArrived: boolean
  },
): readonly LineColumn[] {
  // Minimum widths in rem, for the narrowest terminal of each size.
  const status = room === 'all' ? 9.5 : room === 'few' && hasReasons ? 7.25 : 8
  const reason = { all: 8, most: 7.5, few: 5.75 }[room]
  const all: readonly (LineColumn | false)[] = [
    {
      id: 'shelf',
      label: say('column.shelf'),
      // In grower storage the place is a grower's name.
      width: isStored && room === 'all' ? 'minmax(6rem, 2fr)' : '4.5rem',
      cell: (view) => <Shelf view={view} />,
      sumWords: () => say('column.sum'),
      sortsBy: ({ storageLocation }) => storageLocation,
    },
    {
      id: 'barcode',
      label: say('column.barcode'),
      width: '7.75rem',
      cell: ({ line: { barcode } }) => <TableCell className="text-bold">{barcode}</TableCell>,
      sumWords: (lines) => say('column.lines', { n: lines }),
      sortsBy: ({ barcode }) => barcode,
    },
    {
      id: 'variety',
      label: say('column.variety'),
      width: 'minmax(4rem, 2fr)',
      cell: (view) => <Variety view={view} />,
      sortsBy: ({ plant }) => plant.variety,
    },
    {
      id: 'trimType',
      label: say('column.trimType'),
      width: `minmax(${room === 'all' ? 6.5 : 6}rem, 1fr)`,
      minor: true,
      cell: ({ line: { plant } }) => <Words words={plant.trimType} />,
      sortsBy: ({ plant }) => plant.trimType,
    },
    {
      id: 'stockType',
      label: say('column.stockType'),
      width: 'minmax(6rem, 1fr)',
      minor: 'first',
      cell: ({ line: { plant } }) => <Words words={plant.stockType} />,
      sortsBy: ({ plant }) => plant.stockType,
    },
    ...quantitiesOf(kind, stage, hasArrived),
    {
      id: 'status',
      label: say('status'),
      // From 1440 px on, it has space for the person who changed it.
      width: `minmax(${status}rem, ${room === 'few' ? 2 : 4}fr)`,
      cell: (view) => <Status view={view} />,
      sortsBy: ({ status }) => STATUSES.indexOf(status),
    },
    hasReasons && {
      id: 'reason',
      label: say('column.reason'),
      width: `minmax(${reason}rem, 4fr)`,
      cell: (view) => (
        <TableCell>
          <LineReason view={view} />
        </TableCell>
      ),
      sortsBy: ({ reason }) => reason,
    },
    {
      id: 'action',
      label: stage === 'edit' && !kind.tells ? sayCode(codeOf(kind.kind, 'column', 'ordered')) : words,
      width: '12.5rem',
      cell: (view) => (
        <TableCell className="line-table-action">
          <LineQuantity view={view} />
          <LineActions view={view} look="secondary" />
        </TableCell>
      ),
      sumClass: 'line-table-action',
      // A count orders nothing: its sum would be 0 below counted plants.
      ...(stage === 'edit' && !kind.tells ? { plants: ({ ordered }: Line) => ordered } : {}),
      unsorted: true,
      sortsBy: () => '',
    },
  ]
  return all
    .filter((column) => column !== false)
    .filter(({ minor }) => !minor || room === 'all' || (room === 'most' && minor !== 'first'))
}

interface CellProps {
  readonly view: LineView
}

const Words = ({ words }: { readonly words: string }) => <TableCell title={words}>{words}</TableCell>

const Plants = ({ n, isShort }: { readonly n: number | null; readonly isShort: boolean }) => (
  <TableCell align="end" className={isShort ? 'text-short' : ''}>
    {n === null ? null : sayCount(n)}
  </TableCell>
)

// Names of master data load after the line; only their cells render again.
const Shelf = ({ view: { line } }: CellProps) => {
  const words = useStorageName()(line.storageLocation)
  return (
    <TableCell title={words} className="text-bold">
      {words}
    </TableCell>
  )
}

const Variety = ({ view: { line } }: CellProps) => <Words words={useVarietyName()(line.plant.variety)} />

// Shows the status, other people on the line, pending changes, and the person who changed it last.
const Status = ({ view }: CellProps) => {
  const { entry, line, session, short } = view
  const me = useAtomValue(identityAtom)?.userName
  const last = sayLastChange(line, me)
  return (
    <TableCell title={last || undefined}>
      <LineStatus view={view} />
      {short > 0 && line.reason === '' && (
        <span className="text-short"> {say('documents.shortBy', { n: short })}</span>
      )}
      <ShortReason view={view} />
      <LinePresence number={session.number} barcode={line.barcode} />
      {entry.isUnconfirmed && <span className="line-here"> {say('documents.onItsWay')}</span>}
      {last !== '' && <span className="line-by"> {last}</span>}
    </TableCell>
  )
}
