// Runs the plan by the domain's rules on an in-memory book: imports, corrections and documents of every kind.
// A refusal here is a bug in the plan.

import { decisionFlows } from '#core/kinds/adjustment/effects.ts'
import { fieldNameOf } from '#core/kinds/header.ts'
import { kindNamed } from '#core/kinds/index.ts'
import type { Kind } from '#core/kinds/kind.ts'
import type { StoredDocument, StoredLine } from '#core/kinds/stored.ts'
import type { DocumentKind } from '#core/wire/constants.ts'
import type { Result } from '#core/wire/result.ts'
import {
  accountsOfDocumentStep,
  changeDocument,
  countedAccountsOf,
  findDocumentStep,
} from '#documents/server/change-document.ts'
import { accountsOfLineSteps, changeLines, lineWatch, resolveLines } from '#documents/server/change-lines.ts'
import { lineKeyOf } from '#documents/server/documents-port.ts'
import { accountsOfFlows, movementsOf } from '#documents/server/flows.ts'
import type { LineBody } from '#documents/server/read-body.ts'
import { importOpeningStock } from '#features/stock-files/server/opening-stock.ts'
import { openLedger } from '#server/domain/ledger.ts'
import { type Book, openBook } from './book.ts'
import type { Correction } from './corrections.ts'
import type { DemoData } from './generate.ts'
import type { DemoLot } from './lots.ts'
import type { PlannedDocument, PlannedLine, PlannedStep } from './plan.ts'

/** Numbers from the database's sequences: one for each document and line, in order. */
export interface Numbers {
  readonly documents: (kind: DocumentKind) => string
  readonly lines: () => string
}

/** A document after all its planned steps. */
export interface PlayedDocument {
  readonly plan: PlannedDocument
  readonly document: StoredDocument
}

const importer = 'ada.admin'
const openingReason = 'OPENING'

export async function playDemo(
  { lots, corrections, documents }: DemoData,
  numbers: Numbers,
): Promise<{ readonly book: Book; readonly documents: readonly PlayedDocument[] }> {
  const book = openBook()
  await openStock(book, lots)
  for (const correction of corrections) await applyCorrection(book, correction)
  const played: PlayedDocument[] = []
  for (const plan of documents) {
    const previous = played.at(-1)?.document
    const document = await (plan.kind === 'request' && previous
      ? playRequest(book, plan, previous, numbers)
      : playDocument(book, plan, numbers))
    played.push({ plan, document })
  }
  return { book, documents: played }
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

async function playDocument(book: Book, plan: PlannedDocument, numbers: Numbers): Promise<StoredDocument> {
  const { mode, location, season, fields, steps } = plan
  if (plan.kind === 'request') throw new Error('The demo plans an adjustment request without its transfer')
  const kind = kindNamed(plan.kind)
  let document: StoredDocument = {
    kind: plan.kind,
    mode,
    number: numbers.documents(plan.kind),
    status: 'OPEN',
    location,
    seasonId: season.id,
    header: { ...fields, [fieldNameOf(kind.header, 'location')]: location },
    lines: [],
  }
  for (const step of steps) {
    book.setTime(step.at)
    document = await (step.of === 'lines'
      ? takeLineSteps(book, kind, document, plan, step)
      : takeStep(book, kind, document, step))
    document = {
      ...document,
      lines: document.lines.map((line) => ({ ...line, id: line.id ?? numbers.lines() })),
    }
  }
  return document
}

async function takeLineSteps(
  book: Book,
  kind: Kind,
  document: StoredDocument,
  { lines, season }: PlannedDocument,
  { to, by }: PlannedStep,
): Promise<StoredDocument> {
  const ids = new Map(document.lines.map((line) => [lineKeyOf(line), line.id]))
  const requests = lines.flatMap((line): LineBody[] => {
    const { barcode, place, quantities, reason = null, isReplant = false } = line
    const planned = quantities[to]
    if (planned === undefined) return []
    const id = ids.get(lineKeyOf({ barcode, source: { place } })) ?? null
    const quantity = kind.kind === 'count' ? Math.max(0, onHand(book, document, line) + planned) : planned
    return [{ id, barcode, storageLocation: place, to, quantity, isReplant, reason, seen: null }]
  })
  const resolved = await resolveLines(book.stock, kind, document, season.commodity, requests)
  const ledger = await openLedger(
    book.ledger,
    resolved.flatMap(({ line }) => sourceOf(valueOrThrow(line))),
    accountsOfLineSteps(kind, document, resolved),
    lineWatch(kind, resolved),
  )
  const { document: after, outcomes } = changeLines(kind, ledger, document, resolved, { by, claimedAt: null })
  for (const { result } of outcomes) valueOrThrow(result)
  await ledger.write()
  return after
}

async function takeStep(
  book: Book,
  kind: Kind,
  document: StoredDocument,
  { to, by }: PlannedStep,
): Promise<StoredDocument> {
  const step = valueOrThrow(findDocumentStep(kind, document, to))
  const receiving = accountsOfDocumentStep(kind, step, document)
  const ledger = await openLedger(
    book.ledger,
    document.lines.flatMap(sourceOf),
    receiving,
    countedAccountsOf(document),
  )
  const after = valueOrThrow(changeDocument(kind, step, ledger, document, { by, claimedAt: null }))
  await ledger.write()
  return after
}

async function playRequest(
  book: Book,
  { steps: [decision] }: PlannedDocument,
  transfer: StoredDocument,
  numbers: Numbers,
): Promise<StoredDocument> {
  const request: StoredDocument = {
    ...transfer,
    kind: 'request',
    number: numbers.documents('request'),
    status: 'OPEN',
    header: { OriginLocationID: transfer.location, TransferNbr: transfer.number },
    lines: transfer.lines
      .filter(({ picked, received }) => picked !== received)
      .map((line) => ({ ...line, id: numbers.lines(), status: 'OPEN', held: 0 })),
  }
  if (!decision) return request
  book.setTime(decision.at)
  const flows = decisionFlows(decision.to === 'ACCEPT' ? 'accept' : 'reject')
  for (const line of request.lines) {
    const ledger = await openLedger(book.ledger, [], accountsOfFlows(flows, request, [line]))
    const stamp = { by: decision.by, claimedAt: null }
    if (!movementsOf(flows, ledger, request, line, stamp).every(ledger.move)) {
      throw new Error(`The demo decides what ${line.barcode} cannot pay for`)
    }
    await ledger.write()
  }
  return {
    ...request,
    status: 'CLOSED',
    lines: request.lines.map((line) => ({ ...line, status: decision.to })),
  }
}

const onHand = (book: Book, { location }: StoredDocument, { barcode }: PlannedLine): number =>
  book
    .balances()
    .filter(
      (each) => each.barcode === barcode && each.account.kind === 'stock' && each.account.owner === location,
    )
    .reduce((sum, { qty }) => sum + qty, 0)

const sourceOf = ({ barcode, source }: StoredLine) => [{ barcode, account: source }]

function valueOrThrow<Value>(result: Result<Value, object>): Value {
  if (result.ok) return result.value
  throw new Error(`The demo plans what the rules refuse: ${JSON.stringify(result.error)}`)
}
