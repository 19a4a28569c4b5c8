// What a screen shows of a store. One scan changes several stores several times; each time told by itself is
// a commit of React. Here the changes of one task are told together when it has ended, and what follows
// before they are painted just before the next frame.
import { useCallback, useSyncExternalStore } from 'react'

type Told = () => void
type Subscribe = (told: Told) => () => void

// An echo that its outcome follows at once is painted with the outcome, in milliseconds.
const ECHO_MS = 100
// Pages in the background have no frames, in milliseconds.
const FRAME_LOST_MS = 100
// While scans wait the screen is drawn every so many milliseconds: a slow device would draw several times for
// each of them, and stay behind. Where drawing is dear it is drawn less often, so that it takes a fifth of
// the time.
const [SELDOM_MS, AT_LEAST_EACH_MS] = [500, 1000]
// Style, layout and paint take about as long as the script of a drawing: a fifth is ten times that.
const SHARE = 10
// A field takes its text back if its answer is not there when its event ends.
const AT_ONCE: ReadonlySet<string> = new Set(['input', 'change', 'click'])

// Those who follow a store: it tells one for all of them. A list has hundreds, and a scan changes its store
// several times.
interface Hub {
  readonly all: Set<Told>
  readonly end: () => void
}

const hubs = new WeakMap<Subscribe, Map<() => boolean, Hub>>()
// What changed since it was shown.
const waiting = new Set<Set<Told>>()
let frame: number | undefined
let timer: ReturnType<typeof setTimeout> | undefined
// When the timer ends, in milliseconds of the page's clock.
let due = Number.POSITIVE_INFINITY
// Not before this is what changed shown, on the same clock.
let notBefore = 0
let isSeldom = false
// Something has been told that no frame has shown.
let isUnpainted = false

/** From now on what changes is shown once or twice a second only, or once a frame again. */
export function showSeldom(seldom: boolean): void {
  if (isSeldom && !seldom) {
    notBefore = 0
    if (waiting.size > 0) tell()
  }
  isSeldom = seldom
}

/** Tells now what waits for the next frame: React renders it before what the caller queues after this. */
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
  // React has drawn by then.
  if (isSeldom) queueMicrotask(() => pauseFor(SHARE * (performance.now() - began), began))
  if (all.length > 0 && !isUnpainted) {
    isUnpainted = true
    requestAnimationFrame(painted)
  }
}

const pauseFor = (ms: number, since: number) => {
  if (isSeldom) notBefore = Math.max(notBefore, since + Math.min(ms, AT_LEAST_EACH_MS))
}

// The next frame is about to be made: what is told from now on is seen with the one after it.
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
  // What React itself asks for the kind of an update.
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
 * Like `useSyncExternalStore`, but at most once a frame. `isEcho`: the change says only that something has
 * begun; it is shown with what comes of it, or after 100 ms. Both functions must stay the same from render to
 * render; `get` may change.
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
