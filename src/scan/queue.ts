/**
 * The queue of scans of one screen: strictly one after the other, unbounded, and serialisable, so that a reload runs what
 * was waiting. A failed scan never takes the next with it; after an error the next one waits until a person has
 * acknowledged it, or runs on, as the workstation is set (docs/scanning.md, Held errors).
 */

export type AfterError = 'hold' | 'continue'

export interface QueuedScan {
  readonly id: string
  readonly text: string
  readonly raw: string
  /** Only a part of a code was read: it means nothing but that. */
  readonly cut?: true
  /** When it was read, in milliseconds since 1970. */
  readonly at: number
  /** The screen it was read for; absent while that screen is yet to open. */
  readonly target?: string
  /** Whole plants: the quantity that was given before the scan. */
  readonly quantity?: number
  /** The address of the screen it was made on: where it can be tried again. */
  readonly address?: string
  /** It was no scan: a number that was typed after the scan of this id, and given to its line with Enter. */
  readonly of?: string
  /** What is typed after it for its line, and not given yet. */
  readonly typed?: string
  /** The number before it was dropped: it is told and not carried out. */
  readonly lacks?: string
  readonly state: 'waiting' | 'running' | 'failed'
  /** Why it failed: code of the sentence, and its arguments. */
  readonly why?: FailedFor
}

export interface FailedFor {
  readonly code: string
  readonly args: Readonly<Record<string, string | number>>
}

export interface ScanQueue {
  readonly items: readonly QueuedScan[]
  readonly afterError: AfterError
  /** The failed scan that a person has yet to acknowledge; nothing starts before. */
  readonly heldBy?: string
}

export type QueueEvent =
  | { readonly type: 'enqueue'; readonly scan: Omit<QueuedScan, 'state'> }
  /** A scan is done, whatever its tone; `failed` marks an error a person has to see. */
  | { readonly type: 'done'; readonly id: string }
  | { readonly type: 'fail'; readonly id: string; readonly why?: FailedFor }
  /** Something that was done before came to nothing after all: it waits for a person as a failed scan does. */
  | { readonly type: 'hold'; readonly scan: Omit<QueuedScan, 'state'>; readonly why: FailedFor }
  | { readonly type: 'acknowledge' }
  /** What is typed after a scan for its line; null: nothing any more. */
  | { readonly type: 'typed'; readonly id: string; readonly text: string | null }
  /** Says which screen waiting scans are for, now that it is known. */
  | { readonly type: 'bind'; readonly ids: readonly string[]; readonly target: string }
  | { readonly type: 'set-after-error'; readonly afterError: AfterError }
  /** The screen is left for good: what waits for it is dropped by a person's decision, never by itself. */
  | { readonly type: 'discard'; readonly id: string }

/** What the client has to do: run this scan now. */
export interface QueueEffect {
  readonly type: 'run'
  readonly scan: QueuedScan
}

/** An empty queue; scans after an error wait unless told otherwise. */
export function createQueue(afterError: AfterError = 'hold'): ScanQueue {
  return { items: [], afterError }
}

/** How many scans wait or run: the number that the person sees. Failed ones that were held are not counted. */
export function queueDepth(queue: ScanQueue): number {
  return queue.items.filter((item) => item.state !== 'failed').length
}

/** Applies one event; the effect, if any, is the one scan to run now. Events about unknown scans change nothing. */
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
 * Reads a queue back from storage. What was running when the page went away waits again, in its place: the server's
 * idempotency key, derived from the scan's id, makes the second attempt harmless. Damaged entries are left out and
 * counted, so that the person can be told; good ones are never lost for their sake.
 */
export function restoreQueue(
  stored: unknown,
  afterError: AfterError = 'hold',
): { readonly queue: ScanQueue; readonly effects: readonly QueueEffect[]; readonly unreadable: number } {
  const source = isRecord(stored) ? stored : {}
  const list = Array.isArray(source['items']) ? source['items'] : []
  const items: QueuedScan[] = []
  let unreadable = isRecord(stored) || stored === undefined || stored === null ? 0 : 1
  for (const entry of list) {
    const item = readItem(entry)
    if (item === undefined || items.some(({ id }) => id === item.id)) unreadable += 1
    else items.push(item)
  }
  const setting =
    source['afterError'] === 'continue' || source['afterError'] === 'hold' ? source['afterError'] : afterError
  const failed = items.find((item) => item.state === 'failed')
  const held = failed !== undefined && setting === 'hold'
  const restored: ScanQueue = {
    items: items.filter((item) => item.state !== 'failed' || (held && item.id === failed.id)),
    afterError: setting,
    ...(held ? { heldBy: failed.id } : {}),
  }
  const [queue, effects] = startNext(restored)
  return { queue, effects, unreadable }
}

// How long the same code again is the trigger's bounce rather than a second scan, in milliseconds.
const bounceMs = 400

/** Whether a scan is the trigger's bounce: the same text within 400 ms. It is left out silently. */
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
  const { id, text, raw, cut, at, target, quantity, address, of, typed, lacks, state, why } = entry
  if (typeof id !== 'string' || id === '' || typeof text !== 'string') return undefined
  return {
    id,
    text,
    raw: typeof raw === 'string' ? raw : text,
    ...(cut === true && { cut }),
    at: typeof at === 'number' && Number.isFinite(at) ? at : 0,
    ...(typeof target === 'string' ? { target } : {}),
    ...(typeof quantity === 'number' && Number.isSafeInteger(quantity) ? { quantity } : {}),
    ...(typeof address === 'string' && { address }),
    ...(typeof of === 'string' && { of }),
    ...(typeof typed === 'string' && { typed }),
    ...(typeof lacks === 'string' && { lacks }),
    state: state === 'failed' ? 'failed' : 'waiting',
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
