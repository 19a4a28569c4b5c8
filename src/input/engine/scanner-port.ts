// The scan engine's port for commands: typed number, acknowledgement, last queued scan.
import type { RunOutcome } from '#core/commands/command.ts'
import type { ScannerPort } from '#core/commands/context.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import { queueDepth } from '#core/scan/queue.ts'
import { refuse, type Verdict } from '#core/wire/refusals.ts'
import { acceptScan, type Engine, isHeld, linesOf, notify, sendToRunner } from './engine.ts'
import { isBusy, lastWaiting } from './runner.ts'
import type { Entry } from './scan-entry.ts'

/** The port of an engine. */
export function createScannerPort(engine: Engine) {
  return {
    setQuantity: engine.number.set,
    typeDigit: (digit) => typeDigit(engine, digit),
    mayClear: () =>
      isHeld(engine) || engine.number.mayClear() || engine.shown.state().last ? true : refuse('noQuantity'),
    clear: () => clear(engine),
    mayAcknowledge: () => mayAcknowledge(engine),
    acknowledge: () => acknowledge(engine),
    isBusy: () => isBusy(engine.runner),
    proposedBarcode: () => proposedBarcode(engine),
    acceptProposal: () => acceptProposal(engine),
    mayRemoveQueuedScan: () => (lastWaiting(engine.runner) ? true : refuse('nothingToUndo')),
    removeQueuedScan: () => removeQueuedScan(engine),
  } satisfies Omit<ScannerPort, 'setting'>
}

function typeDigit({ number }: Engine, digit: string): RunOutcome {
  number.type(digit)
  const quantity = number.text()
  // A dropped digit has already been reported.
  return quantity === '' ? undefined : { tone: 'ok', code: 'scan-quantity-set', facts: { quantity } }
}

function clear(engine: Engine): RunOutcome {
  const { number, shown } = engine
  if (isHeld(engine)) return acknowledge(engine)
  if (!number.mayClear()) {
    if (shown.clear()) notify(engine)
    return undefined
  }
  const barcode = number.waitingBarcode()
  if (barcode !== undefined) linesOf(engine)?.blur()
  number.clear()
  if (barcode === undefined) return { tone: 'ok', code: 'scan-quantity-cleared' }
  const n = linesOf(engine)?.savedQuantity?.(barcode)
  return n === undefined
    ? { tone: 'ok', code: 'scan-line-left', facts: { barcode } }
    : { tone: 'ok', code: 'scan-line-kept', facts: { barcode, n } }
}

// In mode 'continue' an acknowledgement ends the refusal, so that digits count again.
function mayAcknowledge(engine: Engine): Verdict {
  return isHeld(engine) || engine.number.areDigitsIgnored() || proposedBarcode(engine) !== undefined
    ? true
    : refuse('nothingToAcknowledge')
}

function acknowledge(engine: Engine): RunOutcome {
  const { environment, number, shown } = engine
  if (!isHeld(engine)) {
    number.send({ type: 'acknowledged' })
    // Decline an offer that did not hold the queue.
    if (proposedBarcode(engine) !== undefined && shown.clear()) notify(engine)
    return undefined
  }
  if (shown.showNextError()) {
    environment.onTone('error', true)
    notify(engine)
    return undefined
  }
  number.send({ type: 'acknowledged' })
  sendToRunner(engine, { type: 'acknowledge' })
  // Queued scans follow visibly, so 'goes on' is shown only if there are none.
  return queueDepth(engine.runner.queue) > 0 ? undefined : { tone: 'ok', code: 'scan-acknowledged' }
}

function removeQueuedScan(engine: Engine): RunOutcome {
  const scan = lastWaiting(engine.runner)
  if (!scan) return refusalOutcome(refuse('nothingToUndo'))
  sendToRunner(engine, { type: 'take-back', scan })
  return { tone: 'ok', code: 'scan-taken-back', facts: { text: scan.text } }
}

// ---- a completed barcode is offered for one that lost its first character; only the person accepts it

// The code of the offer in the strip.
const offerCode = 'scan-torn'

// Minimum time before Enter accepts the offer, in milliseconds. An earlier Enter is the scanner's second
// terminator.
const minAcceptDelayMs = 400

// The shown offer; undefined if there is none. It ends with its outcome or its screen.
function findOffer({ shown, environment }: Engine): Entry | undefined {
  const { last } = shown.state()
  return last?.code === offerCode && last.address === environment.here() ? last : undefined
}

function proposedBarcode(engine: Engine): string | undefined {
  const barcode = findOffer(engine)?.args['barcode']
  return barcode === undefined ? undefined : String(barcode)
}

function acceptProposal(engine: Engine): RunOutcome {
  const offer = findOffer(engine)
  const readAt = engine.environment.now()
  if (!offer || readAt - offer.at < minAcceptDelayMs) return undefined
  acknowledge(engine)
  acceptScan(engine, { text: String(offer.args['barcode']), raw: offer.raw, readAt })
  return undefined
}
