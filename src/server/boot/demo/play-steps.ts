// Runs steps of any kind on the in-memory book by the domain's rules. A refusal here is a bug in the plan.

import type { Kind } from '#core/kinds/kind.ts'
import type { StoredDocument, StoredLine } from '#core/kinds/stored.ts'
import type { Status } from '#core/wire/constants.ts'
import type { Result } from '#core/wire/result.ts'
import {
  accountsOfDocumentStep,
  changeDocument,
  countedAccountsOf,
  findDocumentStep,
} from '#server/domain/change-document.ts'
import { accountsOfLineSteps, changeLines, lineWatch, resolveLines } from '#server/domain/change-lines.ts'
import { type Ledger, openLedger } from '#server/domain/ledger.ts'
import type { LineBody } from '#server/domain/read-body.ts'
import type { Book } from './book.ts'
import type { Action, PlannedLine } from './issuances.ts'
import type { DemoSeason } from './seasons.ts'

/** A document after all its planned actions. */
export interface PlayedDocument {
  readonly document: StoredDocument
  readonly created: Action
  /** The last change. */
  readonly changed: Action
}

export async function takeLineSteps(
  book: Book,
  kind: Kind,
  document: StoredDocument,
  { commodity }: Pick<DemoSeason, 'commodity'>,
  requests: readonly LineBody[],
  { by, at }: Action,
): Promise<StoredDocument> {
  book.setTime(at)
  const resolved = await resolveLines(book.stock, kind, document, commodity, requests)
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

export async function takeStep(
  book: Book,
  kind: Kind,
  document: StoredDocument,
  to: Status,
  { by, at }: Action,
): Promise<StoredDocument> {
  book.setTime(at)
  const step = valueOrThrow(findDocumentStep(kind, document, to))
  const receiving = accountsOfDocumentStep(kind, step, document)
  const ledger: Ledger = await openLedger(
    book.ledger,
    document.lines.flatMap(sourceOf),
    receiving,
    countedAccountsOf(document),
  )
  const after = valueOrThrow(changeDocument(kind, step, ledger, document, { by, claimedAt: null }))
  await ledger.write()
  return after
}

const sourceOf = ({ barcode, source }: StoredLine) => [{ barcode, account: source }]

export function orderOf({ barcode, account, ordered, isReplant }: PlannedLine): LineBody {
  return {
    id: null,
    barcode,
    storageLocation: account.place,
    to: 'RESERVED',
    quantity: ordered,
    isReplant,
    reason: null,
    seen: null,
  }
}

export function pickOf({ id, barcode }: StoredLine, planned: readonly PlannedLine[]): LineBody[] {
  const line = planned.find((each) => each.barcode === barcode)
  if (!line || line.picked === null) return []
  return [{ ...orderOf(line), id, to: 'PICKED', quantity: line.picked }]
}

function valueOrThrow<Value>(result: Result<Value, object>): Value {
  if (result.ok) return result.value
  throw new Error(`The demo plans what the rules refuse: ${JSON.stringify(result.error)}`)
}
