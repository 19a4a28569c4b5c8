// A row of a table of lines, and the keys that move the focus in the table.
import type { ComponentProps, KeyboardEvent } from 'react'
import { TableRow } from '#app/ui/table.tsx'
import { LineProblem } from './line-layout.tsx'
import './line-table.css'

/** `children`: its cells, one for each column; below them, why it was not saved. */
export function LineTableRow({
  attributes,
  columns,
  problem,
  children,
  ...row
}: ComponentProps<typeof TableRow> & {
  /** From `lineAttributes`. */
  readonly attributes: Readonly<Record<string, unknown>>
  /** The number of columns. */
  readonly columns: number
  readonly problem: string | undefined
}) {
  return (
    <TableRow {...row} {...attributes} className="line-table-row">
      {children}
      {problem !== undefined && (
        <div role="cell" aria-colspan={columns} className="line-table-problem">
          <LineProblem problem={problem} />
        </div>
      )}
    </TableRow>
  )
}

const pageRows = 15
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: pageRows,
  PageUp: -pageRows,
}

/**
 * Returns the row to which a key moves the focus from row `at` of `count`, and whether its quantity takes it;
 * undefined for another key.
 */
export function moveOfKey(
  { target, key, altKey, ctrlKey, metaKey, defaultPrevented }: KeyboardEvent,
  at: number,
  count: number,
): { readonly index: number; readonly quantity: boolean } | undefined {
  if (defaultPrevented || altKey || ctrlKey || metaKey || !(target instanceof HTMLElement)) return undefined
  const onRow = target.matches('[role="row"]')
  const onQuantity = target instanceof HTMLInputElement
  const step = steps[key]
  const isArrow = step === 1 || step === -1
  const to = (index: number) => Math.max(0, Math.min(count - 1, index))
  if (onRow && key === 'Enter') return { index: to(at), quantity: true }
  if (onQuantity && isArrow) return { index: to(at + step), quantity: true }
  if (!onRow) return undefined
  if (key === 'Home' || key === 'End') return { index: key === 'Home' ? 0 : count - 1, quantity: false }
  return step === undefined ? undefined : { index: to(at + step), quantity: false }
}
