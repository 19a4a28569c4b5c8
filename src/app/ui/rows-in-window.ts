// Renders only the visible rows of a long list, where the page itself scrolls.
import { useWindowVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'

export interface VirtualRowsOptions {
  readonly list: RefObject<HTMLElement | null>
  readonly keys: readonly string[]
  /** Estimated row height in pixels; rows are measured when rendered. */
  readonly rowHeight: number
  /**
   * The row to scroll to if it is not visible; a new `requestId` repeats the request. `ahead`: scrolls it to
   * the top, with the following rows below; otherwise scrolls as little as needed.
   */
  readonly show?:
    | { readonly index: number; readonly requestId: string | number; readonly ahead?: boolean }
    | undefined
  /** Called near the end of the list. */
  readonly onEnd?: (() => void) | undefined
  /** The height covered at the top of the page, in pixels. */
  readonly covered?: number
}

const rowsBeforeEnd = 5
// The height kept free below the row that is shown, in pixels: the navigation of a handheld.
const freeBelowPx = 96

// Is the row between the covered top and the free bottom? All in pixels.
const isInSight = (row: VirtualItem, scrolled: number, covered: number): boolean =>
  row.start >= scrolled + covered && row.end <= scrolled + window.innerHeight - freeBelowPx

// The number of rows rendered above and below the visible ones, for scrolling.
const overscanRows = 6

// The first paint has only the visible rows; the overscan rows render later, in a transition.
function useOverscan(): number {
  const [overscan, setOverscan] = useState(0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setOverscan(overscanRows)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return overscan
}

/** The virtualizer of these rows, and the height of the page above them, in pixels. */
export function useRowsInWindow({ list, keys, rowHeight, show, onEnd, covered = 0 }: VirtualRowsOptions): {
  readonly virtualizer: Virtualizer<Window, Element>
  readonly above: number
} {
  const [above, setAbove] = useState(0)
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return undefined
    const measure = () => setAbove(Math.round(element.getBoundingClientRect().top + window.scrollY))
    measure()
    // Content above may grow: an opened search, a header form.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list])
  const virtualizer = useWindowVirtualizer({
    count: keys.length,
    estimateSize: () => rowHeight,
    overscan: useOverscan(),
    // The virtualizer may scroll inside an effect, where React cannot flush.
    useFlushSync: false,
    scrollMargin: above,
    scrollPaddingStart: covered,
    scrollPaddingEnd: freeBelowPx,
    getItemKey: (index) => keys[index] ?? index,
  })
  const last = virtualizer.getVirtualItems().at(-1)?.index ?? -1
  useEffect(() => {
    if (last >= keys.length - rowsBeforeEnd) onEnd?.()
  }, [last, keys.length, onEnd])
  const coveredRef = useRef(covered)
  useEffect(() => {
    coveredRef.current = covered
  }, [covered])
  const requestId = show?.requestId
  const index = show?.index ?? -1
  const ahead = show?.ahead === true
  useEffect(() => {
    if (requestId === undefined || index < 0) return
    // If there is no room for two rows, align to the start: the beginning of a row identifies it.
    const row = virtualizer.measurementsCache[index]
    const size = row?.size ?? 0
    const fitsTwoRows = 2 * size <= window.innerHeight - coveredRef.current - freeBelowPx
    // Skip scrolling if visible: it forces a layout even without a change.
    if (fitsTwoRows && row && isInSight(row, virtualizer.scrollOffset ?? 0, coveredRef.current)) return
    virtualizer.scrollToIndex(index, { align: fitsTwoRows && !ahead ? 'auto' : 'start' })
  }, [requestId, index, ahead, virtualizer])
  return { virtualizer, above }
}
