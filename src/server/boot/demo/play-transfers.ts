// Runs planned transfers and their adjustment requests by the domain's rules.

import { decisionFlows } from '#core/kinds/adjustment/effects.ts'
import type { StoredDocument } from '#core/kinds/stored.ts'
import { transfer as kind } from '#core/kinds/transfer/rules.ts'
import { accountsOfFlows, movementsOf } from '#server/domain/flows.ts'
import { openLedger } from '#server/domain/ledger.ts'
import type { LineBody } from '#server/domain/read-body.ts'
import type { Book } from './book.ts'
import type { Action } from './issuances.ts'
import { orderOf, type PlayedDocument, pickOf, takeLineSteps, takeStep } from './play-steps.ts'
import type { PlannedTransfer, PlannedTransferLine } from './transfers.ts'

export interface PlayedTransfer extends PlayedDocument {
  readonly plan: PlannedTransfer
  /** The adjustment request of a discrepancy; null if the quantities matched. */
  readonly request: PlayedDocument | null
}

export async function playTransfer(
  book: Book,
  plan: PlannedTransfer,
  number: string,
  nextLineId: () => string,
  nextRequest: () => string,
): Promise<PlayedTransfer> {
  const { season, created, picked, cancelled, shipped, counted, completed } = plan
  let document: StoredDocument = {
    kind: 'transfer',
    mode: 'inventory',
    number,
    status: 'OPEN',
    location: plan.origin,
    seasonId: season.id,
    header: { OriginLocationID: plan.origin, DestinationLocationID: plan.fields.DestinationLocationID },
    lines: [],
  }
  if (plan.lines.length > 0) {
    const ordered = await takeLineSteps(book, kind, document, season, plan.lines.map(orderOf), created)
    document = { ...ordered, lines: ordered.lines.map((line) => ({ ...line, id: nextLineId() })) }
  }
  if (picked) {
    const picks = document.lines.flatMap((line) => pickOf(line, plan.lines))
    document = await takeLineSteps(book, kind, document, season, picks, picked)
  }
  if (cancelled) document = await takeStep(book, kind, document, 'CANCELLED', cancelled)
  if (shipped) document = await takeStep(book, kind, document, 'SHIPPED', shipped)
  if (counted) {
    const receipts = document.lines.flatMap(({ id, barcode }) => receiptOf(id, barcode, plan.lines))
    document = await takeLineSteps(book, kind, document, season, receipts, counted)
  }
  if (completed) document = await takeStep(book, kind, document, 'RECEIVED', completed)
  const changed = completed ?? counted ?? shipped ?? cancelled ?? picked ?? created
  const request = completed && (await playRequest(book, plan, document, completed, nextLineId, nextRequest))
  return { plan, document, created, changed, request }
}

function receiptOf(id: string | null, barcode: string, planned: readonly PlannedTransferLine[]): LineBody[] {
  const line = planned.find((each) => each.barcode === barcode)
  if (!line || line.received === null) return []
  return [{ ...orderOf(line), id, to: 'RECEIVED', quantity: line.received }]
}

async function playRequest(
  book: Book,
  { decided }: PlannedTransfer,
  transfer: StoredDocument,
  created: Action,
  nextLineId: () => string,
  nextRequest: () => string,
): Promise<PlayedDocument | null> {
  const differing = transfer.lines.filter(({ picked, received }) => picked !== received)
  if (differing.length === 0) return null
  const document: StoredDocument = {
    ...transfer,
    kind: 'request',
    number: nextRequest(),
    status: 'OPEN',
    header: { OriginLocationID: transfer.location, TransferNbr: transfer.number },
    lines: differing.map((line) => ({ ...line, id: nextLineId(), status: 'OPEN', held: 0 })),
  }
  if (!decided) return { document, created, changed: created }
  book.setTime(decided.at)
  for (const line of document.lines) {
    const flows = decisionFlows(decided.to)
    const ledger = await openLedger(book.ledger, [], accountsOfFlows(flows, document, [line]))
    const stamp = { by: decided.by, claimedAt: null }
    if (!movementsOf(flows, ledger, document, line, stamp).every(ledger.move)) {
      throw new Error(`The demo decides what ${line.barcode} cannot pay for`)
    }
    await ledger.write()
  }
  const status = decided.to === 'accept' ? 'ACCEPT' : 'REJECT'
  return {
    document: {
      ...document,
      status: 'CLOSED',
      lines: document.lines.map((line) => ({ ...line, status })),
    },
    created,
    changed: decided,
  }
}
