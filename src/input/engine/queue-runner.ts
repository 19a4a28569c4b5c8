// Runs queued scans in order and decides what each one means when it runs. The queue is data (src/core/scan);
// this module checks for an open dialog, a loading screen, a running step and the network.
import { flushRendering, throttleRendering } from '#app/state/use-batched-store.ts'
import type { Arguments, Command, CommandOutcome, Outage, RunOutcome } from '#core/commands/command.ts'
import { readCommandBarcode } from '#core/commands/command-barcode.ts'
import type { Registry } from '#core/commands/registry.ts'
import type { CandidateKind } from '#core/scan/classify.ts'
import {
  createQueue,
  type QueuedScan,
  type QueueEvent,
  queueDepth,
  reduceQueue,
  restoreQueue,
  type ScanQueue,
} from '#core/scan/queue.ts'
import { routeScan } from '#core/scan/route.ts'
import { type CommandId, isCommandId } from '#core/wire/command-ids.ts'
import { say } from '#text/say.ts'
import { attempt, classifyScan, type EngineEnvironment } from './engine-environment.ts'
import { type EngineTarget, nextOf, type ScannedLines, type WaitsFor } from './scan-entry.ts'
import { NEVER_OPENED, NO_SCREEN, type ScanStack } from './scan-stack.ts'

// How a scan ended.
interface Ending {
  readonly scan: QueuedScan
  readonly kind: CandidateKind
  readonly outcome: CommandOutcome
  readonly command?: CommandId
}

export interface QueueRunnerEvents {
  /** Show and sound the outcome. `mustBeAcknowledged`: the next scan waits for the person. */
  readonly onOutcome: (ending: Ending, mustBeAcknowledged: boolean) => void
  /** The scan is finished and shown. `typed`: input for its line; `lost`: later scans that ended with it. */
  readonly onFinished: (
    ending: Ending,
    left: { readonly typed?: string; readonly lost: readonly QueuedScan[] },
  ) => void
  /** The screen or path may have changed. */
  readonly onScreenChange: () => void
  /** The scan ended for the same reason as another one: log it only. */
  readonly onDiscarded: (ending: Ending) => void
  readonly changed: () => void
}

export interface QueueRunner {
  readonly queue: () => ScanQueue
  readonly send: (event: QueueEvent) => void
  /** Checks in a microtask whether the next scan can start, so that all changes of the current task count. */
  readonly evaluate: () => void
  /** Restores a stored queue before the current one. `n`: restored scans; `start` runs the first one. */
  readonly restore: (stored: unknown) => {
    readonly queue: ScanQueue
    readonly unreadable: number
    readonly n: number
    readonly start: () => void
  }
  /** Drops the current queue, but not its stored copy. */
  readonly forget: () => void
  /** A scan is running; its result is not known yet. */
  readonly isBusy: () => boolean
  /** The next scan, if it has not started. */
  readonly nextWaiting: () => QueuedScan | undefined
  /** The last scan, if it has not started. */
  readonly lastWaiting: () => QueuedScan | undefined
  readonly takeBack: (scan: QueuedScan) => void
  readonly waitsFor: () => WaitsFor | undefined
  /** Number of queued and running scans, except the scan whose question is open. */
  readonly waitingCount: () => number
  /** The target screen of a scan made now; undefined: the screen that is loading. */
  readonly targetScreen: () => string | undefined
}

// From this many unfinished scans on, rendering is throttled until none is left.
const throttleThreshold = 3
// Delay before a retry after 'busy' (the screen was running a step), in milliseconds.
const retryDelayMs = 150

/** Creates it with an empty queue. */
export function createQueueRunner(
  environment: EngineEnvironment,
  stack: ScanStack,
  { onOutcome, onFinished, onScreenChange, onDiscarded, changed }: QueueRunnerEvents,
): QueueRunner {
  const { registry, here, runAfter, isOutageActive, storeQueue, onBug } = environment
  const classify = (scan: Pick<QueuedScan, 'text' | 'cut' | 'unclear'>) => classifyScan(environment, scan)
  let queue = createQueue(environment.afterError)
  // The current scan of the queue while it cannot start.
  let pending: QueuedScan | undefined
  // The outage that blocks the current scan; there is no retry before it ends.
  let outage: Outage | undefined
  let evaluating = false
  let isThrottled = false

  const send = (event: QueueEvent) => {
    const [next, effects] = reduceQueue(queue, event)
    applyQueue(next, effects)
  }
  const applyQueue = (next: ScanQueue, effects: readonly { readonly scan: QueuedScan }[]) => {
    queue = next
    storeQueue(queue.items.length === 0 ? undefined : queue)
    for (const effect of effects) pending = effect.scan
    changed()
    evaluate()
  }
  const evaluate = () => {
    if (evaluating) return
    evaluating = true
    queueMicrotask(() => {
      evaluating = false
      onScreenChange()
      start()
      // Render immediately if a person must act.
      const needsPerson =
        pending !== undefined || queue.heldBy !== undefined || stack.top('dialog') !== undefined
      const depth = queueDepth(queue)
      isThrottled = !needsPerson && (depth >= throttleThreshold || (isThrottled && depth > 0))
      throttleRendering(isThrottled)
      changed()
    })
  }

  const gateOf = (scan: QueuedScan): 'open' | 'dialog' | 'screen' | 'gone' | Outage => {
    if (stack.top('dialog')) return 'dialog'
    if (scan.target !== NEVER_OPENED && outage && isOutageActive(outage)) return outage
    return stack.gate(scan.target)
  }

  const start = () => {
    const scan = pending
    if (!scan) return
    const gate = gateOf(scan)
    if (gate === 'open') {
      pending = undefined
      void run(scan)
    } else if (gate === 'gone') {
      pending = undefined
      endForGoneScreen(scan)
    }
  }

  // Ends a scan whose screen is gone, and all other scans for that screen that never started.
  const endForGoneScreen = (scan: QueuedScan) => {
    const others = queue.items.filter(
      ({ id, state, target, begun }) =>
        !scan.begun && id !== scan.id && state === 'waiting' && target === scan.target && !begun,
    )
    const outcome: CommandOutcome = scan.begun
      ? { tone: 'error', code: 'scan-abandoned' }
      : { tone: 'error', code: 'scan-not-saved', facts: { n: others.length + 1 } }
    for (const other of others) {
      onDiscarded({ scan: other, kind: classify(other)[0].kind, outcome })
      send({ type: 'discard', id: other.id })
    }
    finish({ scan, kind: classify(scan)[0].kind, outcome })
  }

  const finish = (ending: Ending) => {
    const { scan, outcome } = ending
    const failed = outcome.tone === 'error'
    onOutcome(ending, failed && queue.afterError === 'hold')
    const why = { code: outcome.code, args: { text: scan.text, ...outcome.facts } }
    const typed = queue.items.find(({ id }) => id === scan.id)?.typed
    const lost = failed ? queue.items.filter(({ of }) => of === scan.id) : []
    for (const { id } of lost) send({ type: 'discard', id })
    // Render before the next scan starts: this one may have opened a question. A line saved on the device
    // opens none, so lines of fast scans are rendered together.
    if (queueDepth(queue) > 1 && !outcome.later) flushRendering()
    send(failed ? { type: 'fail', id: scan.id, why } : { type: 'done', id: scan.id })
    onFinished(ending, { lost, ...(typed !== undefined && { typed }) })
  }

  const run = async (scan: QueuedScan) => {
    changed()
    if (scan.lacks !== undefined) {
      const facts = { number: scan.lacks, barcode: scan.text }
      finish({
        scan,
        kind: classify(scan)[0].kind,
        outcome: { tone: 'error', code: 'number-lacking', facts },
      })
      return
    }
    const screens = scan.target === NO_SCREEN ? [] : stack.all().filter(({ level }) => level === 'screen')
    const routed = routeScan(scan, classify(scan), [shellTarget(registry), ...screens])
    if (routed.type === 'refused') {
      const { tone, code, args, kind } = routed.outcome
      finish({ scan, kind, outcome: { tone, code, facts: args, ...nextOf(routed.outcome.next) } })
      return
    }
    const { command: id, arguments: given } = routed.intent
    const { kind } = routed.candidate
    if (!isCommandId(id)) {
      onBug(new Error(`A scan target named '${id}', which is no command`))
      finish({ scan, kind, outcome: { tone: 'error', code: 'scan-failed' } })
      return
    }
    const command = registry.byId(id)
    const barcode = routed.candidate.kind === 'barcode' ? routed.candidate.barcode : undefined
    const quantity = quantityNow(scan, barcode, stack.top('screen')?.lines)
    const startPath = here()
    const targetCount = stack.count()
    const mayLeaveScreen = command.opensOtherScreen === true || kind === 'number'
    const outcome = await attempt(environment, id, withQuantity(command, given, quantity), {
      id: scan.id,
      source: 'scan',
      at: scan.at,
      ...(scan.of !== undefined && { of: scan.of }),
    })
    if (outcome?.tone === 'busy') {
      // The screen is still running another step: the scan stays queued.
      pending = scan
      changed()
      runAfter(evaluate, retryDelayMs)
      return
    }
    if (outcome?.until && isOutageActive(outcome.until)) {
      outage = outcome.until
      pending = scan
      changed()
      return
    }
    outage = undefined
    if (mayLeaveScreen) {
      if (outcome?.tone === 'error') bindFollowers(scan)
      else if (here() !== startPath) stack.leave(targetCount)
    }
    finish({ scan, kind, outcome: outcomeOrDone(outcome, id), command: id })
  }

  // Binds scans to the screen that did not open: they fail when their turn comes.
  const bindFollowers = (scan: QueuedScan) => {
    const ids: string[] = []
    for (const item of queue.items.slice(queue.items.findIndex(({ id }) => id === scan.id) + 1)) {
      if (item.target !== undefined || leavesScreen(item)) break
      ids.push(item.id)
    }
    if (ids.length > 0) send({ type: 'bind', ids, target: NEVER_OPENED })
  }

  const leavesScreen = (item: QueuedScan): boolean => {
    const [first] = classify(item)
    if (first.kind === 'number') return true
    if (first.kind !== 'command') return false
    const read = readCommandBarcode(registry, first.command)
    return read.ok && read.command.opensOtherScreen === true
  }

  const isBusy = () => queue.items.some((item) => item.state === 'running')
  // The running scan opened the question; the scans behind it wait for the answer.
  const isAsking = () => stack.top('dialog') !== undefined && !pending && isBusy()

  return {
    queue: () => queue,
    send,
    evaluate,
    restore: (stored) => {
      // Scans that have not started come after the restored ones.
      const now = pending === undefined ? queue : withWaitingItem(queue, pending.id)
      const restored = restoreQueue(stored, now)
      return {
        ...restored,
        start: () => {
          pending = undefined
          applyQueue(restored.queue, restored.effects)
        },
      }
    },
    forget: () => {
      pending = undefined
      queue = createQueue(queue.afterError)
      changed()
    },
    isBusy,
    nextWaiting: () => pending ?? queue.items.find(({ state }) => state === 'waiting'),
    lastWaiting: () => queue.items.findLast((item) => item.state === 'waiting' || item.id === pending?.id),
    takeBack: (scan) => {
      for (const { id, of } of queue.items) if (of === scan.id) send({ type: 'discard', id })
      if (pending?.id === scan.id) {
        pending = undefined
        send({ type: 'done', id: scan.id })
      } else send({ type: 'discard', id: scan.id })
    },
    waitsFor: () => {
      if (queueDepth(queue) === 0) return undefined
      if (queue.heldBy !== undefined) return 'acknowledgement'
      if (stack.top('dialog') && (pending || queueDepth(queue) > 1)) return 'dialog'
      const gate = pending && gateOf(pending)
      if (gate === 'dialog' || gate === 'screen' || gate === 'network' || gate === 'sign-in') return gate
      return queueDepth(queue) > 1 || pending ? 'scan' : undefined
    },
    waitingCount: () => queueDepth(queue) - (isAsking() ? 1 : 0),
    targetScreen: () => {
      if (stack.isPaused()) return undefined
      if (queue.items.some((item) => item.state !== 'failed' && leavesScreen(item))) return undefined
      return stack.screen()
    },
  }
}

// Handles scans that no screen takes: a number opens its document, a command barcode runs.
const shellTarget = (registry: Registry): EngineTarget => ({
  id: 'shell',
  level: 'shell',
  accepts: (candidate) => {
    if (candidate.kind === 'number')
      return { type: 'intent', command: 'openDocument', arguments: { number: candidate.number } }
    if (candidate.kind !== 'command') return undefined
    const read = readCommandBarcode(registry, candidate.command)
    return read.ok
      ? { type: 'intent', command: read.command.id, arguments: read.given }
      : { type: 'refusal', code: read.code }
  },
})

const withWaitingItem = (queue: ScanQueue, wanted: string): ScanQueue => ({
  ...queue,
  items: queue.items.map((item) => (item.id === wanted ? { ...item, state: 'waiting' } : item)),
})

/** Every scan has an outcome, even if the screen shows the result. */
export function outcomeOrDone(outcome: RunOutcome, id: CommandId | undefined): CommandOutcome {
  return outcome ?? { tone: 'ok', code: 'scan-done', facts: { command: id ? say(`command.${id}`) : '' } }
}

// The quantity of a scan that runs now. A line that has a quantity by now does not take the kept one.
const quantityNow = (
  { kept, quantity }: QueuedScan,
  barcode: string | undefined,
  lines: ScannedLines | undefined,
): number | undefined => {
  if (kept !== true) return quantity
  return barcode !== undefined && lines?.takesKeptQuantity?.(barcode)
    ? (quantity ?? lines.keptQuantity?.())
    : undefined
}

// Adds the scan's quantity to a command that accepts one and has none.
const withQuantity = (command: Command, given: Arguments, quantity: number | undefined): Arguments =>
  quantity !== undefined &&
  given['quantity'] === undefined &&
  command.arguments?.some(({ name }) => name === 'quantity')
    ? { ...given, quantity }
    : given
