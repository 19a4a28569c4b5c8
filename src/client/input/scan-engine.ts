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
import { refuse } from '#contract/refusals.ts'
import { type Candidate, type CandidateKind, classify, type NumberPatterns } from '#scan/classify.ts'
import { type AfterError, isBounce, type QueuedScan, queueDepth, type ScanQueue } from '#scan/queue.ts'
import { say, sayCode } from '#text/say.ts'
import { createQuantityBefore } from './quantity-before.ts'
import {
  type EngineTarget,
  type Entry,
  entryOf,
  type IncomingScan,
  nextOf,
  type Scanned,
  type WaitsFor,
} from './scan-entry.ts'
import { createScanStack } from './scan-stack.ts'
import { createScanTurns, orDone } from './scan-turns.ts'

/** What the strip shows. */
export interface EngineState {
  /** Digits of the quantity for the next barcode; '' for none. */
  readonly quantity: string
  /** How many scans wait or run; not the one that has asked the open question, which waits for nothing else. */
  readonly depth: number
  /** What the waiting scans wait for; undefined when none waits. */
  readonly waitsFor?: WaitsFor
  /** Read last and without its outcome yet. */
  readonly reading?: { readonly raw: string; readonly kind: CandidateKind }
  /** An error is shown that must be acknowledged before the next scan runs. */
  readonly held: boolean
  readonly last?: Entry
  /** What was refused last, or ended in an error or a note: what 'Why not?' is about. */
  readonly lastRefused?: Entry
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
  /** A scan for the screen that `go` leads to, with the quantity that belongs to it: one that is tried again, or moved. */
  readonly scanThere: (
    scan: Pick<IncomingScan, 'text' | 'raw'> & { readonly quantity?: number | undefined },
    go: () => void,
  ) => void
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
  readonly port: Omit<ScannerPort, 'setting'>
  readonly setAfterError: (afterError: AfterError) => void
  /** Takes up what the storage kept from before a reload, in place of what is there. */
  readonly restore: () => void
  /** So many scans of a page that is no more stand in the log; 0 says nothing. */
  readonly tellLeftBehind: (n: number) => void
  readonly state: () => EngineState
  readonly subscribe: (listener: () => void) => () => void
  readonly targets: () => readonly EngineTarget[]
}

/** Starts an engine with an empty queue. */
export function createScanEngine(options: ScanEngineOptions): ScanEngine {
  const { registry, now, newId } = options
  const listeners = new Set<() => void>()
  let last: Entry | undefined
  let lastRefused: Entry | undefined
  let lastScan: { text: string; at: number } | undefined
  let snapshot: EngineState | undefined

  const classifyScan = ({ text, cut }: Pick<QueuedScan, 'text' | 'cut'>): ReturnType<typeof classify> =>
    cut
      ? [{ kind: 'unknown', text, hint: 'fragment' }]
      : classify(text, { numberPatterns: options.numberPatterns?.() ?? {} })

  // ---- showing

  const change = () => {
    snapshot = undefined
    for (const listener of listeners) listener()
  }
  /** In the strip, and for 'Why not?' where it came to nothing. */
  const keep = (entry: Entry) => {
    last = entry
    if (entry.tone === 'error' || entry.tone === 'warning') lastRefused = entry
  }
  const show = (entry: Entry, mustBeAcknowledged = false) => {
    keep(entry)
    options.onEntry?.(entry)
    options.onTone?.(entry.tone, mustBeAcknowledged)
    change()
  }
  const makeEntry = (scan: Scanned, kind: CandidateKind, outcome: CommandOutcome, command?: CommandId) =>
    entryOf(scan, kind, outcome, now(), command)

  const attempt = async (command: Command, given: Arguments, id: string, at = now()): Promise<Told> => {
    try {
      return await dispatch(registry, command.id, options.context(), given, { id, source: 'scan', at })
    } catch (error) {
      options.onBug?.(error)
      return { tone: 'error', code: 'scan-failed' }
    }
  }

  const stack = createScanStack(() => turns.evaluate())
  const quantity = createQuantityBefore(change)
  const turns = createScanTurns({
    registry,
    stack,
    classify: classifyScan,
    attempt,
    here: options.here,
    later: options.later,
    isOut: (outage) => options.isOut?.(outage) ?? false,
    afterError: options.afterError,
    storage: options.storage,
    onEnd: ({ scan, kind, outcome, command }, held) => show(makeEntry(scan, kind, outcome, command), held),
    onAlsoEnded: ({ scan, kind, outcome }) => options.onEntry?.(makeEntry(scan, kind, outcome)),
    onBug: (error) => options.onBug?.(error),
    changed: change,
  })

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
    else show(makeEntry({ id: newId(), ...scan }, kind, orDone(outcome, id), id))
    turns.evaluate()
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
    const fields = stack.all().filter(({ level, id }) => level === 'field' && id === scan.field)
    const front = stack.top('dialog') ?? fields.at(-1)
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

  const enqueue = (
    { text, raw, cut, readAt }: IncomingScan,
    target: string | undefined,
    given: number | undefined,
  ) => {
    const queue = turns.queue()
    const waits = queueDepth(queue) > 0 || queue.heldBy !== undefined || stack.top('dialog') !== undefined
    turns.send({
      type: 'enqueue',
      scan: {
        id: newId(),
        text,
        raw,
        ...(cut && { cut }),
        at: readAt,
        address: options.here(),
        ...(target !== undefined && { target }),
        ...(given !== undefined && { quantity: given }),
      },
    })
    // Heard, and not lost: the tone of the outcome comes with the outcome.
    if (waits) options.onTone?.('busy', turns.queue().heldBy !== undefined)
  }

  const scan = (incoming: IncomingScan) => {
    const { text, readAt } = incoming
    const bounce = isBounce(lastScan, { text, at: readAt })
    if (bounce) return
    lastScan = { text, at: readAt }
    quantity.takeBack(toldDigits(incoming))
    const candidates = classifyScan(incoming)
    const aside = asideOf(incoming, candidates)
    if (aside) {
      void runAside(incoming, aside.candidate.kind, aside.work, aside.id)
      return
    }
    const taken = candidates[0].kind === 'barcode' ? quantity.take() : undefined
    enqueue(incoming, turns.screenNow(), taken)
  }

  const scanThere: ScanEngine['scanThere'] = ({ text, raw, quantity: given }, go) => {
    const from = options.here()
    const seen = stack.count()
    go()
    if (options.here() !== from) stack.leave(seen)
    enqueue({ text, raw, readAt: now() }, turns.screenNow(), given)
  }

  // ---- the quantity before the barcode

  const typeQuantity = (key: string) => {
    const refused = quantity.type(key)
    if (!refused) return
    const text = String(refused.facts?.['value'] ?? '')
    show(makeEntry({ id: newId(), text, raw: text }, 'number', refused))
  }

  const port: ScanEngine['port'] = {
    setQuantity: quantity.set,
    typeDigit: (digit) => {
      const refused = quantity.type(digit)
      return refused ?? { tone: 'ok', code: 'scan-quantity-set', facts: { quantity: quantity.digits() } }
    },
    mayClearQuantity: () => (quantity.digits() === '' ? refuse('noQuantity') : true),
    clearQuantity: () => {
      quantity.clear()
      return { tone: 'ok', code: 'scan-quantity-cleared' }
    },
    mayAcknowledge: () => (turns.queue().heldBy === undefined ? refuse('nothingToAcknowledge') : true),
    acknowledge: () => {
      turns.send({ type: 'acknowledge' })
      return { tone: 'ok', code: 'scan-acknowledged' }
    },
    isBusy: turns.isBusy,
    mayTakeBack: () => (turns.lastWaiting() ? true : refuse('nothingToUndo')),
    takeBack: () => {
      const item = turns.lastWaiting()
      if (!item) return refusalOutcome(refuse('nothingToUndo'))
      turns.takeBack(item)
      return { tone: 'ok', code: 'scan-taken-back', facts: { text: item.text } }
    },
  }

  // ---- what the page sees

  const makeState = (): EngineState => {
    const queue = turns.queue()
    const reading = queue.items.findLast((item) => item.state !== 'failed')
    const waiting = turns.waitsFor()
    return {
      quantity: quantity.digits(),
      depth: turns.depth(),
      held: queue.heldBy !== undefined,
      ...(waiting && { waitsFor: waiting }),
      ...(reading && { reading: { raw: reading.raw, kind: classifyScan(reading)[0].kind } }),
      ...(last && { last }),
      ...(lastRefused && { lastRefused }),
    }
  }

  const tellOfBefore = (code: 'scan-restored' | 'scan-unreadable' | 'scans-left-behind', n: number) => {
    const text = sayCode(code, { n })
    show(makeEntry({ id: newId(), text, raw: '' }, 'unknown', { tone: 'warning', code, facts: { n } }))
  }

  /** The error that scanning still waits for: it was told and listed before the reload, and is only shown again. */
  const showAgain = (failed: QueuedScan) => {
    const { code, args: facts } = failed.why ?? { code: 'scan-failed', args: {} }
    keep(makeEntry(failed, classifyScan(failed)[0].kind, { tone: 'error', code, facts }))
  }

  return {
    scan,
    scanThere,
    addTarget: stack.add,
    pause: stack.pause,
    poke: turns.evaluate,
    typeQuantity,
    announce: (outcome, command, source) => {
      const text = say(`command.${command}`)
      const entry = makeEntry({ id: newId(), text, raw: '' }, 'command', outcome, command)
      keep(entry)
      options.onEntry?.(entry)
      // Who presses a button looks at it; keys and words are typed with the eyes on the plants.
      if (source !== 'button' || outcome.tone !== 'ok') options.onTone?.(outcome.tone, false)
      change()
    },
    port,
    setAfterError: (afterError) => turns.send({ type: 'set-after-error', afterError }),
    restore: () => {
      const { queue, unreadable, start } = turns.restore()
      if (unreadable > 0) tellOfBefore('scan-unreadable', unreadable)
      const n = queueDepth(queue)
      const failed = queue.items.find(({ id }) => id === queue.heldBy)
      if (failed) showAgain(failed)
      else if (n > 0) tellOfBefore('scan-restored', n)
      start()
    },
    tellLeftBehind: (n) => {
      // An error that waits for OK stays in sight.
      if (n > 0 && turns.queue().heldBy === undefined) tellOfBefore('scans-left-behind', n)
    },
    state: () => {
      snapshot ??= makeState()
      return snapshot
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    targets: stack.inOrder,
  }
}

/** The digits of a scan that had been counted as a person's. */
const toldDigits = ({ keystrokes = [] }: IncomingScan): string =>
  keystrokes
    .filter(({ key, told, altPress }) => told === true && altPress === undefined && /^[0-9]$/.test(key))
    .map(({ key }) => key)
    .join('')
