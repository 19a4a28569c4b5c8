// Virtual lists: only visible rows are rendered. The page scrolls, so that a handheld has only one scroll
// area.
import { useVirtualizer, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import './virtual-list.css'

export interface VirtualListProps {
  readonly keys: readonly string[]
  /** Estimated row height in pixels; rows are measured when rendered. */
  readonly rowHeight: number
  readonly label: string
  readonly className?: string
  readonly row: (key: string, index: number) => ReactNode
  /** The row to scroll to; `wish` repeats the request. */
  readonly show?: { readonly index: number; readonly wish: string | number } | undefined
  /** Called near the end of the list. */
  readonly onEnd?: (() => void) | undefined
  /** The height covered at the top of the page, in pixels. */
  readonly covered?: number
}

const NEAR_END = 5

export function VirtualList({
  keys,
  rowHeight,
  label,
  className,
  row,
  show,
  onEnd,
  covered = 0,
}: VirtualListProps) {
  const list = useRef<HTMLUListElement>(null)
  const [offset, setOffset] = useState(0)
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return undefined
    const measure = () => setOffset(Math.round(element.getBoundingClientRect().top + window.scrollY))
    measure()
    // Content above may grow: an opened search, a header form.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  const virtualizer = useWindowVirtualizer({
    count: keys.length,
    estimateSize: () => rowHeight,
    overscan: 6,
    // It may scroll inside an effect, where React does not flush.
    useFlushSync: false,
    scrollMargin: offset,
    scrollPaddingStart: covered,
    scrollPaddingEnd: 96,
    getItemKey: (index) => keys[index] ?? index,
  })
  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)?.index ?? -1
  useEffect(() => {
    if (last >= keys.length - NEAR_END) onEnd?.()
  }, [last, keys.length, onEnd])
  const wish = show?.wish
  const index = show?.index ?? -1
  useEffect(() => {
    if (wish !== undefined && index >= 0) virtualizer.scrollToIndex(index, { align: 'auto' })
  }, [wish, index, virtualizer])

  return (
    <ul
      ref={list}
      className={className}
      aria-label={label}
      style={{ height: virtualizer.getTotalSize(), position: 'relative' }}
    >
      <Rows items={items} measure={virtualizer.measureElement} above={offset} keys={keys} row={row} />
    </ul>
  )
}

/** A long list in its own scroll box, above something more important. */
export function BoxedList({
  keys,
  rowHeight,
  label,
  className,
  row,
  onEnd,
}: Pick<VirtualListProps, 'keys' | 'rowHeight' | 'label' | 'className' | 'row' | 'onEnd'>) {
  const box = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: keys.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    // It may scroll inside an effect, where React does not flush.
    useFlushSync: false,
    getItemKey: (index) => keys[index] ?? index,
  })
  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)?.index ?? -1
  useEffect(() => {
    if (last >= keys.length - NEAR_END) onEnd?.()
  }, [last, keys.length, onEnd])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls has to be in reach of the keyboard
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
