// Tables of a terminal: aligned columns, a header row that stays in place, and only the rows in sight are
// rendered.
import {
  type ComponentPropsWithRef,
  type CSSProperties,
  type ReactNode,
  useCallback,
  useLayoutEffect,
  useRef,
} from 'react'
import { classNames } from './class-names.ts'
import { useCovered } from './covered.ts'
import { type RowsWanted, useRowsInWindow } from './rows-in-window.ts'
import './table.css'

// A row is this high, in pixels, if it has nothing below its cells.
const TABLE_ROW = 34

export interface TableColumn {
  readonly id: string
  readonly label: string
  /** Its width as a CSS grid track. */
  readonly width: string
  /** Quantities stand at the right. */
  readonly align?: 'end'
  /** Cannot be sorted by. */
  readonly unsorted?: true
  /** Its label is for screen readers. */
  readonly unseen?: true
}

export interface TableSort {
  readonly column: string
  readonly descending: boolean
}

/** Where a row stands; plain values, so that a row that stays in its place need not render again. */
export interface RowPlace {
  readonly index: number
  /** From the start of the rows, in pixels. */
  readonly top: number
  readonly measure: (row: Element | null) => void
}

export interface TableProps extends Omit<RowsWanted, 'list' | 'rowHeight' | 'covered'> {
  readonly label: string
  readonly columns: readonly TableColumn[]
  /** All rows, also those that are not loaded. */
  readonly total: number
  readonly sort: TableSort | null
  readonly onSort: (column: string) => void
  /**
   * The height of the page that is covered above the table's header row, in pixels; default: by the shell's
   * header.
   */
  readonly above?: number
  /** A `TableRow` at this place. */
  readonly row: (key: string, place: RowPlace) => ReactNode
  /** Below the rows, always in sight: the cells of the sums. */
  readonly sums?: ReactNode
}

/** A table of `keys.length` loaded rows out of `total`; the page scrolls. */
export function Table({ label, columns, total, sort, onSort, above, row, sums, ...wanted }: TableProps) {
  const head = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const byShell = useCovered(head, above === undefined)
  const covered = above === undefined ? byShell : above + TABLE_ROW
  const { virtualizer, above: start } = useRowsInWindow({
    ...wanted,
    list: body,
    rowHeight: TABLE_ROW,
    covered,
  })
  const style: CSSProperties & Readonly<Record<`--${string}`, string>> = {
    '--table-columns': columns.map(({ width }) => width).join(' '),
    ...(above !== undefined && { '--table-above': `${above}px` }),
  }
  const hasSums = sums !== undefined
  return (
    <div
      role="table"
      aria-label={label}
      aria-rowcount={total + 1 + Number(hasSums)}
      className="table"
      style={style}
    >
      <div role="rowgroup" ref={head} className="table-head">
        <div role="row" aria-rowindex={1} className="table-row">
          {columns.map((column) => (
            <Heading key={column.id} column={column} sort={sort} onSort={onSort} />
          ))}
        </div>
      </div>
      <div role="rowgroup" ref={body} className="table-body" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start: top }) =>
          row(wanted.keys[index] ?? '', {
            index,
            top: top - start,
            measure: virtualizer.measureElement,
          }),
        )}
      </div>
      {hasSums && (
        <div role="rowgroup" className="table-foot">
          <div role="row" aria-rowindex={total + 2} className="table-row">
            {sums}
          </div>
        </div>
      )}
    </div>
  )
}

interface RowProps extends RowPlace, Omit<ComponentPropsWithRef<'div'>, 'role' | 'style' | 'ref'> {
  readonly ref?: (row: HTMLDivElement | null) => void
}

/** A row at its place; its cells are `TableCell`s, one for each column. */
export function TableRow({ index, top, measure, ref, className, children, ...rest }: RowProps) {
  // The same function at each render: measured anew at each, a height that nobody has seen would stay.
  const given = useRef(ref)
  useLayoutEffect(() => {
    given.current = ref
  })
  const take = useCallback(
    (row: HTMLDivElement | null) => {
      measure(row)
      given.current?.(row)
    },
    [measure],
  )
  return (
    <div
      {...rest}
      role="row"
      ref={take}
      data-index={index}
      aria-rowindex={index + 2}
      className={classNames('table-row', className)}
      style={{ transform: `translateY(${top}px)` }}
    >
      {children}
    </div>
  )
}

/** A cell; its text is cut off where the column ends, and its title has all of it. */
export function TableCell({
  align,
  title,
  className,
  children,
}: {
  readonly align?: 'end' | undefined
  readonly title?: string | undefined
  readonly className?: string
  readonly children?: ReactNode
}) {
  return (
    <div role="cell" className={classNames('table-cell', className)} data-align={align} title={title}>
      {children}
    </div>
  )
}

const Heading = ({
  column: { id, label, align, unsorted, unseen },
  sort,
  onSort,
}: Pick<TableProps, 'sort' | 'onSort'> & { readonly column: TableColumn }) => {
  const order = sort?.column !== id ? undefined : sort.descending ? 'descending' : 'ascending'
  return (
    <div role="columnheader" aria-sort={order} className="table-cell" data-align={align}>
      {unsorted ? (
        <span className={unseen ? 'for-readers' : 'table-heading'}>{label}</span>
      ) : (
        <button type="button" className="table-sort" onClick={() => onSort(id)}>
          {label}
        </button>
      )}
    </div>
  )
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Sorts rows by what a column has of each: numbers as numbers, texts by name, numbers in them count. */
export function sortBy<Row>(
  rows: readonly Row[],
  sortsBy: (row: Row) => string | number,
  descending: boolean,
): readonly Row[] {
  const sign = descending ? -1 : 1
  return rows.toSorted((one, other) => {
    const [first, second] = [sortsBy(one), sortsBy(other)]
    return (
      sign *
      (typeof first === 'number' && typeof second === 'number'
        ? first - second
        : byName.compare(String(first), String(second)))
    )
  })
}

/** The order after the key that sorts: by the next column, and after the last as at first. */
export function sortByNext(columns: readonly TableColumn[], sort: TableSort | null): TableSort | null {
  const sorted = columns.filter(({ unsorted }) => !unsorted)
  const next = sorted[sorted.findIndex(({ id }) => id === sort?.column) + 1]
  return next ? { column: next.id, descending: false } : null
}

/** The order after a press on a heading: by it, then the other way round, then as at first. */
export function sortByHeading(column: string, sort: TableSort | null): TableSort | null {
  if (sort?.column !== column) return { column, descending: false }
  return sort.descending ? null : { column, descending: true }
}
