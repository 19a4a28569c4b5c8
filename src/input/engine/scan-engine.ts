/**
 * The scan engine: scans in, commands run, outcomes out. Framework-free; clock, ids, storage and page come in
 * as its surroundings. One per app.
 *
 * When things are decided:
 *
 * - When a scan is made: its target screen, and the quantity typed before it. Ten barcodes scanned on one
 *   document belong to it, whatever is open when they run; if the screen is gone by then, nothing is saved
 *   and the person is told (`scan-not-saved`). A scan after one that opens another screen (a document number,
 *   for example) is for that screen; if it does not open, the later scans are not saved either.
 * - When it runs: what the scan means. The targets are asked then, because earlier scans change the screen: a
 *   repeated barcode is 'picked already' only once its pick was answered.
 *
 * Not queued: scans that answer or clear what the queue waits for. These are command barcodes marked
 * `at-once` (dialog answers, acknowledge, undo, quantity, mute, help), what an open dialog takes itself, and
 * a field that opted in. Every other command barcode is queued among the barcodes: 'ship' after ten picks
 * ships ten picks.
 *
 * The queue waits for: a running scan, an open dialog (a barcode never answers a question), an error to be
 * acknowledged, a screen that is loading, and a running step of the screen. Not for the command palette: it
 * is for text, so barcodes go to the screen below it and its text stays.
 */

import type { CommandOutcome, MaybePromise, RunOutcome, Source } from '#core/commands/command.ts'
import type { Candidate, CandidateKind } from '#core/scan/classify.ts'
import { type AfterError, isBounce, type QueuedScan, queueDepth, restoreQueue } from '#core/scan/queue.ts'
import type { CommandId } from '#core/wire/command-ids.ts'
import { say, sayCode } from '#text/say.ts'
import { type EngineState, stateOf } from './engine-state.ts'
import { createLaterReplies, type LaterReplies } from './later-replies.ts'
import { createNumberEntry, handedOnDigits, type NumberEntry } from './number-entry.ts'
import { findAside } from './scan-aside.ts'
import { type EngineTarget, type Entry, entryOf, type IncomingScan, type Scanned } from './scan-entry.ts'
import { createScanStack } from './scan-stack.ts'
import { createScanTurns, outcomeOrDone, type TurnEvents } from './scan-turns.ts'
import { createScannerPort, type EnginePort } from './scanner-port.ts'
import { createShownOutcomes } from './shown-outcomes.ts'
import { createSnapshot } from './snapshot.ts'
import { attempt, classifyScan, type Surroundings } from './surroundings.ts'

export interface ScanEngine
  extends Pick<NumberEntry, 'ownsDigits' | 'isUnderWay' | 'mayLead' | 'takeToKeep' | 'takeForQuestion'> {
  readonly scan: (scan: IncomingScan) => void
  /** A scan for the screen that `go` opens, with its quantity: tried again, or moved. */
  readonly scanThere: (
    scan: Pick<IncomingScan, 'text' | 'raw'> & { readonly quantity?: number | undefined },
    go: () => void,
  ) => void
  /** Registers a target; returns a function that removes it. The last one of a level comes first. */
  readonly addTarget: (target: EngineTarget) => () => void
  /** Holds scans while a screen is loading; returns a function that ends this. */
  readonly pause: () => () => void
  /** Something changed that a queued scan may wait for. */
  readonly reevaluate: () => void
  readonly typeQuantity: NumberEntry['type']
  readonly enterQuantity: NumberEntry['enter']
  /**
   * A barcode was typed, and its line waits for a quantity: digits are for it, as after a scan. Returns a
   * function to call if there is no such line.
   */
  readonly awaitQuantity: (barcode: string) => () => void
  /** The person has moved to this barcode's line: digits are no longer for the line that waited. */
  readonly chooseLine: (barcode: string) => void
  /** The outcome of a command by key, palette or button, shown and sounded like a scan's. */
  readonly announce: (outcome: CommandOutcome, command: CommandId, source: Source) => void
  /** The result of work that has ended, such as a print job: replaces any outcome that waits for no OK. */
  readonly reportResult: (outcome: CommandOutcome, about: string) => void
  /** The later result of something saved here; an error waits for OK. */
  readonly reportLater: LaterReplies['tell']
  readonly port: EnginePort
  readonly setAfterError: (afterError: AfterError) => void
  /** Restores a stored queue ahead of the current one, for the open screen or the one that `go` opens. */
  readonly restore: (stored: unknown, go?: () => void) => void
  /** Another person works here from now on: drops the current queue, but not its stored copy. */
  readonly forget: () => void
  /** The queued and running scans, in order. */
  readonly waiting: () => readonly QueuedScan[]
  /** Logs the scans of a stored queue as failures, to be tried again, instead of restoring them. */
  readonly reportAbandoned: (stored: unknown) => void
  readonly state: () => EngineState
  readonly subscribe: (listener: () => void) => () => void
  readonly targets: () => readonly EngineTarget[]
}

/** Starts an engine with an empty queue. */
export function createScanEngine(surroundings: Surroundings): ScanEngine {
  const { registry, now, newId, here, onTone, onEntry, onBug } = surroundings
  const listeners = new Set<() => void>()
  let lastScan: { text: string; at: number } | undefined
  const snapshot = createSnapshot(() => makeState())

  // ---- shown state

  const change = () => {
    snapshot.drop()
    for (const listener of listeners) listener()
  }
  const shown = createShownOutcomes(() => turns.queue().heldBy !== undefined, here)
  const words = createLaterReplies(surroundings, {
    turns: () => turns,
    shown,
    show: (entry, holds) => show(entry, holds),
    changed: () => change(),
  })
  const show = (entry: Entry, mustBeAcknowledged = false, everywhere = false) => {
    const taken = shown.show(entry, mustBeAcknowledged, everywhere)
    onEntry(entry)
    // Outcomes beside a held error have no tone, which would sound like its end.
    if (taken || entry.tone === 'error') onTone(entry.tone, mustBeAcknowledged)
    else if (entry.tone === 'warning') onTone('warning', false)
    number.send({ type: 'outcome' })
    change()
  }
  const makeEntry = (scan: Scanned, kind: CandidateKind, outcome: CommandOutcome, command?: CommandId) =>
    entryOf(scan, kind, outcome, now(), command)

  const stack = createScanStack(() => turns.evaluate())
  const linesNow = () => stack.top('screen')?.lines
  /** A number that is dropped digit by digit is reported once. */
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
      enqueue({ text: barcode, raw: barcode, readAt: now() }, turns.screenNow(), given)
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
  /**
   * Input for a scan's line ends with the scan: it goes into the line, or is dropped if the scan was refused.
   */
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
      takeEarlyReason()
      const screen = stack.screen()
      if (screen) number.send({ type: 'screen', screen })
      shown.moveTo(here())
      if (queueDepth(turns.queue()) === 0 && turns.queue().heldBy === undefined) shown.rest()
    },
    onAlsoEnded: ({ scan, kind, outcome }) => onEntry(makeEntry(scan, kind, outcome)),
    changed: change,
  })

  // ---- an incoming scan

  /** A reason that was scanned while its question was still coming is for that question, in its order. */
  const takeEarlyReason = () => {
    // Otherwise no scan has asked it: it was opened by key, perhaps for another line.
    if (!turns.isBusy()) return
    const next = turns.nextWaiting()
    const [candidate] = next ? classifyScan(surroundings, next) : []
    const answer = candidate && stack.top('dialog')?.accepts(candidate)
    if (!next || answer?.type !== 'intent' || answer.command !== 'chooseReason') return
    turns.takeBack(next)
    scanNow({ ...next, readAt: next.at })
  }

  /** Runs now, not queued: it answers or clears what the queue waits for. */
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
    // The tone confirms a dialog's answer; its result is reported by the dialog's owner.
    const command = outcome === undefined && id !== undefined ? registry.byId(id) : undefined
    if (command?.scope === 'dialog') onTone('busy', false)
    else if (command?.quiet !== true)
      show(makeEntry({ id: newId(), ...scan }, kind, outcomeOrDone(outcome, id), id))
    turns.evaluate()
  }

  const enqueue = (
    { text, raw, cut, unclear, readAt, id = newId() }: IncomingScan & { readonly id?: string },
    target: string | undefined,
    given: Pick<QueuedScan, 'quantity' | 'kept' | 'of' | 'lacks'> = {},
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
        ...(unclear && { unclear }),
        at: readAt,
        address: here(),
        ...(target !== undefined && { target }),
        ...given,
      },
    })
    // Received and queued: the outcome's tone comes later.
    if (waits) onTone('busy', turns.queue().heldBy !== undefined)
  }

  /** The quantity typed before a code. */
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
    const isKept = barcode !== undefined && lines?.takesKept?.(barcode) === true
    const kept = screen === undefined ? 'unknown' : isKept ? lines?.kept?.() : undefined
    linesNow()?.leaveOthers?.(barcode)
    return number.read({ scan: id, barcode, screen, wants, ...(kept !== undefined && { kept }) })
  }

  const scan = (incoming: IncomingScan) => {
    const { text, readAt } = incoming
    if (isBounce(lastScan, { text, at: readAt })) return
    lastScan = { text, at: readAt }
    number.send({ type: 'take-back', digits: handedOnDigits(incoming) })
    scanNow(incoming)
  }

  const scanNow = (incoming: IncomingScan) => {
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

  /** Later scans are for the screen that `go` opens. */
  const leadTo = (go: () => void) => {
    const from = here()
    const seen = stack.count()
    go()
    if (here() !== from) stack.leave(seen)
  }
  const scanThere: ScanEngine['scanThere'] = ({ text, raw, quantity: given }, go) => {
    leadTo(go)
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
    saved: (barcode) => linesNow()?.saved?.(barcode),
    changed: change,
    scan,
  })

  const kindOf = (scan: QueuedScan) => classifyScan(surroundings, scan)[0].kind
  const makeState = () =>
    stateOf({
      shown: shown.state(),
      number,
      queue: turns.queue(),
      depth: turns.depth(),
      waitsFor: turns.waitsFor(),
      saved: linesNow()?.saved,
      kindOf,
    })

  const tellOfBefore = (code: 'scan-restored' | 'scan-unreadable' | 'scans-abandoned', n: number) => {
    const text = sayCode(code, { n })
    const outcome = { tone: 'warning', code, facts: { n } } as const
    show(makeEntry({ id: newId(), text, raw: '' }, 'unknown', outcome), false, true)
  }

  /** The held error after a reload: it is already in the log, and only shown again. */
  const showAgain = (failed: QueuedScan) => {
    const { code, args: facts } = failed.why ?? { code: 'scan-failed', args: {} }
    shown.show(makeEntry(failed, kindOf(failed), { tone: 'error', code, facts }), true)
  }

  return {
    scan,
    scanThere,
    addTarget: stack.add,
    pause: stack.pause,
    reevaluate: turns.evaluate,
    typeQuantity: number.type,
    ownsDigits: number.ownsDigits,
    isUnderWay: number.isUnderWay,
    mayLead: number.mayLead,
    enterQuantity: number.enter,
    takeToKeep: number.takeToKeep,
    takeForQuestion: number.takeForQuestion,
    awaitQuantity: (barcode) => {
      number.send({ type: 'added', barcode, screen: turns.screenNow() })
      return () => number.send({ type: 'gone', barcode })
    },
    chooseLine: (barcode) => {
      const screen = turns.screenNow()
      if (linesNow()?.has(barcode) === true) number.send({ type: 'chosen', barcode, screen })
    },
    announce: (outcome, command, source) => {
      const text = say(`command.${command}`)
      const entry = makeEntry({ id: newId(), text, raw: '' }, 'command', outcome, command)
      const barcode = outcome.facts?.['barcode']
      if (outcome.tone === 'ok' && typeof barcode === 'string') number.send({ type: 'given', barcode })
      if (words.shows(entry, outcome)) return
      const taken = shown.show(entry, false)
      onEntry(entry)
      // With a button the person looks at the screen; with keys and palette at the plants.
      const heard = source !== 'button' || outcome.tone !== 'ok'
      if (heard && (taken || outcome.tone !== 'ok')) onTone(outcome.tone, false)
      number.send({ type: 'outcome' })
      change()
    },
    // Silent if it went well: a tone would be taken for a scan's. Digits under way stay as they are.
    reportResult: (outcome, about) => {
      const entry = makeEntry({ id: newId(), text: about, raw: '' }, 'command', outcome)
      shown.show(entry, false)
      onEntry(entry)
      if (outcome.tone !== 'ok') onTone(outcome.tone, false)
      change()
    },
    reportLater: words.tell,
    port,
    waiting: () => turns.queue().items.filter(({ state }) => state !== 'failed'),
    setAfterError: (afterError) => turns.send({ type: 'set-after-error', afterError }),
    forget: turns.forget,
    restore: (stored, go) => {
      if (go) leadTo(go)
      const wasHeld = turns.queue().heldBy !== undefined
      const { queue, unreadable, n, start } = turns.restore(stored)
      if (unreadable > 0) tellOfBefore('scan-unreadable', unreadable)
      const failed = queue.items.find(({ id }) => id === queue.heldBy)
      if (failed && !wasHeld) showAgain(failed)
      else if (n > 0) tellOfBefore('scan-restored', n)
      start()
    },
    reportAbandoned: (stored) => {
      const left = restoreQueue(stored).queue.items.filter(({ state }) => state !== 'failed')
      const outcome = { tone: 'error', code: 'scan-abandoned' } as const
      for (const scan of left) onEntry(entryOf(scan, kindOf(scan), outcome, scan.at))
      // A held error stays visible.
      if (left.length > 0 && turns.queue().heldBy === undefined) tellOfBefore('scans-abandoned', left.length)
    },
    state: snapshot.get,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    targets: stack.inOrder,
  }
}
