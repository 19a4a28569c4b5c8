// The scan engine's port for commands: typed number, acknowledgement, last queued scan.
import type { ScannerPort } from '#core/commands/context.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import { queueDepth } from '#core/scan/queue.ts'
import { refuse } from '#core/wire/refusals.ts'
import type { EngineEnvironment } from './engine-environment.ts'
import type { NumberEntry } from './number-entry.ts'
import type { QueueRunner } from './queue-runner.ts'
import type { IncomingScan } from './scan-entry.ts'
import type { ShownOutcomes } from './shown-outcomes.ts'
import { createTruncatedBarcodeOffer } from './truncated-barcode-offer.ts'

export type EnginePort = Omit<ScannerPort, 'setting'>

/** The port of one engine's parts. */
export function createScannerPort(
  { here, now, onTone }: EngineEnvironment,
  {
    turns,
    number,
    shown,
    leaveLines,
    saved,
    changed,
    scan,
  }: {
    readonly turns: QueueRunner
    readonly number: NumberEntry
    readonly shown: ShownOutcomes
    /** Removes the focus from the lines immediately. */
    readonly leaveLines: () => void
    /** The saved quantity of a barcode's line, in whole plants; undefined if none. */
    readonly saved: (barcode: string) => number | undefined
    readonly changed: () => void
    readonly scan: (scan: IncomingScan) => void
  },
): EnginePort {
  const isHeld = () => turns.queue().heldBy !== undefined
  const port: EnginePort = {
    setQuantity: number.set,
    typeDigit: (digit) => {
      number.type(digit)
      const quantity = number.text()
      // A dropped digit has already been reported.
      return quantity === '' ? undefined : { tone: 'ok', code: 'scan-quantity-set', facts: { quantity } }
    },
    mayClear: () => (isHeld() || number.mayClear() || shown.state().last ? true : refuse('noQuantity')),
    clear: () => {
      if (isHeld()) return port.acknowledge()
      if (number.mayClear()) {
        const barcode = number.waitingBarcode()
        if (barcode !== undefined) leaveLines()
        number.clear()
        if (barcode === undefined) return { tone: 'ok', code: 'scan-quantity-cleared' }
        const n = saved(barcode)
        return n === undefined
          ? { tone: 'ok', code: 'scan-line-left', facts: { barcode } }
          : { tone: 'ok', code: 'scan-line-kept', facts: { barcode, n } }
      }
      if (shown.clear()) changed()
      return undefined
    },
    // In mode 'continue' an acknowledgement ends the refusal, so that digits count again.
    mayAcknowledge: () =>
      isHeld() || number.areDigitsIgnored() || port.proposedBarcode() !== undefined
        ? true
        : refuse('nothingToAcknowledge'),
    acknowledge: () => {
      if (!isHeld()) {
        number.send({ type: 'acknowledged' })
        // Decline an offer that did not hold the queue.
        if (port.proposedBarcode() !== undefined && shown.clear()) changed()
        return undefined
      }
      if (shown.showNextError()) {
        onTone('error', true)
        changed()
        return undefined
      }
      number.send({ type: 'acknowledged' })
      turns.send({ type: 'acknowledge' })
      // Queued scans follow visibly, so 'goes on' is shown only if there are none.
      return queueDepth(turns.queue()) > 0 ? undefined : { tone: 'ok', code: 'scan-acknowledged' }
    },
    isBusy: turns.isBusy,
    ...createTruncatedBarcodeOffer({
      last: () => shown.state().last,
      here,
      now,
      acknowledge: () => void port.acknowledge(),
      scan,
    }),
    mayRemoveQueuedScan: () => (turns.lastWaiting() ? true : refuse('nothingToUndo')),
    removeQueuedScan: () => {
      const item = turns.lastWaiting()
      if (!item) return refusalOutcome(refuse('nothingToUndo'))
      turns.takeBack(item)
      return { tone: 'ok', code: 'scan-taken-back', facts: { text: item.text } }
    },
  }
  return port
}
