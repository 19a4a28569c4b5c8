// Line steps of any document kind: each is judged by the engine against the row in the database, takes its effect on the
// ledger, and fails alone (stock-ledger, "Answers": a refused line leaves the other lines saved).
import type { Commodity, Status } from '#contract/constants.ts'
import { type Refusal, refuse, type Verdict } from '#contract/refusals.ts'
import { fail, type Result, succeed } from '#contract/result.ts'
import {
  afterLineStep,
  lineAllows,
  lineStepFor,
  quantitiesAfter,
  quantityOf,
  type Rules,
} from '#workflows/engine.ts'
import type { Account } from './accounts.ts'
import type { StoredDocument, StoredLine } from './documents.ts'
import type { Effects } from './effects/effects.ts'
import type { Ledger } from './ledger.ts'
import type { FoundPlants, StockPort } from './stock.ts'

/** A line as a request names it: by its id, or a new one by barcode and storage location. */
export interface LineRequest {
  readonly id: string | null
  readonly barcode: string
  readonly storageLocation: string
  readonly to: Status
  /** Whole plants; null when the request does not say. */
  readonly quantity: number | null
  readonly isReplant: boolean
  /** How the sender saw the line; null when it does not say. */
  readonly seen: { readonly status: Status; readonly quantity: number } | null
}

/** What became of one requested line: the line as it is now, or why it stays as it was. */
export interface LineOutcome {
  readonly request: LineRequest
  readonly result: Result<StoredLine, { readonly refusal: Refusal; readonly line: StoredLine | undefined }>
}

export interface Kind<DocumentSteps extends string, LineSteps extends string> {
  readonly rules: Rules<DocumentSteps, LineSteps>
  readonly effects: Effects<DocumentSteps, LineSteps>
}

/** A request with the line that it means: one of the document, or a new one that may be added. */
export type Aimed = { readonly request: LineRequest; readonly line: Result<StoredLine, Refusal> }

/**
 * Finds the line that each request means, and for new ones the plants and the account that they come from: the document's
 * location, its season's commodity. A barcode that is on the document already can't be added again.
 */
export async function aimLines(
  stock: Pick<StockPort, 'find'>,
  effects: Pick<Effects, 'source' | 'sourceKind'>,
  document: StoredDocument,
  commodity: Commodity,
  requests: readonly LineRequest[],
): Promise<readonly Aimed[]> {
  const newOnes = requests.filter((request) => request.id === null).map((request) => request.barcode)
  const at = { kind: effects.sourceKind(document), location: document.location }
  const found = newOnes.length > 0 ? await stock.find([...new Set(newOnes)], at) : []
  const plants = new Map(found.map((each) => [each.barcode, each]))
  const added = new Set<string>()
  return requests.map((request) => {
    const { id, barcode } = request
    if (id !== null) {
      const line = document.lines.find((each) => each.id === id && each.barcode === barcode)
      return { request, line: line ? succeed(line) : fail(refuse('lineGone', { barcode })) }
    }
    if (added.has(barcode) || document.lines.some((line) => line.barcode === barcode)) {
      return { request, line: fail(refuse('lineListed', { barcode })) }
    }
    const plant = plants.get(barcode)
    const source = plant && sourceOf(effects, document, request, plant)
    if (plant?.commodity !== commodity || !source) return { request, line: fail(refuse('inventoryNotFound')) }
    added.add(barcode)
    return { request, line: succeed(newLine(request, source)) }
  })
}

function sourceOf(
  effects: Pick<Effects, 'source'>,
  document: StoredDocument,
  request: LineRequest,
  plant: FoundPlants,
): Account | undefined {
  const wanted = effects.source(document, request.storageLocation)
  if (!wanted) return plant.accounts[0]
  return plant.accounts.find((account) => account.owner === wanted.owner && account.place === wanted.place)
}

const newLine = (request: LineRequest, source: Account): StoredLine => ({
  id: null,
  barcode: request.barcode,
  status: 'OPEN',
  ordered: 0,
  picked: null,
  received: null,
  reason: '',
  storageLocation: request.storageLocation,
  available: null,
  plant: { variety: '', trimType: '', stockType: '', commodity: '' },
  held: 0,
  source,
  isReplant: request.isReplant,
})

/** Takes the requested steps one after the other, each on the document as the ones before have left it. */
export function changeLines<DocumentSteps extends string, LineSteps extends string>(
  kind: Kind<DocumentSteps, LineSteps>,
  ledger: Ledger,
  document: StoredDocument,
  aimed: readonly Aimed[],
): { readonly document: StoredDocument; readonly outcomes: readonly LineOutcome[] } {
  let current = document
  const outcomes = aimed.map(({ request, line: meant }): LineOutcome => {
    if (!meant.ok) return { request, result: fail({ refusal: meant.error, line: undefined }) }
    const line = currentLine(current, meant.value)
    const changed = changeLine(kind, ledger, current, line, request)
    if (!changed.ok) return { request, result: fail({ refusal: changed.error, line }) }
    current = changed.value.document
    return { request, result: succeed(changed.value.line) }
  })
  return { document: current, outcomes }
}

/** The same line may be named twice in one request: the second time it is what the first has made of it. */
const currentLine = (document: StoredDocument, line: StoredLine): StoredLine =>
  document.lines.find((each) => each.barcode === line.barcode) ?? line

function changeLine<DocumentSteps extends string, LineSteps extends string>(
  { rules, effects }: Kind<DocumentSteps, LineSteps>,
  ledger: Ledger,
  document: StoredDocument,
  line: StoredLine,
  { to, quantity, seen }: LineRequest,
): Result<{ document: StoredDocument; line: StoredLine }, Refusal> {
  const stale = checkSeen(line, seen)
  if (stale !== true) return fail(stale)
  const step = lineStepFor(rules, line.id === null ? null : line.status, to)
  if (step === undefined) {
    return fail(refuse('lineNotWhileStatus', { status: line.status, barcode: line.barcode }))
  }
  if (quantity === null) return fail(refuse('quantityNotNumber'))
  const verdict = lineAllows(rules, step, document, line, quantity)
  if (verdict !== true) return fail(verdict)
  const held = effects.lines[step](quantity)
  if (!ledger.hold({ barcode: line.barcode, account: line.source }, held - line.held)) {
    return fail(refuse('insufficientQuantity'))
  }
  const quantities = quantitiesAfter(rules.lineSteps[step], quantity)
  const changed: StoredLine = { ...line, ...quantities, status: to, held }
  return succeed({ line: changed, document: withLine(document, changed, rules, step) })
}

/** Of two people who change the same line at once, the second hears what the first has made of it. */
export function checkSeen(line: StoredLine, seen: LineRequest['seen']): Verdict {
  const { barcode, status } = line
  const quantity = quantityOf(line)
  if (seen === null || line.id === null || (seen.status === status && seen.quantity === quantity)) return true
  return refuse('lineChanged', { barcode, status, quantity })
}

function withLine<LineSteps extends string>(
  document: StoredDocument,
  changed: StoredLine,
  rules: Rules<string, LineSteps>,
  step: LineSteps,
): StoredDocument {
  const { status } = afterLineStep(rules, step, document, changed)
  const known = document.lines.some((line) => line.barcode === changed.barcode)
  const lines = known
    ? document.lines.map((line) => (line.barcode === changed.barcode ? changed : line))
    : [...document.lines, changed]
  return { ...document, status, lines }
}
