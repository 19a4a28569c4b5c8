// Tables of a terminal: aligned columns and a sticky header row; only the visible rows are rendered.
import {
  type ComponentPropsWithRef,
  type CSSProperties,
  type ReactNode,
  useCallback,
  useLayoutEffect,
  useRef,
} from 'react'
import { classNames } from './class-names.ts'
import { useRowsInWindow, type VirtualRowsOptions } from './rows-in-window.ts'
import { useCoveredHeight } from './use-covered-height.ts'
import './table.css'

// The height of a row without content below its cells, in pixels.
const rowHeightPx = 34

export interface TableColumn {
  readonly id: string
  readonly label: string
  /** The width as a CSS grid track. */
  readonly width: string
  /** Quantities are aligned at the end. */
  readonly align?: 'end'
  /** Cannot be sorted. */
  readonly unsorted?: true
  /** The label is for screen readers only. */
  readonly unseen?: true
}

export interface TableSort {
  readonly column: string
  readonly descending: boolean
}

/** The position of a row, as plain values: a row whose position does not change need not render again. */
export interface RowPlace {
  readonly index: number
  /** The distance from the start of the rows, in pixels. */
  readonly top: number
  readonly measure: (row: Element | null) => void
}

interface TableProps extends Omit<VirtualRowsOptions, 'list' | 'rowHeight' | 'covered'> {
  readonly label: string
  readonly columns: readonly TableColumn[]
  /** The number of all rows, including those that are not loaded. */
  readonly total: number
  readonly sort: TableSort | null
  readonly onSort: (column: string) => void
  /**
   * The height of the page that is covered above the table's header row, in pixels; default: that of the
   * shell's header.
   */
  readonly above?: number
  /** Renders a `TableRow` at this place. */
  readonly row: (key: string, place: RowPlace) => ReactNode
  /** The cells of the sums, below the rows and always visible. */
  readonly sums?: ReactNode
}

/** A table of `keys.length` loaded rows out of `total`; the page scrolls. */
export function Table({ label, columns, total, sort, onSort, above, row, sums, ...wanted }: TableProps) {
  const head = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const byShell = useCoveredHeight(head, above === undefined)
  const covered = above === undefined ? byShell : above + rowHeightPx
  const { virtualizer, above: start } = useRowsInWindow({
    ...wanted,
    list: body,
    rowHeight: rowHeightPx,
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

/** A row at its place; its children are `TableCell`s, one for each column. */
export function TableRow({ index, top, measure, ref, className, children, ...rest }: RowProps) {
  // A stable ref: a new function at each render would measure the row each time and keep an outdated height.
  const refProp = useRef(ref)
  useLayoutEffect(() => {
    refProp.current = ref
  })
  const setRow = useCallback(
    (row: HTMLDivElement | null) => {
      measure(row)
      refProp.current?.(row)
    },
    [measure],
  )
  return (
    <div
      {...rest}
      role="row"
      ref={setRow}
      data-index={index}
      aria-rowindex={index + 2}
      className={classNames('table-row', className)}
      style={{ transform: `translateY(${top}px)` }}
    >
      {children}
    </div>
  )
}

/** A cell; the column cuts its text off, and its title contains all of it. */
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
        <span className={unseen ? 'for-readers' : 'text-strong'}>{label}</span>
      ) : (
        <button type="button" className="table-sort" onClick={() => onSort(id)}>
          {label}
        </button>
      )}
    </div>
  )
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/**
 * Sorts rows by a column's value: numbers as numbers, texts by name with numbers inside compared as numbers.
 */
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

/** The order after the sort key: by the next column; after the last column, the initial order. */
export function sortByNext(columns: readonly TableColumn[], sort: TableSort | null): TableSort | null {
  const sorted = columns.filter(({ unsorted }) => !unsorted)
  const next = sorted[sorted.findIndex(({ id }) => id === sort?.column) + 1]
  return next ? { column: next.id, descending: false } : null
}

/** The order after a press on a heading: ascending, then descending, then the initial order. */
export function sortByHeading(column: string, sort: TableSort | null): TableSort | null {
  if (sort?.column !== column) return { column, descending: false }
  return sort.descending ? null : { column, descending: true }
}
