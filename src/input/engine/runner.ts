// The queue runner as a reducer: (state, event) -> [state, effects]. It decides when the next scan runs;
// `engine.ts` performs the effects. Order, restore and held errors are rules of `src/core/scan/queue.ts`.
import type { Outage } from '#core/commands/command.ts'
import {
  type AfterError,
  createQueue,
  type QueuedScan,
  type QueueEvent,
  queueDepth,
  reduceQueue,
  restoreQueue,
  type ScanQueue,
} from '#core/scan/queue.ts'
import type { WaitsFor } from './scan-entry.ts'

export interface RunnerState {
  readonly queue: ScanQueue
  /** The current scan of the queue while it cannot start. */
  readonly pending: QueuedScan | undefined
  /** The outage that blocks the current scan; there is no retry before it ends. */
  readonly outage: Outage | undefined
  readonly isThrottled: boolean
}

/** Can the current scan start? `gone`: its screen is no longer open. */
export type Gate = 'open' | 'dialog' | 'screen' | 'gone' | Outage

export type RunnerEvent =
  | QueueEvent
  /** The stored queue was combined with this one. */
  | (Pick<ReturnType<typeof restoreQueue>, 'queue' | 'effects'> & { readonly type: 'restored' })
  /** Another person uses the page: drops the queue, but not its stored copy. */
  | { readonly type: 'forget' }
  /** Removes a scan that has not started, and the numbers that were entered for it. */
  | { readonly type: 'take-back'; readonly scan: QueuedScan }
  /** The current scan may start now, by its gate. */
  | { readonly type: 'turn'; readonly gate: Gate }
  /** Everything that could start has started. */
  | { readonly type: 'turn-over'; readonly isDialogOpen: boolean }
  /** The screen was running another step: the scan stays queued. */
  | { readonly type: 'busy'; readonly scan: QueuedScan }
  /** The scan has met an outage: it stays queued until that ends. */
  | { readonly type: 'outage'; readonly scan: QueuedScan; readonly outage: Outage }
  /** The scan has run. */
  | { readonly type: 'ran' }

export type RunnerEffect =
  /** Store the queue; undefined if it is empty. */
  | { readonly type: 'store'; readonly queue: ScanQueue | undefined }
  | { readonly type: 'notify' }
  /** Check in a microtask whether the next scan can start, so that all changes of the current task count. */
  | { readonly type: 'evaluate' }
  | { readonly type: 'retry' }
  | { readonly type: 'run'; readonly scan: QueuedScan }
  /** End a scan whose screen is gone, and the other scans for that screen that never started. */
  | { readonly type: 'end-unsaved'; readonly scan: QueuedScan; readonly others: readonly QueuedScan[] }
  | { readonly type: 'throttle'; readonly isThrottled: boolean }

type Step = readonly [RunnerState, readonly RunnerEffect[]]

// From this many unfinished scans on, rendering is throttled until none is left.
const throttleThreshold = 3

/** A runner with an empty queue. */
export function createRunner(afterError: AfterError): RunnerState {
  return { queue: createQueue(afterError), pending: undefined, outage: undefined, isThrottled: false }
}

/** Applies an event. */
export function reduceRunner(state: RunnerState, event: RunnerEvent): Step {
  switch (event.type) {
    case 'restored':
      return withQueue({ ...state, pending: undefined }, event.queue, event.effects)
    case 'forget': {
      const queue = createQueue(state.queue.afterError)
      return [{ ...state, pending: undefined, queue }, [{ type: 'notify' }]]
    }
    case 'take-back':
      return takeBack(state, event.scan)
    case 'turn':
      return startPending(state, event.gate)
    case 'turn-over':
      return throttle(state, event.isDialogOpen)
    case 'busy':
      return [{ ...state, pending: event.scan }, [{ type: 'notify' }, { type: 'retry' }]]
    case 'outage':
      return [{ ...state, pending: event.scan, outage: event.outage }, [{ type: 'notify' }]]
    case 'ran':
      return [{ ...state, outage: undefined }, []]
    default:
      return changeQueue(state, event)
  }
}

const changeQueue = (state: RunnerState, event: QueueEvent): Step =>
  withQueue(state, ...reduceQueue(state.queue, event))

const withQueue = (
  state: RunnerState,
  queue: ScanQueue,
  toRun: readonly { readonly scan: QueuedScan }[],
): Step => [
  { ...state, queue, pending: toRun.at(-1)?.scan ?? state.pending },
  [
    { type: 'store', queue: queue.items.length === 0 ? undefined : queue },
    { type: 'notify' },
    { type: 'evaluate' },
  ],
]

function takeBack(state: RunnerState, scan: QueuedScan): Step {
  const isPending = state.pending?.id === scan.id
  const events: readonly QueueEvent[] = [
    ...state.queue.items
      .filter(({ of }) => of === scan.id)
      .map(({ id }) => ({ type: 'discard', id }) as const),
    { type: isPending ? 'done' : 'discard', id: scan.id },
  ]
  return events.reduce<Step>(
    ([before, effects], event) => {
      const [next, more] = changeQueue(before, event)
      return [next, [...effects, ...more]]
    },
    [isPending ? { ...state, pending: undefined } : state, []],
  )
}

function startPending(state: RunnerState, gate: Gate): Step {
  const { pending: scan, queue } = state
  if (!scan || (gate !== 'open' && gate !== 'gone')) return [state, []]
  const started: RunnerState = { ...state, pending: undefined }
  if (gate === 'open') return [started, [{ type: 'run', scan }]]
  const others = queue.items.filter(
    ({ id, state, target, begun }) =>
      !scan.begun && id !== scan.id && state === 'waiting' && target === scan.target && !begun,
  )
  return [started, [{ type: 'end-unsaved', scan, others }]]
}

// Renders immediately if a person must act.
function throttle(state: RunnerState, isDialogOpen: boolean): Step {
  const { queue, pending } = state
  const needsPerson = pending !== undefined || queue.heldBy !== undefined || isDialogOpen
  const depth = queueDepth(queue)
  const isThrottled = !needsPerson && (depth >= throttleThreshold || (state.isThrottled && depth > 0))
  return [{ ...state, isThrottled }, [{ type: 'throttle', isThrottled }, { type: 'notify' }]]
}

/** Combines a stored queue with this one; scans that have not started come after the restored ones. */
export function restoreRunner(
  { queue, pending }: RunnerState,
  stored: unknown,
): ReturnType<typeof restoreQueue> {
  const items = queue.items.map((item) =>
    item.id === pending?.id ? { ...item, state: 'waiting' as const } : item,
  )
  return restoreQueue(stored, { ...queue, items })
}

/** A scan is running; its result is not known yet. */
export function isBusy({ queue }: RunnerState): boolean {
  return queue.items.some(({ state }) => state === 'running')
}

/** The next scan, if it has not started. */
export function nextWaiting({ queue, pending }: RunnerState): QueuedScan | undefined {
  return pending ?? queue.items.find(({ state }) => state === 'waiting')
}

/** The last scan, if it has not started. */
export function lastWaiting({ queue, pending }: RunnerState): QueuedScan | undefined {
  return queue.items.findLast(({ id, state }) => state === 'waiting' || id === pending?.id)
}

/** The reason why queued scans wait; `gate` is that of the current scan while it cannot start. */
export function waitsFor(
  { queue, pending }: RunnerState,
  isDialogOpen: boolean,
  gate: Gate | undefined,
): WaitsFor | undefined {
  const depth = queueDepth(queue)
  if (depth === 0) return undefined
  if (queue.heldBy !== undefined) return 'acknowledgement'
  if (isDialogOpen && (pending || depth > 1)) return 'dialog'
  if (gate !== undefined && gate !== 'open' && gate !== 'gone') return gate
  return depth > 1 || pending ? 'scan' : undefined
}

/** Number of queued and running scans, except the scan whose question is open: the others wait for it. */
export function waitingCount(state: RunnerState, isDialogOpen: boolean): number {
  const isAsking = isDialogOpen && !state.pending && isBusy(state)
  return queueDepth(state.queue) - (isAsking ? 1 : 0)
}
