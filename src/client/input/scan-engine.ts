/**
 * The scan engine: scans in, commands run, outcomes out. Framework-free; the clock, ids, storage and the page come in as
 * options. One per app.
 *
 * What is decided when:
 *
 * - At the moment of the scan: which screen it is for, and the quantity typed before it. Ten barcodes scanned on one
 *   document are that document's, whatever is open when their turn comes; if that screen is gone by then, nothing is saved,
 *   and the person is told (`scan-not-saved`). A scan made behind one that opens another screen (a document number, say) is
 *   for the screen that this one opens; if it fails to, those behind it are not saved either.
 * - At its turn: what the scan means. The stack of targets is asked then, because the scans before it change what is on the
 *   screen: the same barcode again is 'picked already' only once its pick has been answered.
 *
 * What does not wait: scans that answer or clear what the others wait for. Command barcodes marked `at-once` (the answers
 * of dialogs, acknowledge, undo, quantity, mute, help), whatever an open dialog takes itself, and a field that opted in.
 * Every other command barcode keeps its place among the barcodes: 'ship' after ten picks ships ten picks.
 *
 * What makes the queue wait: a scan under way, an open dialog (a barcode never answers a question), an error to be
 * acknowledged, a screen that is still loading, and a step of the screen that is under way. The command palette is none of
 * these: it is for words, so barcodes go to the screen below it and its text stays.
 */

import type { Arguments, Command, CommandOutcome, Outage, Soon, Source, Told } from '#commands/command.ts'
import { readCommandBarcode } from '#commands/command-barcode.ts'
import type { CommandContext, ScannerPort } from '#commands/context.ts'
import { dispatch, refusalOutcome } from '#commands/dispatch.ts'
import type { Registry } from '#commands/registry.ts'
import { type CommandId, isCommandId } from '#contract/command-ids.ts'
import { LIMITS } from '#contract/limits.ts'
import { refuse } from '#contract/refusals.ts'
import { type Candidate, type CandidateKind, classify, type NumberPatterns } from '#scan/classify.ts'
import { barcodePattern } from '#scan/formats.ts'
import {
  type AfterError,
  createQueue,
  isBounce,
  type QueuedScan,
  type QueueEvent,
  queueDepth,
  reduceQueue,
  restoreQueue,
  type ScanQueue,
} from '#scan/queue.ts'
import { orderTargets, routeScan, type ScanTarget } from '#scan/route.ts'
import { say, sayCode } from '#text/say.ts'

/** A scan as it comes from the wedge, a test, or the log's 'try again'. */
export interface IncomingScan {
  readonly text: string
  readonly raw: string
  /** When it was read, in milliseconds since 1970. */
  readonly readAt: number
  /** The name of the field that had the focus and opted in. */
  readonly field?: string
}

/** A place that takes scans, with what the engine needs beyond routing. */
export interface EngineTarget extends ScanTarget {
  /** false: the screen is still loading; scans for it wait. Default: true. */
  readonly ready?: boolean
  /** Takes a scan itself instead of naming a command: what a dialog or a field does with a code of its own. */
  readonly take?: (candidate: Candidate) => (() => Soon) | undefined
}

/** One scan or command and what came of it. */
export interface Entry {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly text: string
  readonly raw: string
  readonly kind: CandidateKind
  readonly tone: CommandOutcome['tone']
  /** Code of the sentence, and its arguments. */
  readonly code: string
  readonly args: Arguments
  readonly next?: readonly CommandId[]
}

export type WaitsFor = 'scan' | 'dialog' | 'acknowledgement' | 'screen' | Outage

/** What the strip shows. */
export interface EngineState {
  /** Digits of the quantity for the next barcode; '' for none. */
  readonly quantity: string
  /** How many scans wait or run. */
  readonly depth: number
  /** What the waiting scans wait for; undefined when none waits. */
  readonly waitsFor?: WaitsFor
  /** Read last and without its outcome yet. */
  readonly reading?: { readonly raw: string; readonly kind: CandidateKind }
  /** An error is shown that must be acknowledged before the next scan runs. */
  readonly held: boolean
  readonly last?: Entry
}

export interface ScanEngineOptions {
  readonly registry: Registry
  readonly context: () => CommandContext
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly newId: () => string
  /** Which address is open, to see whether a command has left the screen. */
  readonly here: () => string
  readonly later: (run: () => void, ms: number) => void
  readonly numberPatterns?: () => NumberPatterns
  /** Does this keep changes from the server now? Asked only about what a command has met. */
  readonly isOut?: (outage: Outage) => boolean
  readonly afterError?: AfterError
  readonly storage?: { readonly read: () => unknown; readonly write: (queue: ScanQueue | undefined) => void }
  /** An outcome, or a scan that has to wait (busy): sound, vibration and flash. */
  readonly onTone?: (tone: CommandOutcome['tone'], mustBeAcknowledged: boolean) => void
  readonly onEntry?: (entry: Entry) => void
  /** A bug in a command: to be reported, never swallowed. */
  readonly onBug?: (error: unknown) => void
}

export interface ScanEngine {
  readonly scan: (scan: IncomingScan) => void
  /** Registers a target until the answered function is called. The last one of a level covers the others. */
  readonly addTarget: (target: EngineTarget) => () => void
  /** Holds scans while a screen is on its way; ends when the answered function is called. */
  readonly pause: () => () => void
  /** Something changed that a waiting scan may have waited for. */
  readonly poke: () => void
  /** A person's digit, or Backspace, typed outside of fields. */
  readonly typeQuantity: (key: string) => void
  /** The outcome of a command that came by key, palette or button, shown and heard like a scan's. */
  readonly announce: (outcome: CommandOutcome, command: CommandId, source: Source) => void
  readonly port: Omit<ScannerPort, 'mute'>
  readonly setAfterError: (afterError: AfterError) => void
  /** Takes up what the storage kept from before a reload, in place of what is there. */
  readonly restore: () => void
  readonly state: () => EngineState
  readonly subscribe: (listener: () => void) => () => void
  readonly targets: () => readonly EngineTarget[]
}

/** The screen of a scan that was made where nothing takes scans. */
const NO_SCREEN = ''
/** In place of a screen: the one that was to open did not. */
const NEVER_OPENED = '!'
/** A step of the screen is under way, so its command said 'busy': asked again after so many milliseconds. */
const askAgainMs = 150

/** Starts an engine with an empty queue. */
export function createScanEngine(options: ScanEngineOptions): ScanEngine {
  const { registry, now, newId } = options
  const targets: { readonly target: EngineTarget; readonly order: number }[] = []
  const listeners = new Set<() => void>()
  let queue = createQueue(options.afterError)
  let order = 0
  let paused = 0
  let quantity = ''
  let last: Entry | undefined
  let lastScan: { text: string; at: number } | undefined
  /** The queue's running scan while something keeps it from starting. */
  let pending: QueuedScan | undefined
  /** Screens registered up to here are the ones that a command has left. */
  let arrivesAfter = 0
  let evaluating = false
  /** What the scan that waits has met; it is not tried again before this is over. */
  let outage: Outage | undefined
  let snapshot: EngineState | undefined

  const isOut = (what: Outage) => options.isOut?.(what) ?? false

  // ---- the stack

  const stack = () => targets.map(({ target }) => target)
  const topOf = (level: ScanTarget['level']) => targets.findLast(({ target }) => target.level === level)
  const shellTarget: EngineTarget = {
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
  }
  const classifyText = (text: string) => classify(text, { numberPatterns: options.numberPatterns?.() ?? {} })

  // ---- showing

  const change = () => {
    snapshot = undefined
    for (const listener of listeners) listener()
  }
  const show = (entry: Entry, mustBeAcknowledged = false) => {
    last = entry
    options.onEntry?.(entry)
    options.onTone?.(entry.tone, mustBeAcknowledged)
    change()
  }
  const entryOf = (
    scan: Pick<QueuedScan, 'id' | 'text' | 'raw'>,
    kind: CandidateKind,
    outcome: CommandOutcome,
  ): Entry => ({
    id: scan.id,
    at: now(),
    text: scan.text,
    raw: scan.raw,
    kind,
    tone: outcome.tone,
    code: outcome.code,
    args: { text: scan.text, ...outcome.facts },
    ...(outcome.next && { next: outcome.next }),
  })
  const titleOf = (id: CommandId) => say(`command.${id}`)
  /** A scan always ends in an outcome, even where the screen speaks for itself. */
  const orDone = (outcome: Told, id: CommandId | undefined): CommandOutcome =>
    outcome ?? { tone: 'ok', code: 'scan-done', facts: { command: id ? titleOf(id) : '' } }

  // ---- the queue

  const send = (event: QueueEvent) => {
    const [next, effects] = reduceQueue(queue, event)
    take(next, effects)
  }
  const take = (next: ScanQueue, effects: readonly { readonly scan: QueuedScan }[]) => {
    queue = next
    options.storage?.write(queue.items.length === 0 ? undefined : queue)
    for (const effect of effects) pending = effect.scan
    change()
    evaluate()
  }
  /** Looks, once everything that happens at the same moment has happened, whether the next scan can start. */
  const evaluate = () => {
    if (evaluating) return
    evaluating = true
    queueMicrotask(() => {
      evaluating = false
      start()
      change()
    })
  }

  type Gate = 'open' | 'dialog' | 'screen' | 'gone' | Outage
  const gateOf = (scan: QueuedScan): Gate => {
    if (topOf('dialog')) return 'dialog'
    if (scan.target === NEVER_OPENED) return 'gone'
    if (outage && isOut(outage)) return outage
    if (scan.target === NO_SCREEN) return 'open'
    if (paused > 0) return 'screen'
    const top = topOf('screen')
    if (!top || top.order <= arrivesAfter) return 'screen'
    if (scan.target !== undefined && scan.target !== top.target.id) return 'gone'
    return top.target.ready === false ? 'screen' : 'open'
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
      options.onEntry?.(entryOf(other, classifyText(other.text)[0].kind, outcome))
      send({ type: 'discard', id: other.id })
    }
    finish(scan, classifyText(scan.text)[0].kind, outcome)
  }

  const finish = (scan: QueuedScan, kind: CandidateKind, outcome: CommandOutcome) => {
    const failed = outcome.tone === 'error'
    show(entryOf(scan, kind, outcome), failed && queue.afterError === 'hold')
    send({ type: failed ? 'fail' : 'done', id: scan.id })
  }

  const run = async (scan: QueuedScan) => {
    change()
    const candidates = classifyText(scan.text)
    const screens = scan.target === NO_SCREEN ? [] : stack().filter(({ level }) => level === 'screen')
    const routed = routeScan(scan, candidates, [shellTarget, ...screens])
    if (routed.type === 'refused') {
      const { tone, code, args, kind } = routed.outcome
      finish(scan, kind, { tone, code, facts: args, ...nextOf(routed.outcome.next) })
      return
    }
    const { command: id, arguments: given } = routed.intent
    const { kind } = routed.candidate
    if (!isCommandId(id)) {
      options.onBug?.(new Error(`A scan target named '${id}', which is no command`))
      finish(scan, kind, { tone: 'error', code: 'scan-failed' })
      return
    }
    const command = registry.byId(id)
    const from = options.here()
    const seen = order
    const leaves = command.leaves === true || kind === 'number'
    const outcome = await attempt(command, withQuantity(command, given, scan.quantity), scan.id, scan.at)
    if (outcome?.tone === 'busy') {
      // The screen is still at another step. The scan keeps its turn.
      pending = scan
      change()
      options.later(evaluate, askAgainMs)
      return
    }
    if (outcome?.until && isOut(outcome.until)) {
      outage = outcome.until
      pending = scan
      change()
      return
    }
    outage = undefined
    if (leaves) {
      if (outcome?.tone === 'error') loseFollowers(scan)
      else if (options.here() !== from) arrivesAfter = Math.max(arrivesAfter, seen)
    }
    finish(scan, kind, orDone(outcome, id))
  }

  /** What was scanned for a screen that then did not open is for none. */
  const loseFollowers = (scan: QueuedScan) => {
    const ids: string[] = []
    for (const item of queue.items.slice(queue.items.findIndex(({ id }) => id === scan.id) + 1)) {
      if (item.target !== undefined || leavesScreen(item.text)) break
      ids.push(item.id)
    }
    if (ids.length > 0) send({ type: 'bind', ids, target: NEVER_OPENED })
  }

  const attempt = async (command: Command, given: Arguments, id: string, at = now()): Promise<Told> => {
    try {
      return await dispatch(registry, command.id, options.context(), given, { id, source: 'scan', at })
    } catch (error) {
      options.onBug?.(error)
      return { tone: 'error', code: 'scan-failed' }
    }
  }

  // ---- a scan comes in

  /** Runs now, beside the queue: what it does is to answer or clear what the queue waits for. */
  const runAside = async (scan: IncomingScan, kind: CandidateKind, work: () => Soon, id?: CommandId) => {
    let outcome: Told
    try {
      outcome = await work()
    } catch (error) {
      options.onBug?.(error)
      outcome = { tone: 'error', code: 'scan-failed' }
    }
    // The answer of a dialog is heard as read; what it leads to is told by whoever asked.
    if (outcome === undefined && id !== undefined && registry.byId(id).scope === 'dialog')
      options.onTone?.('busy', false)
    else show(entryOf({ id: newId(), ...scan }, kind, orDone(outcome, id)))
    evaluate()
  }

  /** What runs at once: a command that answers or clears, or what the target in front takes itself. */
  const asideOf = (
    scan: IncomingScan,
    candidates: readonly Candidate[],
  ): { readonly candidate: Candidate; readonly work: () => Soon; readonly id?: CommandId } | undefined => {
    for (const candidate of candidates) {
      if (candidate.kind !== 'command') continue
      const read = readCommandBarcode(registry, candidate.command)
      if (read.ok && read.command.turn === 'at-once') {
        const { command, given } = read
        return { candidate, id: command.id, work: () => attempt(command, given, newId()) }
      }
    }
    const fields = stack().filter(({ level, id }) => level === 'field' && id === scan.field)
    const front = topOf('dialog')?.target ?? fields.at(-1)
    for (const candidate of front ? candidates : []) {
      const taken = front?.take?.(candidate)
      if (taken) return { candidate, work: taken }
      const answer = front?.accepts(candidate)
      if (answer?.type === 'refusal')
        return {
          candidate,
          work: () => ({
            tone: answer.tone ?? 'error',
            code: answer.code,
            facts: answer.args ?? {},
            ...nextOf(answer.next),
          }),
        }
      if (answer?.type === 'intent' && isCommandId(answer.command)) {
        const command = registry.byId(answer.command)
        return { candidate, id: command.id, work: () => attempt(command, answer.arguments, newId()) }
      }
    }
    return undefined
  }

  const leavesScreen = (text: string): boolean => {
    const [first] = classifyText(text)
    if (first.kind === 'number') return true
    if (first.kind !== 'command') return false
    const read = readCommandBarcode(registry, first.command)
    return read.ok && read.command.leaves === true
  }

  /** Which screen a scan of this moment is for; undefined: the one that is on its way. */
  const screenNow = (): string | undefined => {
    if (paused > 0) return undefined
    if (queue.items.some((item) => item.state !== 'failed' && leavesScreen(item.text))) return undefined
    const top = topOf('screen')
    if (!top) return NO_SCREEN
    return top.order <= arrivesAfter ? undefined : top.target.id
  }

  const scan = (incoming: IncomingScan) => {
    const { text, raw, readAt } = incoming
    const bounce = isBounce(lastScan, { text, at: readAt })
    if (bounce) return
    lastScan = { text, at: readAt }
    const candidates = classifyText(text)
    const aside = asideOf(incoming, candidates)
    if (aside) {
      void runAside(incoming, aside.candidate.kind, aside.work, aside.id)
      return
    }
    const taken = candidates[0].kind === 'barcode' && quantity !== '' ? Number(quantity) : undefined
    if (taken !== undefined) quantity = ''
    const target = screenNow()
    const waits = queueDepth(queue) > 0 || queue.heldBy !== undefined || topOf('dialog') !== undefined
    send({
      type: 'enqueue',
      scan: {
        id: newId(),
        text,
        raw,
        at: readAt,
        ...(target !== undefined && { target }),
        ...(taken !== undefined && { quantity: taken }),
      },
    })
    // Heard, and not lost: the tone of the outcome comes with the outcome.
    if (waits) options.onTone?.('busy', queue.heldBy !== undefined)
  }

  // ---- the quantity before the barcode

  const typeQuantity = (key: string) => {
    if (key === 'Backspace') quantity = quantity.slice(0, -1)
    else if (/^[0-9]$/.test(key)) {
      const digits = (quantity + key).replace(/^0+(?=[0-9])/, '')
      if (digits.length > LIMITS.quantityDigits) {
        quantity = ''
        const id = newId()
        const refusal = refusalOutcome(refuse('quantityLooksLikeBarcode', { value: digits }))
        show({ ...entryOf({ id, text: digits, raw: digits }, 'number', refusal), tone: 'warning' })
        return
      }
      quantity = digits
    } else return
    change()
  }

  const port: ScanEngine['port'] = {
    setQuantity: (value) => {
      const digits = String(value)
      if (barcodePattern.test(digits.toUpperCase()))
        return refusalOutcome(refuse('quantityLooksLikeBarcode', { value: digits }))
      if (!new RegExp(`^[0-9]{1,${LIMITS.quantityDigits}}$`).test(digits))
        return refusalOutcome(refuse('quantityNotNumber'))
      quantity = String(Number(digits))
      change()
      return { tone: 'ok', code: 'scan-quantity-set', facts: { quantity } }
    },
    mayClearQuantity: () => (quantity === '' ? refuse('noQuantity') : true),
    clearQuantity: () => {
      quantity = ''
      change()
      return { tone: 'ok', code: 'scan-quantity-cleared' }
    },
    mayAcknowledge: () => (queue.heldBy === undefined ? refuse('nothingToAcknowledge') : true),
    acknowledge: () => {
      send({ type: 'acknowledge' })
      return { tone: 'ok', code: 'scan-acknowledged' }
    },
    isBusy: () => queue.items.some((item) => item.state === 'running'),
    mayTakeBack: () => (lastWaiting() ? true : refuse('nothingToUndo')),
    takeBack: () => {
      const item = lastWaiting()
      if (!item) return refusalOutcome(refuse('nothingToUndo'))
      if (pending?.id === item.id) {
        pending = undefined
        send({ type: 'done', id: item.id })
      } else send({ type: 'discard', id: item.id })
      return { tone: 'ok', code: 'scan-taken-back', facts: { text: item.text } }
    },
  }
  /** The scan made last, as long as it has not begun to run. */
  const lastWaiting = () =>
    queue.items.findLast((item) => item.state === 'waiting' || item.id === pending?.id)

  // ---- what the page sees

  const waitsFor = (): WaitsFor | undefined => {
    if (queueDepth(queue) === 0) return undefined
    if (queue.heldBy !== undefined) return 'acknowledgement'
    // The scan under way may have asked the question itself; what waits behind it waits for the person.
    if (topOf('dialog') && (pending || queueDepth(queue) > 1)) return 'dialog'
    const gate = pending && gateOf(pending)
    if (gate === 'dialog' || gate === 'screen' || gate === 'network' || gate === 'sign-in') return gate
    return queueDepth(queue) > 1 || pending ? 'scan' : undefined
  }
  const makeState = (): EngineState => {
    const reading = queue.items.findLast((item) => item.state !== 'failed')
    const waiting = waitsFor()
    return {
      quantity,
      depth: queueDepth(queue),
      held: queue.heldBy !== undefined,
      ...(waiting && { waitsFor: waiting }),
      ...(reading && { reading: { raw: reading.raw, kind: classifyText(reading.text)[0].kind } }),
      ...(last && { last }),
    }
  }

  const tellRestored = (code: 'scan-restored' | 'scan-unreadable', n: number) => {
    const text = sayCode(code, { n })
    show(entryOf({ id: newId(), text, raw: '' }, 'unknown', { tone: 'warning', code, facts: { n } }))
  }

  return {
    scan,
    addTarget: (target) => {
      order += 1
      const added = { target, order }
      targets.push(added)
      evaluate()
      return () => {
        targets.splice(targets.indexOf(added), 1)
        evaluate()
      }
    },
    pause: () => {
      paused += 1
      let ended = false
      return () => {
        if (ended) return
        ended = true
        paused -= 1
        evaluate()
      }
    },
    poke: evaluate,
    typeQuantity,
    announce: (outcome, command, source) => {
      const text = titleOf(command)
      const entry = entryOf({ id: newId(), text, raw: '' }, 'command', outcome)
      last = entry
      options.onEntry?.(entry)
      // Who presses a button looks at it; keys and words are typed with the eyes on the plants.
      if (source !== 'button' || outcome.tone !== 'ok') options.onTone?.(outcome.tone, false)
      change()
    },
    port,
    setAfterError: (afterError) => send({ type: 'set-after-error', afterError }),
    restore: () => {
      pending = undefined
      const restored = restoreQueue(options.storage?.read(), queue.afterError)
      if (restored.unreadable > 0) tellRestored('scan-unreadable', restored.unreadable)
      const n = queueDepth(restored.queue)
      if (n > 0) tellRestored('scan-restored', n)
      take(restored.queue, restored.effects)
    },
    state: () => {
      snapshot ??= makeState()
      return snapshot
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    targets: () => orderTargets(stack()),
  }
}

const nextOf = (next: readonly string[] | undefined): { readonly next?: readonly CommandId[] } => {
  const ids = next?.filter(isCommandId) ?? []
  return ids.length > 0 ? { next: ids } : {}
}

/** The quantity typed before the scan goes to a command that takes one and has none. */
const withQuantity = (command: Command, given: Arguments, quantity: number | undefined): Arguments =>
  quantity !== undefined &&
  given['quantity'] === undefined &&
  command.arguments?.some(({ name }) => name === 'quantity')
    ? { ...given, quantity }
    : given
