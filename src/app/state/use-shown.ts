// Batches store updates into one React render per frame. One scan changes several stores several times, and
// each separate notification would render React.
import { useCallback, useSyncExternalStore } from 'react'

type Told = () => void
type Subscribe = (told: Told) => () => void

// An echo waits this long for its outcome, so that both are painted together, in milliseconds.
const ECHO_MS = 100
// Fallback if the browser runs no frames, as in background pages, in milliseconds.
const FRAME_LOST_MS = 100
// Render interval while scans are queued, in milliseconds, and its maximum. A slow device would fall behind;
// where a render is slow, it takes at most a fifth of the time.
const [SELDOM_MS, AT_LEAST_EACH_MS] = [500, 1000]
// Style, layout and paint take about as long as the script of a render: a fifth of the time is ten times the
// script's duration.
const SHARE = 10
// Events that must render synchronously: React resets a controlled field that has no new value when its event
// ends.
const AT_ONCE: ReadonlySet<string> = new Set(['input', 'change', 'click'])

// All listeners of one store. Subscribing once for all of them is cheaper: a list has hundreds, and a scan
// changes its store several times.
interface Hub {
  readonly all: Set<Told>
  readonly end: () => void
}

const hubs = new WeakMap<Subscribe, Map<() => boolean, Hub>>()
// Listeners with a change that is not rendered yet.
const waiting = new Set<Set<Told>>()
let frame: number | undefined
let timer: ReturnType<typeof setTimeout> | undefined
// When the timer fires, in milliseconds of the page's clock.
let due = Number.POSITIVE_INFINITY
// No render before this time, on the same clock.
let notBefore = 0
let isSeldom = false
// A render has not been painted yet.
let isUnpainted = false

/** Throttles rendering to once or twice a second, or returns to once per frame. */
export function showSeldom(seldom: boolean): void {
  if (isSeldom && !seldom) {
    notBefore = 0
    if (waiting.size > 0) tell()
  }
  isSeldom = seldom
}

/** Renders the pending changes now, before anything that the caller queues afterwards. */
export function showNow(): void {
  if (frame !== undefined) cancelAnimationFrame(frame)
  clearTimeout(timer)
  frame = undefined
  due = Number.POSITIVE_INFINITY
  const all = [...waiting].flatMap((followers) => [...followers])
  waiting.clear()
  const began = performance.now()
  if (isSeldom) notBefore = began + SELDOM_MS
  for (const told of all) told()
  // React has rendered by then.
  if (isSeldom) queueMicrotask(() => pauseFor(SHARE * (performance.now() - began), began))
  if (all.length > 0 && !isUnpainted) {
    isUnpainted = true
    requestAnimationFrame(painted)
  }
}

const pauseFor = (ms: number, since: number) => {
  if (isSeldom) notBefore = Math.max(notBefore, since + Math.min(ms, AT_LEAST_EACH_MS))
}

// The next frame is about to be painted: later changes appear in the frame after it.
const painted = () => {
  isUnpainted = false
}

const tellWithin = (ms: number) => {
  const end = performance.now() + ms
  if (end >= due) return
  clearTimeout(timer)
  due = end
  timer = setTimeout(showNow, ms)
}

const tell = (isEcho = false) => {
  const rest = notBefore - performance.now()
  // React uses the same event to choose the priority of an update.
  if (AT_ONCE.has(window.event?.type ?? '')) showNow()
  else if (rest > 0) tellWithin(rest)
  else if (isEcho) tellWithin(ECHO_MS)
  else if (!isUnpainted) tellWithin(0)
  else {
    frame ??= requestAnimationFrame(showNow)
    tellWithin(FRAME_LOST_MS)
  }
}

/**
 * Like `useSyncExternalStore`, but renders at most once per frame. `isEcho`: the change only shows that work
 * has begun; it renders with its outcome, or after 100 ms. `subscribe` and `isEcho` must be stable between
 * renders; `get` may change.
 */
export function useShown<Snapshot>(
  subscribe: Subscribe,
  get: () => Snapshot,
  isEcho: () => boolean = never,
): Snapshot {
  const follow = useCallback(
    (told: Told) => {
      const { all } = hubOf(subscribe, isEcho)
      all.add(told)
      return () => {
        all.delete(told)
        if (all.size === 0) endHub(subscribe, isEcho)
      }
    },
    [subscribe, isEcho],
  )
  return useSyncExternalStore(follow, get)
}

const hubOf = (subscribe: Subscribe, isEcho: () => boolean): Hub => {
  const known = hubs.get(subscribe) ?? new Map<() => boolean, Hub>()
  hubs.set(subscribe, known)
  const before = known.get(isEcho)
  if (before) return before
  const all = new Set<Told>()
  const end = subscribe(() => {
    waiting.add(all)
    tell(isEcho())
  })
  const hub = { all, end }
  known.set(isEcho, hub)
  return hub
}

const endHub = (subscribe: Subscribe, isEcho: () => boolean) => {
  const known = hubs.get(subscribe)
  known?.get(isEcho)?.end()
  known?.delete(isEcho)
}

const never = () => false
