/**
 * The scan queue of a screen: one at a time, unbounded and serialisable, so that a reload runs waiting scans.
 * A failed scan never drops the next; after an error the next one waits until it is acknowledged, or runs on,
 * by the workstation's setting (docs/scanning.md, Held errors).
 */
import type { UnclearScan } from './capture.ts'

export type AfterError = 'hold' | 'continue'

export interface QueuedScan {
  readonly id: string
  readonly text: string
  readonly raw: string
  /** Only a part of a code was read: it is only reported. */
  readonly cut?: true
  /** It can be read in two ways: it is only reported. */
  readonly unclear?: UnclearScan
  /** When it was read, in milliseconds since 1970. */
  readonly at: number
  /** The target screen; absent while that screen is not open yet. */
  readonly target?: string
  /** Whole plants: the quantity given before the scan. */
  readonly quantity?: number
  /**
   * It takes the quantity kept for the next scans; `quantity` is the one of then, absent if its screen was
   * not open yet.
   */
  readonly kept?: true
  /** The path of its screen, for trying again. */
  readonly address?: string
  /** Not a scan: a number typed after the scan with this id, and given to its line with Enter. */
  readonly of?: string
  /** Input for its line after the scan, not given yet. */
  readonly typed?: string
  /** The number before it was dropped: the scan is reported and not run. */
  readonly lacks?: string
  readonly state: 'waiting' | 'running' | 'failed'
  /** It was running when its page closed: it may have been done. */
  readonly begun?: true
  /** Why it failed: sentence code and facts. */
  readonly why?: FailedFor
}

export interface FailedFor {
  readonly code: string
  readonly args: Readonly<Record<string, string | number>>
}

export interface ScanQueue {
  readonly items: readonly QueuedScan[]
  readonly afterError: AfterError
  /** The failed scan to be acknowledged; nothing starts before. */
  readonly heldBy?: string
}

export type QueueEvent =
  | { readonly type: 'enqueue'; readonly scan: Omit<QueuedScan, 'state'> }
  /** A scan is done, with any tone; `failed` means an error that a person must see. */
  | { readonly type: 'done'; readonly id: string }
  | { readonly type: 'fail'; readonly id: string; readonly why?: FailedFor }
  /** An operation that was done has failed later: held like a failed scan. */
  | { readonly type: 'hold'; readonly scan: Omit<QueuedScan, 'state'>; readonly why: FailedFor }
  | { readonly type: 'acknowledge' }
  /** Input after a scan for its line; null: none any more. */
  | { readonly type: 'typed'; readonly id: string; readonly text: string | null }
  /** Sets the target screen of waiting scans once it is known. */
  | { readonly type: 'bind'; readonly ids: readonly string[]; readonly target: string }
  | { readonly type: 'set-after-error'; readonly afterError: AfterError }
  /** A person drops the scans of a screen that they left; never automatic. */
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

/** Number of waiting and running scans, as shown; failed ones are not counted. */
export function queueDepth(queue: ScanQueue): number {
  return queue.items.filter((item) => item.state !== 'failed').length
}

/** Applies an event; the effect, if any, is the scan to run now. Events about unknown scans are ignored. */
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
      const set: ScanQueue = { ...queue, afterError: event.afterError }
      if (event.afterError === 'hold' || set.heldBy === undefined) return set
      return release(withoutItem(set, set.heldBy))
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
 * Restores a queue from storage, before what is queued now. A scan that was running waits again, at its
 * place: the idempotency key from its id makes the second run harmless. Damaged entries are dropped and
 * counted, so that the person can be told; valid ones are kept.
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

// The same code within this time is trigger bounce, in milliseconds.
const bounceMs = 400

/** Is a scan trigger bounce: the same text within 400 ms? It is ignored silently. */
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
