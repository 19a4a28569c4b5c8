// The scan engine: takes scans, runs their commands, shows the outcomes. No framework; one engine per app.
// Its steps are in `engine.ts`.
import type { CommandOutcome, Source } from '#core/commands/command.ts'
import { type AfterError, type QueuedScan, restoreQueue } from '#core/scan/queue.ts'
import {
  belongsToNextScan,
  digitsSinceScan,
  isNumberPending,
  mayFocusQuantity,
  waitingLine,
} from '#core/scan/typed-number.ts'
import type { CommandId } from '#core/wire/command-ids.ts'
import { say, sayCode } from '#text/say.ts'
import {
  acceptScan,
  areDigitsIgnored,
  createEngine,
  doErrorsHold,
  type Engine,
  enqueue,
  evaluate,
  isHeld,
  linesOf,
  makeEntry,
  notify,
  readNumber,
  sendNumber,
  sendToRunner,
  showEntry,
  showRefusal,
  showSaved,
  targetScreen,
  typeKey,
} from './engine.ts'
import { classifyScan, type EngineEnvironment } from './engine-environment.ts'
import { restoreRunner } from './runner.ts'
import { entryOf, type IncomingScan } from './scan-entry.ts'
import { createScannerPort } from './scanner-port.ts'

export type ScanEngine = ReturnType<typeof createScanEngine>

/** Creates an engine with an empty queue. */
export function createScanEngine(environment: EngineEnvironment) {
  const engine = createEngine(environment)
  const { stack, snapshot, listeners } = engine
  return {
    scan: (scan: IncomingScan) => acceptScan(engine, scan),
    /** Scans for the screen that `go` opens, with a quantity: a retried or moved scan. */
    scanOnScreen: (scan: Parameters<typeof scanOnScreen>[1], go: () => void) =>
      scanOnScreen(engine, scan, go),
    /** Registers a target; returns a function that removes it. The latest target of a level wins. */
    addTarget: stack.add,
    /** Holds scans while a screen loads; returns a function that ends this. */
    pause: stack.pause,
    /** From top to bottom. */
    targets: stack.inOrder,
    /** Checks the queue again: a condition that a queued scan waits for may have changed. */
    reevaluate: () => evaluate(engine),
    /** Adds a digit, Backspace, point or comma that a person typed. */
    typeQuantity: (key: string, at?: number) => typeKey(engine, key, at),
    /** Enter after digits: gives the number to the last scan's line. */
    enterQuantity: () => void sendNumber(engine, { type: 'enter' }),
    /** Digits are for a waiting line or are dropped, regardless of the focus. */
    ownsDigits: () => waitingLine(engine.number) !== undefined || areDigitsIgnored(engine),
    /** Digits are being typed, for a line or to be dropped. Enter ends them. */
    isTyping: () => isNumberPending(engine.number, environment.now(), doErrorsHold(engine)),
    /** May this scan, or a typed barcode (scan undefined), move the focus to its line's quantity? */
    mayFocusLine: (scan: string | undefined, barcode: string) =>
      mayFocusQuantity(engine.number, scan, barcode),
    /** Takes the input as the quantity to keep, for a waiting line too. undefined: not a whole number. */
    takeAsKeptQuantity: () => takeAsKeptQuantity(engine),
    /** Takes the digits typed since the running scan, for its question; '' if `fits` rejects them. */
    takeForQuestion: (fits: (digits: string) => boolean): string => {
      const digits = digitsSinceScan(engine.number)
      if (digits === '' || !fits(digits)) return ''
      sendNumber(engine, { type: 'take-back', digits })
      return digits
    },
    /**
     * A barcode was typed and its line waits for a quantity: the next digits are for it, as after a scan.
     * Returns a function to call if there is no such line.
     */
    awaitQuantity: (barcode: string): (() => void) => {
      sendNumber(engine, { type: 'added', barcode, screen: targetScreen(engine) })
      return () => void sendNumber(engine, { type: 'gone', barcode })
    },
    /** The person has moved to this barcode's line: digits are no longer for the line that waited. */
    chooseLine: (barcode: string): void => {
      const screen = targetScreen(engine)
      if (linesOf(engine)?.has(barcode) === true) sendNumber(engine, { type: 'chosen', barcode, screen })
    },
    /** Shows and sounds the outcome of a command by key, palette or button, like a scan's. */
    showOutcome: (outcome: CommandOutcome, command: CommandId, source: Source) =>
      showOutcome(engine, outcome, command, source),
    /** Shows the result of finished work, such as a print job. It replaces any outcome that needs no OK. */
    reportResult: (outcome: CommandOutcome, about: string) => reportResult(engine, outcome, about),
    /** Reports the later result of a change that was saved on the device; an error waits for OK. */
    reportLater: (outcome: CommandOutcome, barcode: string) => reportLater(engine, outcome, barcode),
    port: createScannerPort(engine),
    setAfterError: (afterError: AfterError) => sendToRunner(engine, { type: 'set-after-error', afterError }),
    /** Restores a stored queue before the current one, for the open screen or the one that `go` opens. */
    restore: (stored: unknown, go?: () => void) => restore(engine, stored, go),
    /** Another person uses this page from now on: drops the current queue, but not its stored copy. */
    forget: () => sendToRunner(engine, { type: 'forget' }),
    /** The queued and running scans in order. */
    unfinishedScans: () => engine.runner.queue.items.filter(({ state }) => state !== 'failed'),
    /** Logs the scans of a stored queue as failures that can be retried, instead of restoring them. */
    reportAbandoned: (stored: unknown) => reportAbandoned(engine, stored),
    state: snapshot.get,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function scanOnScreen(
  engine: Engine,
  scan: Pick<IncomingScan, 'text' | 'raw'> & { readonly quantity?: number | undefined },
  go: () => void,
): void {
  const { environment } = engine
  const { text, raw, quantity } = scan
  openScreen(engine, go)
  const id = environment.newId()
  const given =
    quantity === undefined ? readNumber(engine, id, classifyScan(environment, { text })) : { quantity }
  enqueue(engine, { text, raw, readAt: environment.now(), id }, targetScreen(engine), given)
}

// Opens a screen with `go`: later scans are for that screen.
function openScreen({ environment, stack }: Engine, go: () => void): void {
  const from = environment.here()
  const targetCount = stack.count()
  go()
  if (environment.here() !== from) stack.leave(targetCount)
}

function takeAsKeptQuantity(engine: Engine): number | undefined {
  const { text } = engine.number
  if (!/^[0-9]+$/.test(text)) return undefined
  const goesToLine = waitingLine(engine.number) && !belongsToNextScan(engine.number)
  sendNumber(engine, goesToLine ? { type: 'enter' } : { type: 'take-back', digits: text })
  return Number(text)
}

function showOutcome(engine: Engine, outcome: CommandOutcome, command: CommandId, source: Source): void {
  const { newId, onEntry, onTone } = engine.environment
  const text = say(`command.${command}`)
  const entry = makeEntry(engine, { id: newId(), text, raw: '' }, 'command', outcome, command)
  const barcode = outcome.facts?.['barcode']
  if (outcome.tone === 'ok' && typeof barcode === 'string') sendNumber(engine, { type: 'given', barcode })
  if (showSaved(engine, entry, outcome)) return
  const isShown = engine.shown.show(entry, false)
  onEntry(entry)
  // With a button the person looks at the screen; with keys or palette they look at the plants.
  const isAudible = source !== 'button' || outcome.tone !== 'ok'
  if (isAudible && (isShown || outcome.tone !== 'ok')) onTone(outcome.tone, false)
  sendNumber(engine, { type: 'outcome' })
  notify(engine)
}

// No tone after a success: it would sound like a scan's. Digits being typed stay.
function reportResult(engine: Engine, outcome: CommandOutcome, about: string): void {
  const { newId, onEntry, onTone } = engine.environment
  const entry = makeEntry(engine, { id: newId(), text: about, raw: '' }, 'command', outcome)
  engine.shown.show(entry, false)
  onEntry(entry)
  if (outcome.tone !== 'ok') onTone(outcome.tone, false)
  notify(engine)
}

function reportLater(engine: Engine, outcome: CommandOutcome, barcode: string): void {
  const { newId, here } = engine.environment
  const scan = { id: newId(), text: barcode, raw: barcode, address: here() }
  const entry = makeEntry(engine, scan, 'barcode', outcome)
  if (outcome.tone === 'error') showRefusal(engine, entry)
  else showEntry(engine, entry)
}

function restore(engine: Engine, stored: unknown, go: (() => void) | undefined): void {
  if (go) openScreen(engine, go)
  const wasHeld = isHeld(engine)
  const { queue, effects, unreadable, n } = restoreRunner(engine.runner, stored)
  if (unreadable > 0) reportRestored(engine, 'scan-unreadable', unreadable)
  const failed = queue.items.find(({ id }) => id === queue.heldBy)
  if (failed && !wasHeld) showHeldError(engine, failed)
  else if (n > 0) reportRestored(engine, 'scan-restored', n)
  sendToRunner(engine, { type: 'restored', queue, effects })
}

function reportAbandoned(engine: Engine, stored: unknown): void {
  const unfinished = restoreQueue(stored).queue.items.filter(({ state }) => state !== 'failed')
  const outcome = { tone: 'error', code: 'scan-abandoned' } as const
  for (const scan of unfinished)
    engine.environment.onEntry(entryOf(scan, kindOf(engine, scan), outcome, scan.at))
  // Do not cover a held error.
  if (unfinished.length > 0 && !isHeld(engine)) reportRestored(engine, 'scans-abandoned', unfinished.length)
}

function reportRestored(
  engine: Engine,
  code: 'scan-restored' | 'scan-unreadable' | 'scans-abandoned',
  n: number,
): void {
  const text = sayCode(code, { n })
  const outcome = { tone: 'warning', code, facts: { n } } as const
  const entry = makeEntry(engine, { id: engine.environment.newId(), text, raw: '' }, 'unknown', outcome)
  showEntry(engine, entry, false, true)
}

// Shows the held error again after a reload; the log already contains it.
function showHeldError(engine: Engine, failed: QueuedScan): void {
  const { code, args: facts } = failed.why ?? { code: 'scan-failed', args: {} }
  const entry = makeEntry(engine, failed, kindOf(engine, failed), { tone: 'error', code, facts })
  engine.shown.show(entry, true)
}

const kindOf = ({ environment }: Engine, scan: QueuedScan) => classifyScan(environment, scan)[0].kind
