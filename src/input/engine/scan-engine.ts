// The scan engine: takes scans, runs their commands, shows the outcomes. No framework; one engine per app.
//
// When a scan is made, the engine fixes its target screen and the quantity typed before it:
// - Ten barcodes scanned on one document belong to it, whichever screen is open when they run. If that screen
//   is gone by then, the scan is not saved and an error says so (`scan-not-saved`).
// - A scan after one that opens another screen (for example a document number) is for that screen. If it does
//   not open, later scans are not saved either.
//
// When a scan runs, the engine decides its meaning, because earlier scans change the screen: a repeated
// barcode is 'picked already' only after its first pick was answered.
//
// Scans that answer or clear what blocks the queue bypass it: command barcodes marked `at-once` (dialog
// answers, acknowledge, undo, quantity, mute, help), and codes that an open dialog or an opted-in field
// handles. Other command barcodes are queued in order: 'ship' after ten picks ships ten picks.
//
// The queue waits for a running scan, an open dialog (a barcode never answers a question), an error to be
// acknowledged, a loading screen, and a running step of the screen. It does not wait for the command palette,
// which takes text: barcodes go to the screen below, and the palette's text stays.

import type { CommandOutcome, MaybePromise, RunOutcome, Source } from '#core/commands/command.ts'
import type { Candidate, CandidateKind } from '#core/scan/classify.ts'
import { type AfterError, isBounce, type QueuedScan, queueDepth, restoreQueue } from '#core/scan/queue.ts'
import type { CommandId } from '#core/wire/command-ids.ts'
import { say, sayCode } from '#text/say.ts'
import { attempt, classifyScan, type EngineEnvironment } from './engine-environment.ts'
import { buildEngineState, type EngineState } from './engine-state.ts'
import { findImmediateScan } from './immediate-scan.ts'
import { createLaterReplies, type LaterReplies } from './later-replies.ts'
import { createNumberEntry, digitsTreatedAsTyped, type NumberEntry } from './number-entry.ts'
import { createQueueRunner, outcomeOrDone, type QueueRunnerEvents } from './queue-runner.ts'
import { type EngineTarget, type Entry, entryOf, type IncomingScan, type Scanned } from './scan-entry.ts'
import { createScanStack } from './scan-stack.ts'
import { createScannerPort, type EnginePort } from './scanner-port.ts'
import { createShownOutcomes } from './shown-outcomes.ts'
import { createSnapshot } from './snapshot.ts'

export interface ScanEngine
  extends Pick<
    NumberEntry,
    'ownsDigits' | 'isTyping' | 'mayFocusLine' | 'takeAsKeptQuantity' | 'takeForQuestion'
  > {
  readonly scan: (scan: IncomingScan) => void
  /** Scans for the screen that `go` opens, with a quantity: a retried or moved scan. */
  readonly scanOnScreen: (
    scan: Pick<IncomingScan, 'text' | 'raw'> & { readonly quantity?: number | undefined },
    go: () => void,
  ) => void
  /** Registers a target; returns a function that removes it. The latest target of a level wins. */
  readonly addTarget: (target: EngineTarget) => () => void
  /** Holds scans while a screen loads; returns a function that ends this. */
  readonly pause: () => () => void
  /** Checks the queue again: a condition that a queued scan waits for may have changed. */
  readonly reevaluate: () => void
  readonly typeQuantity: NumberEntry['type']
  readonly enterQuantity: NumberEntry['enter']
  /**
   * A barcode was typed and its line waits for a quantity: the next digits are for it, as after a scan.
   * Returns a function to call if there is no such line.
   */
  readonly awaitQuantity: (barcode: string) => () => void
  /** The person has moved to this barcode's line: digits are no longer for the line that waited. */
  readonly chooseLine: (barcode: string) => void
  /** Shows and sounds the outcome of a command by key, palette or button, like a scan's. */
  readonly showOutcome: (outcome: CommandOutcome, command: CommandId, source: Source) => void
  /** Shows the result of finished work, such as a print job. It replaces any outcome that needs no OK. */
  readonly reportResult: (outcome: CommandOutcome, about: string) => void
  /** Reports the later result of a change that was saved on the device; an error waits for OK. */
  readonly reportLater: LaterReplies['report']
  readonly port: EnginePort
  readonly setAfterError: (afterError: AfterError) => void
  /** Restores a stored queue before the current one, for the open screen or the one that `go` opens. */
  readonly restore: (stored: unknown, go?: () => void) => void
  /** Another person uses this page from now on: drops the current queue, but not its stored copy. */
  readonly forget: () => void
  /** The queued and running scans in order. */
  readonly unfinishedScans: () => readonly QueuedScan[]
  /** Logs the scans of a stored queue as failures that can be retried, instead of restoring them. */
  readonly reportAbandoned: (stored: unknown) => void
  readonly state: () => EngineState
  readonly subscribe: (listener: () => void) => () => void
  readonly targets: () => readonly EngineTarget[]
}

/** Creates an engine with an empty queue. */
export function createScanEngine(environment: EngineEnvironment): ScanEngine {
  const { registry, now, newId, here, onTone, onEntry, onBug } = environment
  const listeners = new Set<() => void>()
  let lastScan: { text: string; at: number } | undefined
  const snapshot = createSnapshot(() => makeState())

  // ---- shown state

  const notifyChange = () => {
    snapshot.drop()
    for (const listener of listeners) listener()
  }
  const shown = createShownOutcomes(() => turns.queue().heldBy !== undefined, here)
  const laterReplies = createLaterReplies(environment, {
    turns: () => turns,
    shown,
    show: (entry, holds) => show(entry, holds),
    changed: () => notifyChange(),
  })
  const show = (entry: Entry, mustBeAcknowledged = false, everywhere = false) => {
    const isShown = shown.show(entry, mustBeAcknowledged, everywhere)
    onEntry(entry)
    // Outcomes beside a held error have no tone: it would sound as if the error had ended.
    if (isShown || entry.tone === 'error') onTone(entry.tone, mustBeAcknowledged)
    else if (entry.tone === 'warning') onTone('warning', false)
    number.send({ type: 'outcome' })
    notifyChange()
  }
  const makeEntry = (scan: Scanned, kind: CandidateKind, outcome: CommandOutcome, command?: CommandId) =>
    entryOf(scan, kind, outcome, now(), command)

  const stack = createScanStack(() => turns.evaluate())
  const screenLines = () => stack.top('screen')?.lines
  // The entry id of the number that is being dropped, so that it is reported once, not per digit.
  let droppedNumberId = ''
  const number = createNumberEntry({
    now,
    doErrorsHold: () => turns.queue().afterError === 'hold',
    screen: () => turns.targetScreen(),
    show: (scan, barcode, text) => {
      if (turns.queue().items.some(({ id, state }) => id === scan && state !== 'failed'))
        turns.send({ type: 'typed', id: scan, text })
      else screenLines()?.showUnsaved(barcode, text)
    },
    commit: ({ scan, barcode, quantity, known }) => {
      const lines = screenLines()
      if (known && lines?.has(barcode) !== true) {
        reportNumber({ tone: 'warning', code: 'number-dropped.no-line', facts: { number: quantity } }, '')
        return
      }
      lines?.blur()
      const given = { quantity, of: scan }
      enqueue({ text: barcode, raw: barcode, readAt: now() }, turns.targetScreen(), given)
    },
    focusLine: (barcode) => screenLines()?.focusLine(barcode),
    report: (...said) => reportNumber(...said),
    changed: notifyChange,
  })
  const reportNumber = (outcome: CommandOutcome, text: string, again = false) => {
    if (!again) droppedNumberId = newId()
    const entry = makeEntry({ id: droppedNumberId, text, raw: text }, 'number', outcome)
    if (again) shown.updateText(entry)
    else show(entry)
  }
  // Ends the input for a scan's line with the scan: the line gets it, or it is dropped if the scan was
  // refused.
  const endNumber: QueueRunnerEvents['onFinished'] = ({ scan, outcome }, { typed, lost }) => {
    const refused = outcome.tone === 'error'
    const wantsQuantity = outcome.wants === 'quantity'
    number.send({ type: 'ended', scan: scan.of ?? scan.id, refused, wants: wantsQuantity, at: now() })
    if (!refused && typed !== undefined) screenLines()?.showUnsaved(scan.text, typed)
    for (const { quantity = 0 } of lost) {
      const facts = { number: quantity, barcode: scan.text }
      reportNumber({ tone: 'warning', code: 'number-dropped.refused', facts }, String(quantity))
    }
  }
  const turns = createQueueRunner(environment, stack, {
    onOutcome: ({ scan, kind, outcome, command }, held) => {
      const entry = makeEntry(scan, kind, outcome, command)
      if (laterReplies.showSavedLocally(entry, outcome)) return
      if (isNavigation(entry)) {
        // The new screen is the outcome: no sentence.
        onEntry(entry)
        onTone(entry.tone, false)
        number.send({ type: 'outcome' })
      } else show(entry, held)
    },
    onFinished: endNumber,
    onScreenChange: () => {
      takeEarlyReason()
      const screen = stack.screen()
      if (screen) number.send({ type: 'screen', screen })
      shown.moveTo(here())
      if (queueDepth(turns.queue()) === 0 && turns.queue().heldBy === undefined) shown.endSeries()
    },
    onDiscarded: ({ scan, kind, outcome }) => onEntry(makeEntry(scan, kind, outcome)),
    changed: notifyChange,
  })

  const isNavigation = ({ code, command }: Entry): boolean =>
    code === 'scan-done' && command !== undefined && registry.byId(command).opensOtherScreen === true

  // ---- an incoming scan

  // Gives a queued reason to its question: it was scanned before the question opened.
  const takeEarlyReason = () => {
    // Without a running scan the question was opened by key, perhaps for another line.
    if (!turns.isBusy()) return
    const next = turns.nextWaiting()
    const [candidate] = next ? classifyScan(environment, next) : []
    const answer = candidate && stack.top('dialog')?.accepts(candidate)
    if (!next || answer?.type !== 'intent' || answer.command !== 'chooseReason') return
    turns.takeBack(next)
    scanNow({ ...next, readAt: next.at })
  }

  // Runs a scan immediately, because it answers or clears what blocks the queue.
  const runImmediately = async (
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
    // The tone confirms a dialog's answer; the dialog's owner reports the result.
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
    const isQueued = queueDepth(queue) > 0 || queue.heldBy !== undefined || stack.top('dialog') !== undefined
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
    // Confirms a queued scan; the tone of its outcome follows.
    if (isQueued) onTone('busy', turns.queue().heldBy !== undefined)
  }

  // The quantity that was typed before a code.
  const readNumber = (id: string, [candidate]: readonly [Candidate, ...Candidate[]]) => {
    if (candidate.kind === 'command') return {}
    const barcode = candidate.kind === 'barcode' ? candidate.barcode : undefined
    if (barcode !== undefined) {
      const digits = stack.top('dialog')?.takeDigits?.() ?? ''
      for (const key of digits) number.type(key)
    }
    const screen = turns.targetScreen()
    const lines = screen === undefined ? undefined : screenLines()
    const wantsQuantity =
      barcode === undefined || screen === undefined ? undefined : lines?.waitsForQuantity(barcode) === true
    const isKept = barcode !== undefined && lines?.takesKeptQuantity?.(barcode) === true
    const kept = screen === undefined ? 'unknown' : isKept ? lines?.keptQuantity?.() : undefined
    screenLines()?.blurOthers?.(barcode)
    return number.read({
      scan: id,
      barcode,
      screen,
      wants: wantsQuantity,
      ...(kept !== undefined && { kept }),
    })
  }

  const scan = (incoming: IncomingScan) => {
    const { text, readAt } = incoming
    if (isBounce(lastScan, { text, at: readAt })) return
    lastScan = { text, at: readAt }
    number.send({ type: 'take-back', digits: digitsTreatedAsTyped(incoming) })
    scanNow(incoming)
  }

  const scanNow = (incoming: IncomingScan) => {
    const candidates = classifyScan(environment, incoming)
    const immediate = findImmediateScan(
      registry,
      stack,
      ({ id }, given) => attempt(environment, id, given, { id: newId(), source: 'scan', at: now() }),
      incoming,
      candidates,
    )
    if (immediate) {
      void runImmediately(incoming, immediate.candidate.kind, immediate.work, immediate.id)
      return
    }
    const id = newId()
    const given = readNumber(id, candidates)
    enqueue({ ...incoming, id }, turns.targetScreen(), given)
    stack.top('dialog')?.onQueuedScan?.(candidates[0])
  }

  // Opens a screen with `go`: later scans are for that screen.
  const openScreen = (go: () => void) => {
    const from = here()
    const targetCount = stack.count()
    go()
    if (here() !== from) stack.leave(targetCount)
  }
  const scanThere: ScanEngine['scanOnScreen'] = ({ text, raw, quantity: given }, go) => {
    openScreen(go)
    const id = newId()
    const quantity =
      given === undefined ? readNumber(id, classifyScan(environment, { text })) : { quantity: given }
    enqueue({ text, raw, readAt: now(), id }, turns.targetScreen(), quantity)
  }

  const port = createScannerPort(environment, {
    turns,
    number,
    shown,
    leaveLines: () => screenLines()?.blur(),
    saved: (barcode) => screenLines()?.savedQuantity?.(barcode),
    changed: notifyChange,
    scan,
  })

  const kindOf = (scan: QueuedScan) => classifyScan(environment, scan)[0].kind
  const makeState = () =>
    buildEngineState({
      shown: shown.state(),
      number,
      queue: turns.queue(),
      depth: turns.waitingCount(),
      waitsFor: turns.waitsFor(),
      saved: screenLines()?.savedQuantity,
      kindOf,
    })

  const reportRestored = (code: 'scan-restored' | 'scan-unreadable' | 'scans-abandoned', n: number) => {
    const text = sayCode(code, { n })
    const outcome = { tone: 'warning', code, facts: { n } } as const
    show(makeEntry({ id: newId(), text, raw: '' }, 'unknown', outcome), false, true)
  }

  // Shows the held error again after a reload; the log already contains it.
  const showHeldError = (failed: QueuedScan) => {
    const { code, args: facts } = failed.why ?? { code: 'scan-failed', args: {} }
    shown.show(makeEntry(failed, kindOf(failed), { tone: 'error', code, facts }), true)
  }

  return {
    scan,
    scanOnScreen: scanThere,
    addTarget: stack.add,
    pause: stack.pause,
    reevaluate: turns.evaluate,
    typeQuantity: number.type,
    ownsDigits: number.ownsDigits,
    isTyping: number.isTyping,
    mayFocusLine: number.mayFocusLine,
    enterQuantity: number.enter,
    takeAsKeptQuantity: number.takeAsKeptQuantity,
    takeForQuestion: number.takeForQuestion,
    awaitQuantity: (barcode) => {
      number.send({ type: 'added', barcode, screen: turns.targetScreen() })
      return () => number.send({ type: 'gone', barcode })
    },
    chooseLine: (barcode) => {
      const screen = turns.targetScreen()
      if (screenLines()?.has(barcode) === true) number.send({ type: 'chosen', barcode, screen })
    },
    showOutcome: (outcome, command, source) => {
      const text = say(`command.${command}`)
      const entry = makeEntry({ id: newId(), text, raw: '' }, 'command', outcome, command)
      const barcode = outcome.facts?.['barcode']
      if (outcome.tone === 'ok' && typeof barcode === 'string') number.send({ type: 'given', barcode })
      if (laterReplies.showSavedLocally(entry, outcome)) return
      const isShown = shown.show(entry, false)
      onEntry(entry)
      // With a button the person looks at the screen; with keys or palette they look at the plants.
      const isAudible = source !== 'button' || outcome.tone !== 'ok'
      if (isAudible && (isShown || outcome.tone !== 'ok')) onTone(outcome.tone, false)
      number.send({ type: 'outcome' })
      notifyChange()
    },
    // No tone after a success: it would sound like a scan's. Digits being typed stay.
    reportResult: (outcome, about) => {
      const entry = makeEntry({ id: newId(), text: about, raw: '' }, 'command', outcome)
      shown.show(entry, false)
      onEntry(entry)
      if (outcome.tone !== 'ok') onTone(outcome.tone, false)
      notifyChange()
    },
    reportLater: laterReplies.report,
    port,
    unfinishedScans: () => turns.queue().items.filter(({ state }) => state !== 'failed'),
    setAfterError: (afterError) => turns.send({ type: 'set-after-error', afterError }),
    forget: turns.forget,
    restore: (stored, go) => {
      if (go) openScreen(go)
      const wasHeld = turns.queue().heldBy !== undefined
      const { queue, unreadable, n, start } = turns.restore(stored)
      if (unreadable > 0) reportRestored('scan-unreadable', unreadable)
      const failed = queue.items.find(({ id }) => id === queue.heldBy)
      if (failed && !wasHeld) showHeldError(failed)
      else if (n > 0) reportRestored('scan-restored', n)
      start()
    },
    reportAbandoned: (stored) => {
      const unfinished = restoreQueue(stored).queue.items.filter(({ state }) => state !== 'failed')
      const outcome = { tone: 'error', code: 'scan-abandoned' } as const
      for (const scan of unfinished) onEntry(entryOf(scan, kindOf(scan), outcome, scan.at))
      // Do not cover a held error.
      if (unfinished.length > 0 && turns.queue().heldBy === undefined)
        reportRestored('scans-abandoned', unfinished.length)
    },
    state: snapshot.get,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    targets: stack.inOrder,
  }
}
