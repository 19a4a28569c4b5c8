// Batches store updates into one React render per frame. One scan changes several stores several times, and
// each separate notification would render React.
import { useCallback, useSyncExternalStore } from 'react'

type Listener = () => void
type Subscribe = (listener: Listener) => () => void

// An echo waits this long for its outcome, so that both are painted together, in milliseconds.
const echoDelayMs = 100
// Fallback if the browser runs no frames, as in background pages, in milliseconds.
const frameFallbackMs = 100
// Render interval while scans are queued, in milliseconds, and its maximum. A slow device would fall behind;
// where a render is slow, it takes at most a fifth of the time.
const [throttleMs, maxThrottleMs] = [500, 1000]
// Style, layout and paint take about as long as the script of a render: a fifth of the time is ten times the
// script's duration.
const renderShare = 10
// Events that must render synchronously: React resets a controlled field that has no new value when its event
// ends.
const synchronousEvents: ReadonlySet<string> = new Set(['input', 'change', 'click'])

// All listeners of one store. Subscribing once for all of them is cheaper: a list has hundreds, and a scan
// changes its store several times.
interface Subscription {
  readonly listeners: Set<Listener>
  readonly unsubscribe: () => void
}

const subscriptions = new WeakMap<Subscribe, Map<() => boolean, Subscription>>()
// Listeners with a change that is not rendered yet.
const pendingListeners = new Set<Set<Listener>>()
let frame: number | undefined
let timer: ReturnType<typeof setTimeout> | undefined
// When the timer fires, in milliseconds of the page's clock.
let timerDueAt = Number.POSITIVE_INFINITY
// No render before this time, on the same clock.
let notBefore = 0
let isThrottled = false
// A render has not been painted yet.
let isUnpainted = false

/** Throttles rendering to once or twice a second, or returns to once per frame. */
export function throttleRendering(shouldThrottle: boolean): void {
  if (isThrottled && !shouldThrottle) {
    notBefore = 0
    if (pendingListeners.size > 0) scheduleRender()
  }
  isThrottled = shouldThrottle
}

/** Renders the pending changes now, before anything that the caller queues afterwards. */
export function flushRendering(): void {
  if (frame !== undefined) cancelAnimationFrame(frame)
  clearTimeout(timer)
  frame = undefined
  timerDueAt = Number.POSITIVE_INFINITY
  const all = [...pendingListeners].flatMap((listeners) => [...listeners])
  pendingListeners.clear()
  const began = performance.now()
  if (isThrottled) notBefore = began + throttleMs
  for (const listener of all) listener()
  // React has rendered by then.
  if (isThrottled) queueMicrotask(() => throttleFor(renderShare * (performance.now() - began), began))
  if (all.length > 0 && !isUnpainted) {
    isUnpainted = true
    requestAnimationFrame(onPainted)
  }
}

const throttleFor = (ms: number, since: number) => {
  if (isThrottled) notBefore = Math.max(notBefore, since + Math.min(ms, maxThrottleMs))
}

// The next frame is about to be painted: later changes appear in the frame after it.
const onPainted = () => {
  isUnpainted = false
}

const renderWithin = (ms: number) => {
  const end = performance.now() + ms
  if (end >= timerDueAt) return
  clearTimeout(timer)
  timerDueAt = end
  timer = setTimeout(flushRendering, ms)
}

const scheduleRender = (isEcho = false) => {
  const remainingMs = notBefore - performance.now()
  // React uses the same event to choose the priority of an update.
  if (synchronousEvents.has(window.event?.type ?? '')) flushRendering()
  else if (remainingMs > 0) renderWithin(remainingMs)
  else if (isEcho) renderWithin(echoDelayMs)
  else if (!isUnpainted) renderWithin(0)
  else {
    frame ??= requestAnimationFrame(flushRendering)
    renderWithin(frameFallbackMs)
  }
}

/**
 * Like `useSyncExternalStore`, but renders at most once per frame. `isEcho`: the change only shows that work
 * has begun; it renders with its outcome, or after 100 ms. `subscribe` and `isEcho` must be stable between
 * renders; `get` may change.
 */
export function useBatchedStore<Snapshot>(
  subscribe: Subscribe,
  get: () => Snapshot,
  isEcho: () => boolean = isNeverEcho,
): Snapshot {
  const subscribeComponent = useCallback(
    (listener: Listener) => {
      const { listeners } = subscriptionOf(subscribe, isEcho)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) endSubscription(subscribe, isEcho)
      }
    },
    [subscribe, isEcho],
  )
  return useSyncExternalStore(subscribeComponent, get)
}

const subscriptionOf = (subscribe: Subscribe, isEcho: () => boolean): Subscription => {
  const known = subscriptions.get(subscribe) ?? new Map<() => boolean, Subscription>()
  subscriptions.set(subscribe, known)
  const before = known.get(isEcho)
  if (before) return before
  const listeners = new Set<Listener>()
  const unsubscribe = subscribe(() => {
    pendingListeners.add(listeners)
    scheduleRender(isEcho())
  })
  const subscription = { listeners, unsubscribe }
  known.set(isEcho, subscription)
  return subscription
}

const endSubscription = (subscribe: Subscribe, isEcho: () => boolean) => {
  const known = subscriptions.get(subscribe)
  known?.get(isEcho)?.unsubscribe()
  known?.delete(isEcho)
}

const isNeverEcho = () => false
