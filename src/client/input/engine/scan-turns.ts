/**
 * Whose turn it is among the scans that wait, and what a scan means at its turn. The queue itself is data (src/scan); what
 * makes it wait besides an error is known here: an open dialog, a screen that is on its way, a step of the screen that is
 * under way, no network.
 */
import type { Arguments, Command, CommandOutcome, Outage, RunOutcome } from '#commands/command.ts'
import { readCommandBarcode } from '#commands/command-barcode.ts'
import type { Registry } from '#commands/registry.ts'
import { type CommandId, isCommandId } from '#contract/command-ids.ts'
import type { CandidateKind } from '#scan/classify.ts'
import {
  createQueue,
  type QueuedScan,
  type QueueEvent,
  queueDepth,
  reduceQueue,
  restoreQueue,
  type ScanQueue,
} from '#scan/queue.ts'
import { routeScan } from '#scan/route.ts'
import { say } from '#text/say.ts'
import { type EngineTarget, nextOf, type WaitsFor } from './scan-entry.ts'
import { NEVER_OPENED, NO_SCREEN, type ScanStack } from './scan-stack.ts'
import { attempt, classifyScan, type Surroundings } from './surroundings.ts'

/** How a scan has ended. */
export interface Ending {
  readonly scan: QueuedScan
  readonly kind: CandidateKind
  readonly outcome: CommandOutcome
  readonly command?: CommandId
}

/** What the turns tell as they go. */
export interface TurnEvents {
  /** Shown and heard; with `mustBeAcknowledged` the next waits for the person. */
  readonly onEnd: (ending: Ending, mustBeAcknowledged: boolean) => void
  /** It has been shown, and its turn is over. `typed` stands for its line; `lost` were to follow it, and are gone with it. */
  readonly onEnded: (
    ending: Ending,
    left: { readonly typed?: string; readonly lost: readonly QueuedScan[] },
  ) => void
  /** Something has changed on the page: a screen came, or an address. */
  readonly onLook: () => void
  /** Ended with another one, for the same reason: only listed. */
  readonly onAlsoEnded: (ending: Ending) => void
  readonly changed: () => void
}

export interface ScanTurns {
  readonly queue: () => ScanQueue
  readonly send: (event: QueueEvent) => void
  /** Looks, once everything that happens at the same moment has happened, whether the next scan can start. */
  readonly evaluate: () => void
  /** Takes up what the storage kept; answers it, with how many scans could not be read. */
  readonly restore: () => {
    readonly queue: ScanQueue
    readonly unreadable: number
    readonly start: () => void
  }
  /** A scan is under way: what it will change is not known yet. */
  readonly isBusy: () => boolean
  /** The scan made last, as long as it has not begun to run. */
  readonly lastWaiting: () => QueuedScan | undefined
  readonly takeBack: (scan: QueuedScan) => void
  readonly waitsFor: () => WaitsFor | undefined
  /** How many scans wait or run; not the one that has asked the open question, which waits for nothing else. */
  readonly depth: () => number
  /** Which screen a scan of this moment is for; undefined: the one that is on its way. */
  readonly screenNow: () => string | undefined
}

// A step of the screen is under way, so its command said 'busy': asked again after so many milliseconds.
const askAgainMs = 150

/** Starts with an empty queue. */
export function createScanTurns(
  surroundings: Surroundings,
  stack: ScanStack,
  { onEnd, onEnded, onLook, onAlsoEnded, changed }: TurnEvents,
): ScanTurns {
  const { registry, here, later, isOut, storage, onBug } = surroundings
  const classify = (scan: Pick<QueuedScan, 'text' | 'cut'>) => classifyScan(surroundings, scan)
  let queue = createQueue(surroundings.afterError)
  /** The queue's running scan while something keeps it from starting. */
  let pending: QueuedScan | undefined
  /** What the scan that waits has met; it is not tried again before this is over. */
  let outage: Outage | undefined
  let evaluating = false

  const send = (event: QueueEvent) => {
    const [next, effects] = reduceQueue(queue, event)
    take(next, effects)
  }
  const take = (next: ScanQueue, effects: readonly { readonly scan: QueuedScan }[]) => {
    queue = next
    storage.write(queue.items.length === 0 ? undefined : queue)
    for (const effect of effects) pending = effect.scan
    changed()
    evaluate()
  }
  const evaluate = () => {
    if (evaluating) return
    evaluating = true
    queueMicrotask(() => {
      evaluating = false
      onLook()
      start()
      changed()
    })
  }

  const gateOf = (scan: QueuedScan): 'open' | 'dialog' | 'screen' | 'gone' | Outage => {
    if (stack.top('dialog')) return 'dialog'
    if (scan.target !== NEVER_OPENED && outage && isOut(outage)) return outage
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
      giveUp(scan)
    }
  }

  /** Ends a scan and all others that wait for the same screen: it is not there any more. */
  const giveUp = (scan: QueuedScan) => {
    const others = queue.items.filter(
      (item) => item.id !== scan.id && item.state === 'waiting' && item.target === scan.target,
    )
    const outcome: CommandOutcome = {
      tone: 'error',
      code: 'scan-not-saved',
      facts: { n: others.length + 1 },
    }
    for (const other of others) {
      onAlsoEnded({ scan: other, kind: classify(other)[0].kind, outcome })
      send({ type: 'discard', id: other.id })
    }
    finish({ scan, kind: classify(scan)[0].kind, outcome })
  }

  const finish = (ending: Ending) => {
    const { scan, outcome } = ending
    const failed = outcome.tone === 'error'
    onEnd(ending, failed && queue.afterError === 'hold')
    const why = { code: outcome.code, args: { text: scan.text, ...outcome.facts } }
    const typed = queue.items.find(({ id }) => id === scan.id)?.typed
    const lost = failed ? queue.items.filter(({ of }) => of === scan.id) : []
    for (const { id } of lost) send({ type: 'discard', id })
    send(failed ? { type: 'fail', id: scan.id, why } : { type: 'done', id: scan.id })
    onEnded(ending, { lost, ...(typed !== undefined && { typed }) })
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
    const from = here()
    const seen = stack.count()
    const leaves = command.leaves === true || kind === 'number'
    const outcome = await attempt(surroundings, id, withQuantity(command, given, scan.quantity), {
      id: scan.id,
      source: 'scan',
      at: scan.at,
    })
    if (outcome?.tone === 'busy') {
      // The screen is still at another step. The scan keeps its turn.
      pending = scan
      changed()
      later(evaluate, askAgainMs)
      return
    }
    if (outcome?.until && isOut(outcome.until)) {
      outage = outcome.until
      pending = scan
      changed()
      return
    }
    outage = undefined
    if (leaves) {
      if (outcome?.tone === 'error') loseFollowers(scan)
      else if (here() !== from) stack.leave(seen)
    }
    finish({ scan, kind, outcome: outcomeOrDone(outcome, id), command: id })
  }

  /** What was scanned for a screen that then did not open is for none. */
  const loseFollowers = (scan: QueuedScan) => {
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
    return read.ok && read.command.leaves === true
  }

  const isBusy = () => queue.items.some((item) => item.state === 'running')
  /** The scan under way has asked the open question; what waits behind it waits for the person. */
  const asksItself = () => stack.top('dialog') !== undefined && !pending && isBusy()

  return {
    queue: () => queue,
    send,
    evaluate,
    restore: () => {
      pending = undefined
      const restored = restoreQueue(storage.read(), queue.afterError)
      return { ...restored, start: () => take(restored.queue, restored.effects) }
    },
    isBusy,
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
    depth: () => queueDepth(queue) - (asksItself() ? 1 : 0),
    screenNow: () => {
      if (stack.isPaused()) return undefined
      if (queue.items.some((item) => item.state !== 'failed' && leavesScreen(item))) return undefined
      return stack.screen()
    },
  }
}

// What a scan does wherever no screen takes it: a number opens its document, a command barcode runs.
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

/** A scan always ends in an outcome, even where the screen speaks for itself. */
export function outcomeOrDone(outcome: RunOutcome, id: CommandId | undefined): CommandOutcome {
  return outcome ?? { tone: 'ok', code: 'scan-done', facts: { command: id ? say(`command.${id}`) : '' } }
}

// The quantity typed before the scan goes to a command that takes one and has none.
const withQuantity = (command: Command, given: Arguments, quantity: number | undefined): Arguments =>
  quantity !== undefined &&
  given['quantity'] === undefined &&
  command.arguments?.some(({ name }) => name === 'quantity')
    ? { ...given, quantity }
    : given
