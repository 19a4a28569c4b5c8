// Combines the state of the engine's parts for the scan strip.
import type { CandidateKind } from '#core/scan/classify.ts'
import type { TypedNumber } from '#core/scan/number-events.ts'
import type { QueuedScan, ScanQueue } from '#core/scan/queue.ts'
import { belongsToNextScan, targetLine, waitingLine } from '#core/scan/typed-number.ts'
import type { ScannedLines, WaitsFor } from './scan-entry.ts'
import type { ShownState } from './shown-outcomes.ts'

/** The state that the scan strip shows. */
export interface EngineState extends ShownState {
  /** The typed quantity; '' for none. */
  readonly quantity: string
  /** The barcode whose line gets the quantity. undefined: the next barcode, or with Enter the last one. */
  readonly quantityOf?: string
  /** Enter gives the quantity to that line; without Enter the next barcode gets it. */
  readonly quantityOrNext?: true
  /** No line waits for a quantity: the barcode whose line gets it with Enter. */
  readonly quantityTo?: string
  /** The saved quantity that the typed one would replace, in whole plants. */
  readonly quantityNow?: number
  /** Number of queued and running scans, except the scan whose question is open. */
  readonly depth: number
  /** The reason why queued scans wait; undefined if none is queued. */
  readonly waitsFor?: WaitsFor
  /** The last scan that was read and has no outcome yet. */
  readonly reading?: { readonly raw: string; readonly kind: CandidateKind }
  /** The shown error must be acknowledged before the next scan runs. */
  readonly held: boolean
}

interface EngineParts {
  readonly shown: ShownState
  readonly number: TypedNumber
  readonly queue: ScanQueue
  readonly depth: number
  readonly waitsFor: WaitsFor | undefined
  readonly saved: ScannedLines['savedQuantity']
  readonly kindOf: (scan: QueuedScan) => CandidateKind
}

/** Combines the state of an engine's parts. */
export function buildEngineState({
  shown,
  number,
  queue,
  depth,
  waitsFor,
  saved,
  kindOf,
}: EngineParts): EngineState {
  const reading = queue.items.findLast((item) => item.state !== 'failed')
  const quantity = number.text
  const quantityOf = waitingLine(number)?.barcode
  const quantityTo = targetLine(number)?.barcode
  const line = quantityOf ?? quantityTo
  const quantityNow = line === undefined || quantity === '' ? undefined : saved?.(line)
  return {
    ...shown,
    quantity,
    ...(quantityOf !== undefined && { quantityOf }),
    ...(belongsToNextScan(number) && { quantityOrNext: true }),
    ...(quantityTo !== undefined && { quantityTo }),
    ...(quantityNow !== undefined && { quantityNow }),
    depth,
    held: queue.heldBy !== undefined,
    ...(waitsFor && { waitsFor }),
    ...(reading && { reading: { raw: reading.raw, kind: kindOf(reading) } }),
  }
}
