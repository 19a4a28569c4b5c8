/**
 * The scan queue of a screen: runs one scan at a time. It is unbounded, and serialisable so that waiting
 * scans survive a reload. By the workstation's setting, an error holds the next scans until it is
 * acknowledged, or they continue (docs/scanning.md, Held errors).
 */
import type { UnclearScan } from './capture.ts'

export type AfterError = 'hold' | 'continue'

export interface QueuedScan {
  readonly id: string
  readonly text: string
  readonly raw: string
  /** Only a part of a code was read: the scan is reported, but not run. */
  readonly cut?: true
  /** The code is ambiguous: the scan is reported, but not run. */
  readonly unclear?: UnclearScan
  /** The time of the scan, in milliseconds since 1970. */
  readonly at: number
  /** The target screen; absent until that screen is open. */
  readonly target?: string
  /** The quantity entered before the scan, in whole plants. */
  readonly quantity?: number
  /**
   * The scan uses the kept quantity of the next scans. `quantity` is its value at the time of the scan,
   * absent if the screen was not open yet.
   */
  readonly kept?: true
  /** The path of its screen, for a retry. */
  readonly address?: string
  /** Not a scan, but a number typed after the scan with this id and confirmed with Enter. */
  readonly of?: string
  /** Unconfirmed input for its line, typed after the scan. */
  readonly typed?: string
  /** The dropped number before the scan: the scan is reported, but not run. */
  readonly lacks?: string
  readonly state: 'waiting' | 'running' | 'failed'
  /** It was running when its page closed, so it may already be done. */
  readonly begun?: true
  /** The reason of the failure: sentence code and facts. */
  readonly why?: FailedFor
}

export interface FailedFor {
  readonly code: string
  readonly args: Readonly<Record<string, string | number>>
}

export interface ScanQueue {
  readonly items: readonly QueuedScan[]
  readonly afterError: AfterError
  /** The failed scan to acknowledge; no scan starts before that. */
  readonly heldBy?: string
}

export type QueueEvent =
  | { readonly type: 'enqueue'; readonly scan: Omit<QueuedScan, 'state'> }
  /** A scan is done, with any tone. `fail` reports an error that a person must see. */
  | { readonly type: 'done'; readonly id: string }
  | { readonly type: 'fail'; readonly id: string; readonly why?: FailedFor }
  /** A completed operation failed later: it is held like a failed scan. */
  | { readonly type: 'hold'; readonly scan: Omit<QueuedScan, 'state'>; readonly why: FailedFor }
  | { readonly type: 'acknowledge' }
  /** Input for a scan's line; null if there is none any more. */
  | { readonly type: 'typed'; readonly id: string; readonly text: string | null }
  /** Sets the target screen of waiting scans after it has opened. */
  | { readonly type: 'bind'; readonly ids: readonly string[]; readonly target: string }
  | { readonly type: 'set-after-error'; readonly afterError: AfterError }
  /** A person discards a scan of a screen that they left; never automatic. */
  | { readonly type: 'discard'; readonly id: string }

/** The client must run this scan now. */
export interface QueueEffect {
  readonly type: 'run'
  readonly scan: QueuedScan
}

/** An empty queue; by default scans wait after an error. */
export function createQueue(afterError: AfterError = 'hold'): ScanQueue {
  return { items: [], afterError }
}

/** The number of waiting and running scans, without failed ones. */
export function queueDepth(queue: ScanQueue): number {
  return queue.items.filter((item) => item.state !== 'failed').length
}

/** Applies an event; the effect is the scan to run now, if any. Ignores events for unknown scans. */
export function reduceQueue(
  queue: ScanQueue,
  event: QueueEvent,
): readonly [ScanQueue, readonly QueueEffect[]] {
  return startNext(applyEvent(queue, event))
}

function applyEvent(queue: ScanQueue, event: QueueEvent): ScanQueue {
  switch (event.type) {
    case 'enqueue':
      if (queue.items.some((item) => item.id === event.scan.id)) return queue
      return { ...queue, items: [...queue.items, { ...event.scan, state: 'waiting' }] }
    case 'done':
      return isRunning(queue, event.id) ? withoutItem(queue, event.id) : queue
    case 'fail':
      if (!isRunning(queue, event.id)) return queue
      if (queue.afterError === 'continue') return withoutItem(queue, event.id)
      return {
        ...queue,
        heldBy: event.id,
        items: queue.items.map((item) =>
          item.id === event.id ? { ...item, state: 'failed', ...(event.why && { why: event.why }) } : item,
        ),
      }
    case 'hold': {
      if (queue.afterError === 'continue' || queue.heldBy !== undefined) return queue
      const { scan, why } = event
      const others = queue.items.filter(({ id }) => id !== scan.id)
      return { ...queue, heldBy: scan.id, items: [{ ...scan, state: 'failed', why }, ...others] }
    }
    case 'acknowledge':
      return queue.heldBy === undefined
        ? queue
        : release({ ...queue, items: queue.items.filter(({ state }) => state !== 'failed') })
    case 'typed':
      return {
        ...queue,
        items: queue.items.map((item) => (item.id === event.id ? withTyped(item, event.text) : item)),
      }
    case 'bind':
      return {
        ...queue,
        items: queue.items.map((item) =>
          event.ids.includes(item.id) ? { ...item, target: event.target } : item,
        ),
      }
    case 'set-after-error': {
      const updated: ScanQueue = { ...queue, afterError: event.afterError }
      if (event.afterError === 'hold' || updated.heldBy === undefined) return updated
      return release(withoutItem(updated, updated.heldBy))
    }
    case 'discard': {
      if (isRunning(queue, event.id)) return queue
      const without = withoutItem(queue, event.id)
      return queue.heldBy === event.id ? release(without) : without
    }
  }
}

function withTyped(item: QueuedScan, text: string | null): QueuedScan {
  const { typed: _before, ...rest } = item
  return text === null ? rest : { ...rest, typed: text }
}

function startNext(queue: ScanQueue): readonly [ScanQueue, readonly QueueEffect[]] {
  if (queue.heldBy !== undefined || queue.items.some((item) => item.state === 'running')) return [queue, []]
  const next = queue.items.find((item) => item.state === 'waiting')
  if (next === undefined) return [queue, []]
  const running: QueuedScan = { ...next, state: 'running' }
  return [
    { ...queue, items: queue.items.map((item) => (item.id === next.id ? running : item)) },
    [{ type: 'run', scan: running }],
  ]
}

/**
 * Restores a queue from storage; its scans come before those queued now. A scan that was running waits again:
 * the idempotency key from its id makes a second run harmless. Drops unreadable entries and returns their
 * number for a message.
 */
export function restoreQueue(
  stored: unknown,
  now: ScanQueue = createQueue(),
): {
  readonly queue: ScanQueue
  readonly effects: readonly QueueEffect[]
  readonly unreadable: number
  readonly n: number
} {
  const list = isRecord(stored) && Array.isArray(stored['items']) ? stored['items'] : []
  const before: QueuedScan[] = []
  let unreadable = isRecord(stored) || stored === undefined || stored === null ? 0 : 1
  for (const entry of list) {
    const item = readItem(entry)
    if (item === undefined || before.some(({ id }) => id === item.id)) unreadable += 1
    else if (now.items.every(({ id }) => id !== item.id)) before.push(item)
  }
  const failed = before.find((item) => item.state === 'failed')
  const held = failed !== undefined && now.afterError === 'hold' && now.heldBy === undefined
  const kept = before.filter((item) => item.state !== 'failed' || (held && item.id === failed.id))
  const [queue, effects] = startNext({
    ...now,
    items: [
      ...now.items.filter((item) => item.state === 'running'),
      ...kept,
      ...now.items.filter((item) => item.state !== 'running'),
    ],
    ...(held ? { heldBy: failed.id } : {}),
  })
  return { queue, effects, unreadable, n: kept.filter((item) => item.state !== 'failed').length }
}

// The same code within this time is a bounce of the trigger, in milliseconds.
const bounceMs = 400

/** Is a scan a bounce of the trigger: the same text within 400 ms? Such scans are ignored silently. */
export function isBounce(
  previous: { readonly text: string; readonly at: number } | undefined,
  scan: { readonly text: string; readonly at: number },
): boolean {
  if (previous === undefined || previous.text !== scan.text) return false
  const elapsed = scan.at - previous.at
  return elapsed >= 0 && elapsed <= bounceMs
}

function readItem(entry: unknown): QueuedScan | undefined {
  if (!isRecord(entry)) return undefined
  const {
    id,
    text,
    raw,
    cut,
    unclear,
    at,
    target,
    quantity,
    kept,
    address,
    of,
    typed,
    lacks,
    state,
    begun,
    why,
  } = entry
  if (typeof id !== 'string' || id === '' || typeof text !== 'string') return undefined
  return {
    id,
    text,
    raw: typeof raw === 'string' ? raw : text,
    ...(cut === true && { cut }),
    ...((unclear === 'glued' || unclear === 'mixed') && { unclear }),
    at: typeof at === 'number' && Number.isFinite(at) ? at : 0,
    ...(typeof target === 'string' ? { target } : {}),
    ...(typeof quantity === 'number' && Number.isSafeInteger(quantity) ? { quantity } : {}),
    ...(kept === true && { kept }),
    ...(typeof address === 'string' && { address }),
    ...(typeof of === 'string' && { of }),
    ...(typeof typed === 'string' && { typed }),
    ...(typeof lacks === 'string' && { lacks }),
    state: state === 'failed' ? 'failed' : 'waiting',
    ...((state === 'running' || begun === true) && { begun: true }),
    ...(isReason(why) && { why }),
  }
}

const isReason = (value: unknown): value is FailedFor =>
  isRecord(value) &&
  typeof value['code'] === 'string' &&
  isRecord(value['args']) &&
  Object.values(value['args']).every((arg) => typeof arg === 'string' || typeof arg === 'number')

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isRunning = (queue: ScanQueue, id: string): boolean =>
  queue.items.some((item) => item.id === id && item.state === 'running')

const withoutItem = (queue: ScanQueue, id: string): ScanQueue => ({
  ...queue,
  items: queue.items.filter((item) => item.id !== id),
})

function release(queue: ScanQueue): ScanQueue {
  const { heldBy: _acknowledged, ...rest } = queue
  return rest
}
