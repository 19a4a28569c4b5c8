// The steps of the scan engine over one state object. `scan-engine.ts` lists what the app may call.
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

import { flushRendering, throttleRendering } from '#app/state/use-batched-store.ts'
import type { CommandOutcome, RunOutcome } from '#core/commands/command.ts'
import type { Candidate, CandidateKind } from '#core/scan/classify.ts'
import type { NumberEffect, NumberEvent, TypedNumber } from '#core/scan/number-events.ts'
import { isBounce, type QueuedScan, queueDepth } from '#core/scan/queue.ts'
import { areDigitsDropped, noNumber, reduceNumber } from '#core/scan/typed-number.ts'
import type { CommandId } from '#core/wire/command-ids.ts'
import { attempt, classifyScan, type EngineEnvironment } from './engine-environment.ts'
import { buildEngineState } from './engine-state.ts'
import { findImmediateScan, type ImmediateScan } from './immediate-scan.ts'
import { showSavedLocally } from './later-replies.ts'
import { digitsTreatedAsTyped, outcomeOfDropped, quantityFrom } from './number-entry.ts'
import {
  type Ending,
  followersOf,
  leavesScreen,
  outcomeOrDone,
  planScan,
  type ScanPlan,
} from './plan-scan.ts'
import {
  createRunner,
  type Gate,
  isBusy,
  nextWaiting,
  type RunnerEffect,
  type RunnerEvent,
  type RunnerState,
  reduceRunner,
  waitingCount,
  waitsFor,
} from './runner.ts'
import { type Entry, entryOf, type IncomingScan, type Scanned, type ScannedLines } from './scan-entry.ts'
import { createScanStack, NEVER_OPENED, type ScanStack } from './scan-stack.ts'
import { createShownOutcomes, type ShownOutcomes } from './shown-outcomes.ts'
import { createSnapshot, type Snapshot } from './snapshot.ts'

export interface Engine {
  readonly environment: EngineEnvironment
  readonly stack: ScanStack
  readonly shown: ShownOutcomes
  readonly snapshot: Snapshot
  readonly listeners: Set<() => void>
  runner: RunnerState
  number: TypedNumber
  /** A turn of the queue is scheduled. */
  isEvaluating: boolean
  lastScan: { readonly text: string; readonly at: number } | undefined
  /** The entry id of the number that is being dropped, so that it is reported once, not per digit. */
  droppedNumberId: string
}

// Delay before a retry after 'busy' (the screen was running a step), in milliseconds.
const retryDelayMs = 150

/** Creates an engine with an empty queue. */
export function createEngine(environment: EngineEnvironment): Engine {
  const engine: Engine = {
    environment,
    stack: createScanStack(() => evaluate(engine)),
    shown: createShownOutcomes(() => isHeld(engine), environment.here),
    snapshot: createSnapshot(() => readState(engine)),
    listeners: new Set(),
    runner: createRunner(environment.afterError),
    number: noNumber,
    isEvaluating: false,
    lastScan: undefined,
    droppedNumberId: '',
  }
  return engine
}

const readState = (engine: Engine) => {
  const { environment, shown, number, runner } = engine
  const isDialogOpen = hasDialog(engine)
  return buildEngineState({
    shown: shown.state(),
    number,
    queue: runner.queue,
    depth: waitingCount(runner, isDialogOpen),
    waitsFor: waitsFor(runner, isDialogOpen, runner.pending && gateOf(engine, runner.pending)),
    saved: linesOf(engine)?.savedQuantity,
    kindOf: (scan) => classifyScan(environment, scan)[0].kind,
  })
}

/** Notifies subscribers of a change. */
export function notify({ snapshot, listeners }: Engine): void {
  snapshot.drop()
  for (const listener of listeners) listener()
}

/** An error waits for OK. */
export function isHeld({ runner }: Engine): boolean {
  return runner.queue.heldBy !== undefined
}

/** The lines of the top screen. */
export function linesOf({ stack }: Engine): ScannedLines | undefined {
  return stack.top('screen')?.lines
}

const hasDialog = ({ stack }: Engine): boolean => stack.top('dialog') !== undefined

// ---- an incoming scan

/** Takes a scan, unless it is a bounce of the trigger. */
export function acceptScan(engine: Engine, scan: IncomingScan): void {
  const { text, readAt } = scan
  if (isBounce(engine.lastScan, { text, at: readAt })) return
  engine.lastScan = { text, at: readAt }
  sendNumber(engine, { type: 'take-back', digits: digitsTreatedAsTyped(scan) })
  processScan(engine, scan)
}

// Runs a scan immediately, or queues it.
function processScan(engine: Engine, scan: IncomingScan): void {
  const { environment, stack } = engine
  const { registry, newId, now } = environment
  const candidates = classifyScan(environment, scan)
  const immediate = findImmediateScan(
    registry,
    stack,
    ({ id }, given) => attempt(environment, id, given, { id: newId(), source: 'scan', at: now() }),
    scan,
    candidates,
  )
  if (immediate) {
    void runImmediately(engine, scan, immediate)
    return
  }
  const id = newId()
  const given = readNumber(engine, id, candidates)
  enqueue(engine, { ...scan, id }, targetScreen(engine), given)
  stack.top('dialog')?.onQueuedScan?.(candidates[0])
}

// Runs a scan that answers or clears what blocks the queue.
async function runImmediately(
  engine: Engine,
  scan: IncomingScan,
  { candidate, work, id }: ImmediateScan,
): Promise<void> {
  const { registry, newId, onBug, onTone } = engine.environment
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
    showEntry(
      engine,
      makeEntry(engine, { id: newId(), ...scan }, candidate.kind, outcomeOrDone(outcome, id), id),
    )
  evaluate(engine)
}

/** Reads a scan's quantity, which was typed before it. */
export function readNumber(engine: Engine, scan: string, [candidate]: readonly [Candidate, ...Candidate[]]) {
  const { stack } = engine
  if (candidate.kind === 'command') return {}
  const barcode = candidate.kind === 'barcode' ? candidate.barcode : undefined
  if (barcode !== undefined) {
    const digits = stack.top('dialog')?.takeDigits?.() ?? ''
    for (const key of digits) typeKey(engine, key)
  }
  const screen = targetScreen(engine)
  const lines = screen === undefined ? undefined : linesOf(engine)
  const wants =
    barcode === undefined || screen === undefined ? undefined : lines?.waitsForQuantity(barcode) === true
  const isKept = barcode !== undefined && lines?.takesKeptQuantity?.(barcode) === true
  const kept = screen === undefined ? 'unknown' : isKept ? lines?.keptQuantity?.() : undefined
  linesOf(engine)?.blurOthers?.(barcode)
  return quantityFrom(
    sendNumber(engine, { type: 'read', scan, barcode, screen, wants, ...(kept !== undefined && { kept }) }),
  )
}

/** Queues a scan for a screen; undefined: the one that is loading. */
export function enqueue(
  engine: Engine,
  { text, raw, cut, unclear, readAt, id }: IncomingScan & { readonly id: string },
  target: string | undefined,
  given: Pick<QueuedScan, 'quantity' | 'kept' | 'of' | 'lacks'>,
): void {
  const { here, onTone } = engine.environment
  const isQueued = queueDepth(engine.runner.queue) > 0 || isHeld(engine) || hasDialog(engine)
  sendToRunner(engine, {
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
  if (isQueued) onTone('busy', isHeld(engine))
}

/** The target screen of a scan made now; undefined: the screen that is loading. */
export function targetScreen({ environment, stack, runner }: Engine): string | undefined {
  if (stack.isPaused()) return undefined
  if (runner.queue.items.some((item) => item.state !== 'failed' && leavesScreen(environment, item)))
    return undefined
  return stack.screen()
}

// ---- the queue

/** Changes the queue, and performs what follows from that. */
export function sendToRunner(engine: Engine, event: RunnerEvent): void {
  const [next, effects] = reduceRunner(engine.runner, event)
  engine.runner = next
  for (const effect of effects) perform(engine, effect)
}

function perform(engine: Engine, effect: RunnerEffect): void {
  switch (effect.type) {
    case 'store':
      engine.environment.storeQueue(effect.queue)
      return
    case 'notify':
      notify(engine)
      return
    case 'evaluate':
      evaluate(engine)
      return
    case 'retry':
      engine.environment.runAfter(() => evaluate(engine), retryDelayMs)
      return
    case 'run':
      void runScan(engine, effect.scan)
      return
    case 'end-unsaved':
      endUnsaved(engine, effect.scan, effect.others)
      return
    case 'throttle':
      throttleRendering(effect.isThrottled)
  }
}

/** Checks in a microtask whether the next scan can start, so that all changes of the current task count. */
export function evaluate(engine: Engine): void {
  if (engine.isEvaluating) return
  engine.isEvaluating = true
  queueMicrotask(() => {
    engine.isEvaluating = false
    followScreen(engine)
    const { pending } = engine.runner
    if (pending) sendToRunner(engine, { type: 'turn', gate: gateOf(engine, pending) })
    sendToRunner(engine, { type: 'turn-over', isDialogOpen: hasDialog(engine) })
  })
}

// The screen or path may have changed.
function followScreen(engine: Engine): void {
  takeEarlyReason(engine)
  const { environment, stack, shown } = engine
  const screen = stack.screen()
  if (screen) sendNumber(engine, { type: 'screen', screen })
  shown.moveTo(environment.here())
  if (queueDepth(engine.runner.queue) === 0 && !isHeld(engine)) shown.endSeries()
}

// Gives a queued reason to its question: it was scanned before the question opened.
function takeEarlyReason(engine: Engine): void {
  const { environment, stack, runner } = engine
  // Without a running scan the question was opened by key, perhaps for another line.
  if (!isBusy(runner)) return
  const next = nextWaiting(runner)
  const [candidate] = next ? classifyScan(environment, next) : []
  const answer = candidate && stack.top('dialog')?.accepts(candidate)
  if (!next || answer?.type !== 'intent' || answer.command !== 'chooseReason') return
  sendToRunner(engine, { type: 'take-back', scan: next })
  processScan(engine, { ...next, readAt: next.at })
}

function gateOf({ environment, stack, runner }: Engine, scan: QueuedScan): Gate {
  if (stack.top('dialog')) return 'dialog'
  const { outage } = runner
  if (scan.target !== NEVER_OPENED && outage && environment.isOutageActive(outage)) return outage
  return stack.gate(scan.target)
}

async function runScan(engine: Engine, scan: QueuedScan): Promise<void> {
  const { environment, stack } = engine
  notify(engine)
  const plan = planScan(environment, stack, scan)
  if (plan.type === 'run') await runCommand(engine, scan, plan)
  else {
    if (plan.bug) environment.onBug(plan.bug)
    finishScan(engine, plan.ending)
  }
}

async function runCommand(
  engine: Engine,
  scan: QueuedScan,
  { command, given, kind }: Extract<ScanPlan, { type: 'run' }>,
): Promise<void> {
  const { environment, stack } = engine
  const startPath = environment.here()
  const targetCount = stack.count()
  const outcome = await attempt(environment, command.id, given, {
    id: scan.id,
    source: 'scan',
    at: scan.at,
    ...(scan.of !== undefined && { of: scan.of }),
  })
  if (outcome?.tone === 'busy') {
    sendToRunner(engine, { type: 'busy', scan })
    return
  }
  if (outcome?.until && environment.isOutageActive(outcome.until)) {
    sendToRunner(engine, { type: 'outage', scan, outage: outcome.until })
    return
  }
  sendToRunner(engine, { type: 'ran' })
  if (command.opensOtherScreen === true || kind === 'number') {
    if (outcome?.tone === 'error') failFollowers(engine, scan)
    else if (environment.here() !== startPath) stack.leave(targetCount)
  }
  finishScan(engine, { scan, kind, outcome: outcomeOrDone(outcome, command.id), command: command.id })
}

// Binds scans to the screen that did not open: they fail when their turn comes.
function failFollowers(engine: Engine, scan: QueuedScan): void {
  const ids = followersOf(engine.environment, engine.runner.queue, scan)
  if (ids.length > 0) sendToRunner(engine, { type: 'bind', ids, target: NEVER_OPENED })
}

function endUnsaved(engine: Engine, scan: QueuedScan, others: readonly QueuedScan[]): void {
  const { environment } = engine
  const kindOf = (each: QueuedScan) => classifyScan(environment, each)[0].kind
  const outcome: CommandOutcome = scan.begun
    ? { tone: 'error', code: 'scan-abandoned' }
    : { tone: 'error', code: 'scan-not-saved', facts: { n: others.length + 1 } }
  for (const other of others) {
    environment.onEntry(makeEntry(engine, other, kindOf(other), outcome))
    sendToRunner(engine, { type: 'discard', id: other.id })
  }
  finishScan(engine, { scan, kind: kindOf(scan), outcome })
}

function finishScan(engine: Engine, ending: Ending): void {
  const { scan, outcome } = ending
  const failed = outcome.tone === 'error'
  showEnding(engine, ending, failed && doErrorsHold(engine))
  const { items } = engine.runner.queue
  const typed = items.find(({ id }) => id === scan.id)?.typed
  const lost = failed ? items.filter(({ of }) => of === scan.id) : []
  for (const { id } of lost) sendToRunner(engine, { type: 'discard', id })
  // Render before the next scan starts: this one may have opened a question. A line saved on the device opens
  // none, so lines of fast scans are rendered together.
  if (queueDepth(engine.runner.queue) > 1 && !outcome.later) flushRendering()
  const why = { code: outcome.code, args: { text: scan.text, ...outcome.facts } }
  sendToRunner(engine, failed ? { type: 'fail', id: scan.id, why } : { type: 'done', id: scan.id })
  endNumber(engine, ending, typed, lost)
}

// ---- outcomes

/** Builds an entry of the strip and the log. */
export function makeEntry(
  { environment }: Engine,
  scan: Scanned,
  kind: CandidateKind,
  outcome: CommandOutcome,
  command?: CommandId,
): Entry {
  return entryOf(scan, kind, outcome, environment.now(), command)
}

/** Shows, sounds and logs an outcome. `everywhere`: it survives navigation. */
export function showEntry(
  engine: Engine,
  entry: Entry,
  mustBeAcknowledged = false,
  everywhere = false,
): void {
  const { onEntry, onTone } = engine.environment
  const isShown = engine.shown.show(entry, mustBeAcknowledged, everywhere)
  onEntry(entry)
  // Outcomes beside a held error have no tone: it would sound as if the error had ended.
  if (isShown || entry.tone === 'error') onTone(entry.tone, mustBeAcknowledged)
  else if (entry.tone === 'warning') onTone('warning', false)
  sendNumber(engine, { type: 'outcome' })
  notify(engine)
}

function showEnding(
  engine: Engine,
  { scan, kind, outcome, command }: Ending,
  mustBeAcknowledged: boolean,
): void {
  const { registry, onEntry, onTone } = engine.environment
  const entry = makeEntry(engine, scan, kind, outcome, command)
  if (showSaved(engine, entry, outcome)) return
  const isNavigation =
    entry.code === 'scan-done' && command !== undefined && registry.byId(command).opensOtherScreen === true
  if (!isNavigation) {
    showEntry(engine, entry, mustBeAcknowledged)
    return
  }
  // The new screen is the outcome: no sentence.
  onEntry(entry)
  onTone(entry.tone, false)
  sendNumber(engine, { type: 'outcome' })
}

/** Shows an outcome that is saved on the device, until the server replies. False for any other outcome. */
export function showSaved(engine: Engine, entry: Entry, { later: reply }: CommandOutcome): boolean {
  if (!reply) return false
  showSavedLocally(engine.environment, engine.shown, entry, reply, {
    onRefused: (refused) => showRefusal(engine, refused),
    changed: () => notify(engine),
  })
  return true
}

/** Shows a late refusal; it holds scanning like the error of a scan. */
export function showRefusal(engine: Engine, entry: Entry): void {
  const { now, here } = engine.environment
  const { id, text, raw, code, args } = entry
  const holds = doErrorsHold(engine)
  const scan = { id, text, raw, at: now(), address: entry.address ?? here() }
  const wasHeld = isHeld(engine)
  showEntry(engine, entry, holds)
  if (holds && !wasHeld) sendToRunner(engine, { type: 'hold', scan, why: { code, args } })
}

// ---- the typed number

/** Changes the typed number, and performs what follows from that. */
export function sendNumber(engine: Engine, event: NumberEvent): readonly NumberEffect[] {
  const [next, effects] = reduceNumber(engine.number, event, doErrorsHold(engine))
  const isChanged = next !== engine.number
  engine.number = next
  for (const effect of effects) performNumber(engine, effect)
  if (isChanged) notify(engine)
  return effects
}

/** Adds a digit, Backspace, point or comma that a person typed at `at`, in milliseconds since 1970. */
export function typeKey(engine: Engine, key: string, at = engine.environment.now()): void {
  sendNumber(engine, { type: 'key', key, at, screen: targetScreen(engine) })
}

/** The previous scan was refused and not acknowledged: digits are dropped. */
export function areDigitsIgnored(engine: Engine): boolean {
  return areDigitsDropped(engine.number, engine.environment.now(), doErrorsHold(engine))
}

/** Errors hold the queue until they are acknowledged. */
export function doErrorsHold({ runner }: Engine): boolean {
  return runner.queue.afterError === 'hold'
}

function performNumber(engine: Engine, effect: NumberEffect): void {
  switch (effect.type) {
    case 'show':
      showInput(engine, effect)
      return
    case 'commit':
      commitNumber(engine, effect)
      return
    case 'lead':
      linesOf(engine)?.focusLine(effect.barcode)
      return
    case 'dropped':
      reportNumber(engine, outcomeOfDropped(effect), effect.text, effect.again)
      return
    case 'not-whole': {
      const facts = { number: effect.text }
      reportNumber(engine, { tone: 'warning', code: 'number-not-whole', facts }, effect.text)
      return
    }
    // A scan that is being read takes these (`quantityFrom`).
    case 'quantity':
    case 'kept':
    case 'refuse-scan':
  }
}

// Shows the input in a scan's line.
function showInput(engine: Engine, { scan, barcode, text }: Extract<NumberEffect, { type: 'show' }>): void {
  if (engine.runner.queue.items.some(({ id, state }) => id === scan && state !== 'failed'))
    sendToRunner(engine, { type: 'typed', id: scan, text })
  else linesOf(engine)?.showUnsaved(barcode, text)
}

// Queues the quantity of a line like a scan.
function commitNumber(
  engine: Engine,
  { scan, barcode, quantity, known }: Extract<NumberEffect, { type: 'commit' }>,
): void {
  const { newId, now } = engine.environment
  const lines = linesOf(engine)
  if (known && lines?.has(barcode) !== true) {
    const facts = { number: quantity }
    reportNumber(engine, { tone: 'warning', code: 'number-dropped.no-line', facts }, '')
    return
  }
  lines?.blur()
  const line = { id: newId(), text: barcode, raw: barcode, readAt: now() }
  enqueue(engine, line, targetScreen(engine), { quantity, of: scan })
}

function reportNumber(engine: Engine, outcome: CommandOutcome, text: string, again = false): void {
  if (!again) engine.droppedNumberId = engine.environment.newId()
  const entry = makeEntry(engine, { id: engine.droppedNumberId, text, raw: text }, 'number', outcome)
  if (again) engine.shown.updateText(entry)
  else showEntry(engine, entry)
}

// Ends the input for a scan's line with the scan: the line gets it, or it is dropped if the scan was refused.
function endNumber(
  engine: Engine,
  { scan, outcome }: Ending,
  typed: string | undefined,
  lost: readonly QueuedScan[],
): void {
  const refused = outcome.tone === 'error'
  sendNumber(engine, {
    type: 'ended',
    scan: scan.of ?? scan.id,
    refused,
    wants: outcome.wants === 'quantity',
    at: engine.environment.now(),
  })
  if (!refused && typed !== undefined) linesOf(engine)?.showUnsaved(scan.text, typed)
  for (const { quantity = 0 } of lost) {
    const facts = { number: quantity, barcode: scan.text }
    reportNumber(engine, { tone: 'warning', code: 'number-dropped.refused', facts }, String(quantity))
  }
}
