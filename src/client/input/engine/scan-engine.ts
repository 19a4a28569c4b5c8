/**
 * The scan engine: scans in, commands run, outcomes out. Framework-free; the clock, ids, storage and the page come in as its
 * surroundings. One per app.
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

import type { CommandOutcome, MaybePromise, RunOutcome, Source } from '#commands/command.ts'
import type { CommandId } from '#contract/command-ids.ts'
import type { Candidate, CandidateKind } from '#scan/classify.ts'
import { type AfterError, isBounce, type QueuedScan, queueDepth } from '#scan/queue.ts'
import { say, sayCode } from '#text/say.ts'
import { createLaterWords, type LaterWords } from './later-words.ts'
import { createNumberEntry, handedOnDigits, type NumberEntry } from './number-entry.ts'
import { findAside } from './scan-aside.ts'
import {
  type EngineTarget,
  type Entry,
  entryOf,
  type IncomingScan,
  type Scanned,
  type WaitsFor,
} from './scan-entry.ts'
import { createScanStack } from './scan-stack.ts'
import { createScanTurns, outcomeOrDone, type TurnEvents } from './scan-turns.ts'
import { createScannerPort, type EnginePort } from './scanner-port.ts'
import { createShownOutcomes, type ShownState } from './shown-outcomes.ts'
import { attempt, classifyScan, type Surroundings } from './surroundings.ts'

/** What the strip shows. */
export interface EngineState extends ShownState {
  /** What was typed of a quantity; '' for nothing. */
  readonly quantity: string
  /** The barcode whose line it is for; undefined: the next barcode's, or with Enter the last one's. */
  readonly quantityOf?: string
  /** Only with Enter it is that one's, and without it the next barcode's. */
  readonly quantityOrNext?: true
  /** How many scans wait or run; not the one that has asked the open question, which waits for nothing else. */
  readonly depth: number
  /** What the waiting scans wait for; undefined when none waits. */
  readonly waitsFor?: WaitsFor
  /** Read last and without its outcome yet. */
  readonly reading?: { readonly raw: string; readonly kind: CandidateKind }
  /** An error is shown that must be acknowledged before the next scan runs. */
  readonly held: boolean
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
  readonly typeQuantity: NumberEntry['type']
  readonly ownsDigits: NumberEntry['ownsDigits']
  readonly isUnderWay: NumberEntry['isUnderWay']
  readonly enterQuantity: NumberEntry['enter']
  /**
   * A barcode came by the keyboard, and its line waits for its quantity: digits are for it, as after a scan. The answered function
   * says that there is no such line.
   */
  readonly awaitQuantity: (barcode: string) => () => void
  /** The outcome of a command that came by key, palette or button, shown and heard like a scan's. */
  readonly announce: (outcome: CommandOutcome, command: CommandId, source: Source) => void
  /** What has come of something that was told as saved here; an error waits for OK. */
  readonly tellLater: LaterWords['tell']
  readonly port: EnginePort
  readonly setAfterError: (afterError: AfterError) => void
  /** Takes up what the storage kept from before a reload, in place of what is there. */
  readonly restore: () => void
  /** The scans that wait or run, in their order. */
  readonly waiting: () => readonly QueuedScan[]
  /** So many scans of a page that is no more stand in the log; 0 says nothing. */
  readonly tellLeftBehind: (n: number) => void
  readonly state: () => EngineState
  readonly subscribe: (listener: () => void) => () => void
  readonly targets: () => readonly EngineTarget[]
}

/** Starts an engine with an empty queue. */
export function createScanEngine(surroundings: Surroundings): ScanEngine {
  const { registry, now, newId, here, onTone, onEntry, onBug } = surroundings
  const listeners = new Set<() => void>()
  let lastScan: { text: string; at: number } | undefined
  let snapshot: EngineState | undefined

  // ---- showing

  const change = () => {
    snapshot = undefined
    for (const listener of listeners) listener()
  }
  const shown = createShownOutcomes(() => turns.queue().heldBy !== undefined, here)
  const words = createLaterWords(surroundings, {
    turns: () => turns,
    shown,
    show: (entry, holds) => show(entry, holds),
    changed: () => change(),
  })
  const show = (entry: Entry, mustBeAcknowledged = false, everywhere = false) => {
    const taken = shown.show(entry, mustBeAcknowledged, everywhere)
    onEntry(entry)
    // What stands beside a held error has no right to sound like an end of it.
    if (taken || entry.tone === 'error') onTone(entry.tone, mustBeAcknowledged)
    else if (entry.tone === 'warning') onTone('warning', false)
    number.send({ type: 'outcome' })
    change()
  }
  const makeEntry = (scan: Scanned, kind: CandidateKind, outcome: CommandOutcome, command?: CommandId) =>
    entryOf(scan, kind, outcome, now(), command)

  const stack = createScanStack(() => turns.evaluate())
  const linesNow = () => stack.top('screen')?.lines
  /** The news of a number that is dropped digit by digit is one. */
  let dropping = ''
  const number = createNumberEntry({
    now,
    holds: () => turns.queue().afterError === 'hold',
    screen: () => turns.screenNow(),
    show: (scan, barcode, text) => {
      if (turns.queue().items.some(({ id, state }) => id === scan && state !== 'failed'))
        turns.send({ type: 'typed', id: scan, text })
      else linesNow()?.show(barcode, text)
    },
    commit: ({ scan, barcode, quantity, known }) => {
      const lines = linesNow()
      if (known && lines?.has(barcode) !== true) {
        tellNumber({ tone: 'warning', code: 'number-dropped.no-line', facts: { number: quantity } }, '')
        return
      }
      lines?.leave()
      const given = { quantity, of: scan }
      enqueue({ text: barcode, raw: String(quantity), readAt: now() }, turns.screenNow(), given)
    },
    lead: (barcode) => linesNow()?.lead(barcode),
    tell: (...said) => tellNumber(...said),
    changed: change,
  })
  const tellNumber = (outcome: CommandOutcome, text: string, again = false) => {
    if (!again) dropping = newId()
    const entry = makeEntry({ id: dropping, text, raw: text }, 'number', outcome)
    if (again) shown.reword(entry)
    else show(entry)
  }
  /** What was typed for a scan goes with it: into its line, or away where the scan was refused. */
  const endNumber: TurnEvents['onEnded'] = ({ scan, outcome }, { typed, lost }) => {
    const refused = outcome.tone === 'error'
    const wants = outcome.wants === 'quantity'
    number.send({ type: 'ended', scan: scan.of ?? scan.id, refused, wants, at: now() })
    if (!refused && typed !== undefined) linesNow()?.show(scan.text, typed)
    for (const { quantity = 0 } of lost) {
      const facts = { number: quantity, barcode: scan.text }
      tellNumber({ tone: 'warning', code: 'number-dropped.refused', facts }, String(quantity))
    }
  }
  const turns = createScanTurns(surroundings, stack, {
    onEnd: ({ scan, kind, outcome, command }, held) => {
      const entry = makeEntry(scan, kind, outcome, command)
      if (!words.shows(entry, outcome)) show(entry, held)
    },
    onEnded: endNumber,
    onLook: () => {
      const screen = stack.screen()
      if (screen) number.send({ type: 'screen', screen })
      shown.moveTo(here())
      if (queueDepth(turns.queue()) === 0 && turns.queue().heldBy === undefined) shown.rest()
    },
    onAlsoEnded: ({ scan, kind, outcome }) => onEntry(makeEntry(scan, kind, outcome)),
    changed: change,
  })

  // ---- a scan comes in

  /** Runs now, beside the queue: what it does is to answer or clear what the queue waits for. */
  const runAside = async (
    scan: IncomingScan,
    kind: CandidateKind,
    work: () => MaybePromise<RunOutcome>,
    id?: CommandId,
  ) => {
    let outcome: RunOutcome
    try {
      outcome = await work()
    } catch (error) {
      onBug(error)
      outcome = { tone: 'error', code: 'scan-failed' }
    }
    // The answer of a dialog is heard as read; what it leads to is told by whoever asked.
    const command = outcome === undefined && id !== undefined ? registry.byId(id) : undefined
    if (command?.scope === 'dialog') onTone('busy', false)
    else if (command?.quiet !== true)
      show(makeEntry({ id: newId(), ...scan }, kind, outcomeOrDone(outcome, id), id))
    turns.evaluate()
  }

  const enqueue = (
    { text, raw, cut, readAt, id = newId() }: IncomingScan & { readonly id?: string },
    target: string | undefined,
    given: Pick<QueuedScan, 'quantity' | 'of' | 'lacks'> = {},
  ) => {
    const queue = turns.queue()
    const waits = queueDepth(queue) > 0 || queue.heldBy !== undefined || stack.top('dialog') !== undefined
    turns.send({
      type: 'enqueue',
      scan: {
        id,
        text,
        raw,
        ...(cut && { cut }),
        at: readAt,
        address: here(),
        ...(target !== undefined && { target }),
        ...given,
      },
    })
    // Heard, and not lost: the tone of the outcome comes with the outcome.
    if (waits) onTone('busy', turns.queue().heldBy !== undefined)
  }

  /** Which quantity a code gets of what was typed before it. */
  const readNumber = (id: string, [candidate]: readonly [Candidate, ...Candidate[]]) => {
    if (candidate.kind === 'command') return {}
    const barcode = candidate.kind === 'barcode' ? candidate.barcode : undefined
    if (barcode !== undefined) {
      const digits = stack.top('dialog')?.takeDigits?.() ?? ''
      for (const key of digits) number.type(key)
    }
    const screen = turns.screenNow()
    const lines = screen === undefined ? undefined : linesNow()
    const wants = barcode === undefined || screen === undefined ? undefined : lines?.wants(barcode) === true
    return number.read({ scan: id, barcode, screen, wants })
  }

  const scan = (incoming: IncomingScan) => {
    const { text, readAt } = incoming
    if (isBounce(lastScan, { text, at: readAt })) return
    lastScan = { text, at: readAt }
    number.send({ type: 'take-back', digits: handedOnDigits(incoming) })
    const candidates = classifyScan(surroundings, incoming)
    const aside = findAside(
      registry,
      stack,
      ({ id }, given) => attempt(surroundings, id, given, { id: newId(), source: 'scan', at: now() }),
      incoming,
      candidates,
    )
    if (aside) {
      void runAside(incoming, aside.candidate.kind, aside.work, aside.id)
      return
    }
    const id = newId()
    const given = readNumber(id, candidates)
    enqueue({ ...incoming, id }, turns.screenNow(), given)
    stack.top('dialog')?.heard?.(candidates[0])
  }

  const scanThere: ScanEngine['scanThere'] = ({ text, raw, quantity: given }, go) => {
    const from = here()
    const seen = stack.count()
    go()
    if (here() !== from) stack.leave(seen)
    const id = newId()
    const quantity =
      given === undefined ? readNumber(id, classifyScan(surroundings, { text })) : { quantity: given }
    enqueue({ text, raw, readAt: now(), id }, turns.screenNow(), quantity)
  }

  const port = createScannerPort(surroundings, {
    turns,
    number,
    shown,
    leaveLines: () => linesNow()?.leave(),
    changed: change,
    scan,
  })

  const makeState = (): EngineState => {
    const queue = turns.queue()
    const reading = queue.items.findLast((item) => item.state !== 'failed')
    const waiting = turns.waitsFor()
    const quantityOf = number.waiting()
    return {
      ...shown.state(),
      quantity: number.text(),
      ...(quantityOf !== undefined && { quantityOf }),
      ...(number.goesToNext() && { quantityOrNext: true }),
      depth: turns.depth(),
      held: queue.heldBy !== undefined,
      ...(waiting && { waitsFor: waiting }),
      ...(reading && { reading: { raw: reading.raw, kind: classifyScan(surroundings, reading)[0].kind } }),
    }
  }

  const tellOfBefore = (code: 'scan-restored' | 'scan-unreadable' | 'scans-abandoned', n: number) => {
    const text = sayCode(code, { n })
    const outcome = { tone: 'warning', code, facts: { n } } as const
    show(makeEntry({ id: newId(), text, raw: '' }, 'unknown', outcome), false, true)
  }

  /** The error that scanning still waits for: it was told and listed before the reload, and is only shown again. */
  const showAgain = (failed: QueuedScan) => {
    const { code, args: facts } = failed.why ?? { code: 'scan-failed', args: {} }
    shown.show(
      makeEntry(failed, classifyScan(surroundings, failed)[0].kind, { tone: 'error', code, facts }),
      true,
    )
  }

  return {
    scan,
    scanThere,
    addTarget: stack.add,
    pause: stack.pause,
    poke: turns.evaluate,
    typeQuantity: number.type,
    ownsDigits: number.ownsDigits,
    isUnderWay: number.isUnderWay,
    enterQuantity: number.enter,
    awaitQuantity: (barcode) => {
      number.send({ type: 'added', barcode, screen: turns.screenNow() })
      return () => number.send({ type: 'gone', barcode })
    },
    announce: (outcome, command, source) => {
      const text = say(`command.${command}`)
      const entry = makeEntry({ id: newId(), text, raw: '' }, 'command', outcome, command)
      const barcode = outcome.facts?.['barcode']
      if (outcome.tone === 'ok' && typeof barcode === 'string') number.send({ type: 'given', barcode })
      if (words.shows(entry, outcome)) return
      const taken = shown.show(entry, false)
      onEntry(entry)
      // Who presses a button looks at it; keys and words are typed with the eyes on the plants.
      const heard = source !== 'button' || outcome.tone !== 'ok'
      if (heard && (taken || outcome.tone !== 'ok')) onTone(outcome.tone, false)
      number.send({ type: 'outcome' })
      change()
    },
    tellLater: words.tell,
    port,
    waiting: () => turns.queue().items.filter(({ state }) => state !== 'failed'),
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
      if (n > 0 && turns.queue().heldBy === undefined) tellOfBefore('scans-abandoned', n)
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
