// Runs the plan by the domain's rules on an in-memory book: imports, corrections and documents of every kind.
// A refusal here is a bug in the plan.

import { issuance as kind } from '#core/kinds/issuance/rules.ts'
import type { StoredDocument } from '#core/kinds/stored.ts'
import { openLedger } from '#server/domain/ledger.ts'
import { importOpeningStock } from '#server/domain/opening-stock.ts'
import { type Book, openBook } from './book.ts'
import type { Correction } from './corrections.ts'
import type { DemoData } from './generate.ts'
import type { Action, PlannedIssuance } from './issuances.ts'
import type { DemoLot } from './lots.ts'
import { type PlayedDump, playDump } from './play-dumps.ts'
import { type PlayedReturn, playReturn } from './play-returns.ts'
import { orderOf, type PlayedDocument, pickOf, takeLineSteps, takeStep } from './play-steps.ts'
import { type PlayedTransfer, playTransfer } from './play-transfers.ts'
import { type PlayedWalk, playWalk } from './walks.ts'

/** Numbers from the database's sequences: one for each document and line, in order. */
export interface Numbers {
  readonly issuances: readonly number[]
  readonly transfers: readonly number[]
  readonly requests: readonly number[]
  readonly dumps: readonly number[]
  readonly returns: readonly number[]
  /** By the index of the walk in the plan. */
  readonly walks: readonly number[]
  readonly lines: readonly number[]
}

export interface PlayedIssuance extends PlayedDocument {
  readonly plan: PlannedIssuance
}

const importer = 'ada.admin'
const openingReason = 'OPENING'

export async function playDemo(
  data: DemoData,
  numbers: Numbers,
): Promise<{
  readonly book: Book
  readonly issuances: readonly PlayedIssuance[]
  readonly transfers: readonly PlayedTransfer[]
  readonly dumps: readonly PlayedDump[]
  readonly returns: readonly PlayedReturn[]
  readonly walks: readonly PlayedWalk[]
}> {
  const book = openBook()
  await openStock(book, data.lots)
  for (const correction of data.corrections) await applyCorrection(book, correction)
  const lineIds = numbers.lines.values()
  const nextLineId = () => String(defined(lineIds.next().value))
  const issuances: PlayedIssuance[] = []
  for (const [index, plan] of data.issuances.entries()) {
    issuances.push(await playIssuance(book, plan, String(defined(numbers.issuances[index])), nextLineId))
  }
  const transfers: PlayedTransfer[] = []
  const requestNumbers = numbers.requests.values()
  const nextRequest = () => String(defined(requestNumbers.next().value))
  for (const [index, plan] of data.transfers.entries()) {
    const number = String(defined(numbers.transfers[index]))
    transfers.push(await playTransfer(book, plan, number, nextLineId, nextRequest))
  }
  const dumps: PlayedDump[] = []
  for (const [index, plan] of data.dumps.entries()) {
    dumps.push(await playDump(book, plan, String(defined(numbers.dumps[index])), nextLineId))
  }
  const returns: PlayedReturn[] = []
  for (const [index, plan] of data.returns.entries()) {
    returns.push(await playReturn(book, plan, String(defined(numbers.returns[index])), nextLineId))
  }
  const walks: PlayedWalk[] = []
  for (const [index, plan] of data.walks.entries()) {
    walks.push(await playWalk(book, plan, String(defined(numbers.walks[index])), nextLineId))
  }
  return { book, issuances, transfers, dumps, returns, walks }
}

async function openStock(book: Book, lots: readonly DemoLot[]): Promise<void> {
  const moments = [...new Set(lots.map(({ openedAt }) => openedAt))].sort()
  for (const moment of moments) {
    book.setTime(moment)
    const lotsOfMoment = lots.filter(({ openedAt }) => openedAt === moment)
    await importOpeningStock(book, importer, openingReason, lotsOfMoment)
  }
}

async function applyCorrection(book: Book, { lot, change, reason, by, at }: Correction): Promise<void> {
  book.setTime(at)
  const { barcode } = lot.plant
  const adjusted = { kind: 'adjusted', owner: lot.location, place: '' } as const
  const ends = [
    { barcode, account: lot.account },
    { barcode, account: adjusted },
  ]
  const ledger = await openLedger(book.ledger, [], ends)
  const [from, to] = change > 0 ? [adjusted, lot.account] : [lot.account, adjusted]
  const moved = ledger.move({
    by,
    barcode,
    from,
    to,
    qty: Math.abs(change),
    cause: { reason },
    claimedAt: null,
  })
  if (!moved) throw new Error(`The demo corrects more of ${barcode} than there is`)
  await ledger.write()
}

async function playIssuance(
  book: Book,
  plan: PlannedIssuance,
  number: string,
  nextLineId: () => string,
): Promise<PlayedIssuance> {
  const empty: StoredDocument = {
    kind: 'issuance',
    mode: plan.mode,
    number,
    status: 'OPEN',
    location: plan.location,
    seasonId: plan.season.id,
    header: {
      IssueToType: plan.fields.IssueToType,
      IssueToNbr: plan.fields.IssueToNbr,
      InventoryLocation: plan.location,
    },
    lines: [],
  }
  let document = empty
  let changed: Action = plan.created
  if (plan.lines.length > 0) {
    const orders = plan.lines.map(orderOf)
    const ordered = await takeLineSteps(book, kind, document, plan.season, orders, plan.created)
    document = { ...ordered, lines: ordered.lines.map((line) => ({ ...line, id: nextLineId() })) }
  }
  if (plan.picked) {
    const picks = document.lines.flatMap((line) => pickOf(line, plan.lines))
    document = await takeLineSteps(book, kind, document, plan.season, picks, plan.picked)
    changed = plan.picked
  }
  if (plan.ended) {
    document = await takeStep(book, kind, document, plan.ended.to, plan.ended)
    changed = plan.ended
  }
  return { plan, document, created: plan.created, changed }
}

function defined<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The database gave out too few numbers')
  return value
}
