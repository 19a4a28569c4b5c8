// Virtual lists: render only visible rows. The page scrolls: a handheld has only one scroll area.
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef } from 'react'
import { useRowsInWindow, type VirtualRowsOptions } from '#app/ui/rows-in-window.ts'
import './virtual-list.css'

interface VirtualListProps extends Omit<VirtualRowsOptions, 'list'> {
  readonly label: string
  readonly row: (key: string, index: number) => ReactNode
}

const NEAR_END = 5

export function VirtualList({ label, row, ...wanted }: VirtualListProps) {
  const list = useRef<HTMLUListElement>(null)
  const { virtualizer, above } = useRowsInWindow({ list, ...wanted })
  return (
    <ul ref={list} aria-label={label} style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
      <Rows
        items={virtualizer.getVirtualItems()}
        measure={virtualizer.measureElement}
        above={above}
        keys={wanted.keys}
        row={row}
      />
    </ul>
  )
}

/** A long list with its own scrollbar, above more important content. */
export function BoxedList({
  keys,
  rowHeight,
  label,
  className,
  row,
  onEnd,
}: Pick<VirtualListProps, 'keys' | 'rowHeight' | 'label' | 'row' | 'onEnd'> & {
  readonly className: string
}) {
  const box = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: keys.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    // It may scroll inside an effect, where React cannot flush synchronously.
    useFlushSync: false,
    getItemKey: (index) => keys[index] ?? index,
  })
  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)?.index ?? -1
  useEffect(() => {
    if (last >= keys.length - NEAR_END) onEnd?.()
  }, [last, keys.length, onEnd])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys must reach what scrolls
    <div ref={box} className={className} role="region" aria-label={label} tabIndex={0}>
      <ul style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
        <Rows items={items} measure={virtualizer.measureElement} above={0} keys={keys} row={row} />
      </ul>
    </div>
  )
}

interface RowsProps extends Pick<VirtualListProps, 'keys' | 'row'> {
  readonly items: readonly VirtualItem[]
  readonly measure: (row: Element | null) => void
  /** The height of the page above the list, in pixels. */
  readonly above: number
}

const Rows = ({ items, measure, above, keys, row }: RowsProps) =>
  items.map(({ key, index, start }) => (
    <li
      key={key}
      ref={measure}
      data-index={index}
      aria-setsize={keys.length}
      aria-posinset={index + 1}
      className="virtual-list-row"
      style={{ transform: `translateY(${start - above}px)` }}
    >
      {row(keys[index] ?? '', index)}
    </li>
  ))
