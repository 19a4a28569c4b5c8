// The scan engine's port for commands: typed number, acknowledgement, last queued scan.
import type { RunOutcome } from '#core/commands/command.ts'
import type { ScannerPort } from '#core/commands/context.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import { queueDepth } from '#core/scan/queue.ts'
import { waitingLine } from '#core/scan/typed-number.ts'
import { refuse, type Verdict } from '#core/wire/refusals.ts'
import {
  acceptScan,
  areDigitsIgnored,
  type Engine,
  isHeld,
  linesOf,
  notify,
  sendNumber,
  sendToRunner,
  targetScreen,
  typeKey,
} from './engine.ts'
import { refuseQuantity } from './number-entry.ts'
import { isBusy, lastWaiting } from './runner.ts'
import type { Entry } from './scan-entry.ts'

/** The port of an engine. */
export function createScannerPort(engine: Engine) {
  return {
    setQuantity: (value) => setQuantity(engine, value),
    typeDigit: (digit) => typeDigit(engine, digit),
    mayClear: () =>
      isHeld(engine) || mayClearNumber(engine) || engine.shown.state().last ? true : refuse('noQuantity'),
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

// Sets the whole number, from a command barcode.
function setQuantity(engine: Engine, value: number | string): RunOutcome {
  const text = String(value)
  const refusal = refuseQuantity(text)
  if (refusal) return refusal
  const quantity = String(Number(text))
  if (areDigitsIgnored(engine))
    return { tone: 'warning', code: 'number-dropped.refused', facts: { number: quantity } }
  const at = engine.environment.now()
  sendNumber(engine, { type: 'set', text: quantity, at, screen: targetScreen(engine) })
  const barcode = waitingLine(engine.number)?.barcode
  return barcode === undefined
    ? { tone: 'ok', code: 'scan-quantity-set', facts: { quantity } }
    : { tone: 'ok', code: 'scan-quantity-of-line', facts: { quantity, barcode } }
}

function typeDigit(engine: Engine, digit: string): RunOutcome {
  typeKey(engine, digit)
  const quantity = engine.number.text
  // A dropped digit has already been reported.
  return quantity === '' ? undefined : { tone: 'ok', code: 'scan-quantity-set', facts: { quantity } }
}

const mayClearNumber = ({ number }: Engine): boolean =>
  number.text !== '' || waitingLine(number) !== undefined

function clear(engine: Engine): RunOutcome {
  if (isHeld(engine)) return acknowledge(engine)
  if (!mayClearNumber(engine)) {
    if (engine.shown.clear()) notify(engine)
    return undefined
  }
  const barcode = waitingLine(engine.number)?.barcode
  if (barcode !== undefined) linesOf(engine)?.blur()
  sendNumber(engine, { type: 'escape' })
  if (barcode === undefined) return { tone: 'ok', code: 'scan-quantity-cleared' }
  const n = linesOf(engine)?.savedQuantity?.(barcode)
  return n === undefined
    ? { tone: 'ok', code: 'scan-line-left', facts: { barcode } }
    : { tone: 'ok', code: 'scan-line-kept', facts: { barcode, n } }
}

// In mode 'continue' an acknowledgement ends the refusal, so that digits count again.
function mayAcknowledge(engine: Engine): Verdict {
  return isHeld(engine) || areDigitsIgnored(engine) || proposedBarcode(engine) !== undefined
    ? true
    : refuse('nothingToAcknowledge')
}

function acknowledge(engine: Engine): RunOutcome {
  const { environment, shown } = engine
  if (!isHeld(engine)) {
    sendNumber(engine, { type: 'acknowledged' })
    // Decline an offer that did not hold the queue.
    if (proposedBarcode(engine) !== undefined && shown.clear()) notify(engine)
    return undefined
  }
  if (shown.showNextError()) {
    environment.onTone('error', true)
    notify(engine)
    return undefined
  }
  sendNumber(engine, { type: 'acknowledged' })
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
