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
} from '#kinds/engine.ts'
import type { Account } from './accounts.ts'
import { lineKeyOf, type Stamp, type StoredDocument, type StoredLine } from './documents.ts'
import type { Effects } from './effects/effects.ts'
import { endsOf, movementsOf } from './flows.ts'
import type { AccountOf, Ledger } from './ledger.ts'
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
  /** A reason code; null when the request does not say, and the line keeps its own. */
  readonly reason: string | null
  /** How the sender saw the line; null when it does not say. */
  readonly seen: { readonly status: Status; readonly quantity: number } | null
}

/** What became of one requested line: the line as it is now, or why it stays as it was. */
export interface LineOutcome {
  readonly request: LineRequest
  readonly result: Result<StoredLine, { readonly refusal: Refusal; readonly line: StoredLine | undefined }>
}

export interface ServedKind<DocumentSteps extends string, LineSteps extends string> {
  readonly rules: Rules<DocumentSteps, LineSteps>
  readonly effects: Effects<DocumentSteps, LineSteps>
}

/** A request with the line that it means: one of the document, or a new one that may be added. */
export type Aimed = { readonly request: LineRequest; readonly line: Result<StoredLine, Refusal> }

/**
 * Finds the line that each request means, and for new ones the plants and the account that they come from: the document's
 * location, its season's commodity. A barcode that is on the document already can't be added again, but in grower storage for another
 * grower.
 */
export async function aimLines(
  stock: Pick<StockPort, 'find'>,
  effects: Pick<Effects, 'source' | 'sources'>,
  document: StoredDocument,
  commodity: Commodity,
  requests: readonly LineRequest[],
): Promise<readonly Aimed[]> {
  const newOnes = requests.filter((request) => request.id === null).map((request) => request.barcode)
  const found = newOnes.length > 0 ? await stock.find([...new Set(newOnes)], effects.sources(document)) : []
  const plants = new Map(found.map((each) => [each.barcode, each]))
  const added: StoredLine[] = []
  return requests.map((request) => {
    const { id, barcode } = request
    if (id !== null) {
      const line = document.lines.find((each) => each.id === id && each.barcode === barcode)
      return { request, line: line ? succeed(line) : fail(refuse('lineGone', { barcode })) }
    }
    const plant = plants.get(barcode)
    const source = plant && sourceOf(effects, document, request, plant)
    if (plant?.commodity !== commodity || !source) return { request, line: fail(refuse('inventoryNotFound')) }
    const line = newLine(request, source)
    if ([...document.lines, ...added].some((other) => excludes(document, other, line))) {
      return { request, line: fail(refuse('lineListed', { barcode })) }
    }
    added.push(line)
    return { request, line: succeed(line) }
  })
}

const excludes = ({ mode }: StoredDocument, one: StoredLine, other: StoredLine): boolean =>
  mode === 'growerStorage' ? lineKeyOf(one) === lineKeyOf(other) : one.barcode === other.barcode

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

/** The accounts between which line steps move plants at once, so that they can be locked with the lines' sources. */
export function lineEnds<LineSteps extends string>(
  { rules, effects }: ServedKind<string, LineSteps>,
  document: StoredDocument,
  aimed: readonly Aimed[],
): readonly AccountOf[] {
  return aimed.flatMap(({ request: { to }, line }) => {
    const step = line.ok ? stepOf(rules, line.value, to) : undefined
    const flows = step && effects.lines[step].flows
    return line.ok && flows ? endsOf(flows, document, [line.value]) : []
  })
}

/** The step that leads a line to a status; undefined when there is none. */
export const stepOf = <LineSteps extends string>(
  rules: Rules<string, LineSteps>,
  { id, status }: StoredLine,
  to: Status,
) => lineStepFor(rules, id === null ? null : status, to)

/** Takes the requested steps one after the other, each on the document as the ones before have left it. */
export function changeLines<DocumentSteps extends string, LineSteps extends string>(
  kind: ServedKind<DocumentSteps, LineSteps>,
  ledger: Ledger,
  document: StoredDocument,
  aimed: readonly Aimed[],
  stamp: Stamp,
): { readonly document: StoredDocument; readonly outcomes: readonly LineOutcome[] } {
  let current = document
  const outcomes = aimed.map(({ request, line: meant }): LineOutcome => {
    if (!meant.ok) return { request, result: fail({ refusal: meant.error, line: undefined }) }
    const line = currentLine(current, meant.value)
    const changed = changeLine(kind, ledger, current, line, request, stamp)
    if (!changed.ok) return { request, result: fail({ refusal: changed.error, line }) }
    current = changed.value.document
    return { request, result: succeed(changed.value.line) }
  })
  return { document: current, outcomes }
}

/** The same line may be named twice in one request: the second time it is what the first has made of it. */
const currentLine = (document: StoredDocument, line: StoredLine): StoredLine =>
  document.lines.find((each) => lineKeyOf(each) === lineKeyOf(line)) ?? line

function changeLine<DocumentSteps extends string, LineSteps extends string>(
  { rules, effects }: ServedKind<DocumentSteps, LineSteps>,
  ledger: Ledger,
  document: StoredDocument,
  line: StoredLine,
  { to, quantity, reason, seen }: LineRequest,
  stamp: Stamp,
): Result<{ document: StoredDocument; line: StoredLine }, Refusal> {
  const stale = checkSeen(line, seen)
  if (stale !== true) return fail(stale)
  const step = stepOf(rules, line, to)
  if (step === undefined) {
    return fail(refuse('lineNotWhileStatus', { status: line.status, barcode: line.barcode }))
  }
  if (quantity === null) return fail(refuse('quantityNotNumber'))
  const meant = { ...line, reason: reason ?? line.reason }
  const verdict = lineAllows(rules, step, document, meant, quantity)
  if (verdict !== true) return fail(verdict)
  const effect = effects.lines[step]
  const source = { barcode: line.barcode, account: line.source }
  const there = ledger.available(source) + line.held
  if (effect.needs(quantity) > there) {
    return fail(effects.shortage?.(line, there) ?? refuse('insufficientQuantity'))
  }
  const held = effect.holds(quantity)
  const quantities = quantitiesAfter(rules.lineSteps[step], quantity)
  const changed: StoredLine = { ...meant, ...quantities, status: to, held }
  const movements = effect.flows ? movementsOf(effect.flows, document, changed, stamp) : []
  if (!ledger.hold(source, held - line.held) || !movements.every(ledger.move)) {
    throw new Error(`${line.barcode} on ${document.number} takes more than it was said to need`)
  }
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
  const isIt = (line: StoredLine) => lineKeyOf(line) === lineKeyOf(changed)
  const lines = document.lines.some(isIt)
    ? document.lines.map((line) => (isIt(line) ? changed : line))
    : [...document.lines, changed]
  return { ...document, status, lines }
}
