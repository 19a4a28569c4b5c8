// Applies line steps of any document kind. The engine checks each step against the stored row.
// A refused line does not affect the other lines (docs/stock-ledger.md, Answers).

import type { Account } from '#core/kinds/accounts.ts'
import { emptyLine } from '#core/kinds/document.ts'
import type { Effects } from '#core/kinds/effects.ts'
import {
  type LineStep,
  lineAllows,
  lineStepFor,
  quantitiesAfter,
  reasonAfter,
  statusAfterLineStep,
} from '#core/kinds/engine.ts'
import type { Kind } from '#core/kinds/kind.ts'
import type { LineExtras } from '#core/kinds/line-fields.ts'
import type { StoredDocument, StoredLine } from '#core/kinds/stored.ts'
import type { Commodity, Status } from '#core/wire/constants.ts'
import { firstRefusal, type Refusal, refuse } from '#core/wire/refusals.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import type { AccountOf, Ledger } from '#server/domain/ledger.ts'
import type { FoundPlants, StockPort } from '#server/domain/stock.ts'
import { checkSeen } from './check-seen.ts'
import { lineKeyOf, type Stamp } from './documents-port.ts'
import { accountsOfFlows, movementsOf } from './flows.ts'
import type { LineBody } from './read-body.ts'

/** The result of one requested line: the changed line, or the refusal. */
export interface LineOutcome {
  readonly request: LineBody
  readonly result: Result<StoredLine, { readonly refusal: Refusal; readonly line: StoredLine | undefined }>
}

/** A request with its existing or new line. */
export interface ResolvedLine {
  readonly request: LineBody
  readonly line: Result<StoredLine, Refusal>
}

type SourceRules = Pick<Effects, 'source' | 'sources' | 'chooses'>

/**
 * Finds the line of each request. A new line needs plants of the season's commodity at the location.
 * A listed barcode is refused, except for another grower in grower storage, or as a requested second shelf.
 */
export async function resolveLines(
  stock: Pick<StockPort, 'find'>,
  { effects, severalShelves }: Pick<Kind, 'severalShelves'> & { readonly effects: SourceRules },
  document: StoredDocument,
  commodity: Commodity,
  requests: readonly LineBody[],
): Promise<readonly ResolvedLine[]> {
  const newBarcodes = requests.filter((request) => request.id === null).map((request) => request.barcode)
  const found =
    newBarcodes.length > 0 ? await stock.find([...new Set(newBarcodes)], effects.sources(document)) : []
  const plants = new Map(found.map((each) => [each.barcode, each]))
  const saved = new Map(document.lines.map((line) => [line.id, line]))
  const keys = new Set(document.lines.map(lineKeyOf))
  const barcodes = new Set(document.lines.map((line) => line.barcode))
  return requests.map((request) => {
    const { id, barcode } = request
    if (id !== null) {
      const line = saved.get(id)
      const isSameBarcode = line?.barcode === barcode
      return { request, line: isSameBarcode ? succeed(line) : fail(refuse('lineGone', { barcode })) }
    }
    const plant = plants.get(barcode)
    const source = plant?.commodity === commodity ? sourceOf(effects, document, request, plant) : undefined
    if (!source) return { request, line: fail(refuse('inventoryNotFound')) }
    if (!source.ok) return { request, line: source }
    const line = newLine(request, source.value)
    const mayRepeatBarcode =
      document.mode === 'growerStorage' ||
      (severalShelves === true && request.secondShelf === true && request.storageLocation !== '')
    if (mayRepeatBarcode ? keys.has(lineKeyOf(line)) : barcodes.has(barcode)) {
      return { request, line: fail(refuse('lineListed', { barcode })) }
    }
    keys.add(lineKeyOf(line))
    barcodes.add(barcode)
    return { request, line: succeed(line) }
  })
}

function sourceOf(
  effects: SourceRules,
  document: StoredDocument,
  request: LineBody,
  plant: FoundPlants,
): Result<Account, Refusal> | undefined {
  if (effects.chooses)
    return effects.chooses(document, plant.stocked.length > 0 ? plant.stocked : plant.accounts)
  const wanted = effects.source(document, request.storageLocation)
  const found = wanted
    ? plant.accounts.find((account) => account.owner === wanted.owner && account.place === wanted.place)
    : plant.accounts[0]
  return found && succeed(found)
}

// Without a spread, so that the compiler requires a value for each new field.
const newLine = ({ barcode, storageLocation, isReplant }: LineBody, source: Account): StoredLine => ({
  id: null,
  barcode,
  status: 'OPEN',
  ordered: 0,
  picked: null,
  received: null,
  reason: '',
  storageLocation,
  isReplant,
  available: null,
  changedBy: '',
  changedAt: '',
  doneAt: '',
  plant: emptyLine.plant,
  held: 0,
  source,
})

/** The accounts that the line steps move plants between. Lock them together with the lines' sources. */
export function accountsOfLineSteps(
  kind: Kind,
  document: StoredDocument,
  resolved: readonly ResolvedLine[],
): readonly AccountOf[] {
  return resolved.flatMap(({ request: { to }, line }) => {
    const step = line.ok ? stepOf(kind, line.value, to) : undefined
    const effect = step === undefined ? undefined : kind.effects.lines[step]
    if (!line.ok || !effect) return []
    const { barcode, source: account } = line.value
    return [
      ...(effect.flows ? accountsOfFlows(effect.flows, document, [line.value]) : []),
      // A counted account is locked even if it has no row yet.
      ...(effect.computeFields ? [{ barcode, account }] : []),
    ]
  })
}

/** Requests the movements since a count, if one of the steps needs them. */
export function lineWatch(kind: Kind, resolved: readonly ResolvedLine[]): readonly [] | undefined {
  return resolved.some(({ request: { to }, line }) => {
    const step = line.ok ? stepOf(kind, line.value, to) : undefined
    return step !== undefined && kind.effects.lines[step]?.computeFields !== undefined
  })
    ? []
    : undefined
}

/** The step from a line's status to another; undefined if there is none. */
export function stepOf(kind: Kind, { id, status }: StoredLine, to: Status) {
  return lineStepFor(kind, id === null ? null : status, to)
}

/** Applies the requested steps in order, each to the result of the previous ones. */
export function changeLines(
  kind: Kind,
  ledger: Ledger,
  document: StoredDocument,
  resolved: readonly ResolvedLine[],
  stamp: Stamp,
): { readonly document: StoredDocument; readonly outcomes: readonly LineOutcome[] } {
  // Changed in place: a copy per step would make a thousand lines a thousand times slower.
  const lines = [...document.lines]
  const places = new Map(lines.map((line, place) => [lineKeyOf(line), place]))
  let current: StoredDocument = { ...document, lines }
  const outcomes = resolved.map(({ request, line: meant }): LineOutcome => {
    if (!meant.ok) return { request, result: fail({ refusal: meant.error, line: undefined }) }
    const place = places.get(lineKeyOf(meant.value)) ?? lines.length
    // If a request contains a line twice, the second sees the result of the first.
    const line = lines[place] ?? meant.value
    const changed = changeLine(kind, ledger, current, line, request, stamp)
    if (!changed.ok) return { request, result: fail({ refusal: changed.error, line }) }
    current = { ...current, status: changed.value.status }
    lines[place] = changed.value.line
    places.set(lineKeyOf(line), place)
    return { request, result: succeed(changed.value.line) }
  })
  return { document: current, outcomes }
}

// The values of a line after a request. Without a spread, so that the compiler requires a decision for each
// new field. Shelf and replant mark of a saved line never change.
const extrasAfter = (
  rule: LineStep,
  line: StoredLine,
  { reason }: LineBody,
  quantity: number,
): Pick<StoredLine, keyof LineExtras> => ({
  storageLocation: line.storageLocation,
  isReplant: line.isReplant,
  reason: reasonAfter(rule, line, quantity, reason ?? line.reason),
})

function changeLine(
  kind: Kind,
  ledger: Ledger,
  document: StoredDocument,
  line: StoredLine,
  request: LineBody,
  stamp: Stamp,
): Result<{ status: Status; line: StoredLine }, Refusal> {
  const { to, quantity, seen } = request
  const stale = checkSeen(kind, line, document, seen)
  if (stale !== true) return fail(stale)
  const { effects } = kind
  const step = stepOf(kind, line, to)
  const effect = step === undefined ? undefined : effects.lines[step]
  const rule = step === undefined ? undefined : kind.lineSteps[step]
  if (step === undefined || !effect || !rule) {
    return fail(refuse('lineNotWhileStatus', { status: line.status, barcode: line.barcode }))
  }
  if (quantity === null) return fail(refuse('quantityNotNumber'))
  const meant = { ...line, ...extrasAfter(rule, line, request, quantity) }
  const verdict = firstRefusal(
    lineAllows(kind, step, document, meant, quantity),
    effect.checkPerson?.(line, stamp.by) ?? true,
  )
  if (verdict !== true) return fail(verdict)
  const source = { barcode: line.barcode, account: line.source }
  const usable = ledger.available(source) + line.held
  if (effect.requires(quantity) > usable) {
    return fail(effects.shortage?.(line, usable) ?? refuse('insufficientQuantity'))
  }
  const held = effect.reserves(quantity)
  const quantities = quantitiesAfter(rule, quantity)
  const written: StoredLine = { ...meant, ...quantities, status: to, held }
  const countFields = effect.computeFields?.(document, written, ledger.balances(line.barcode), stamp.by)
  const changed = { ...written, ...countFields }
  const movements = effect.flows ? movementsOf(effect.flows, ledger, document, changed, stamp) : []
  if (!ledger.hold(source, held - line.held) || !movements.every(ledger.move)) {
    throw new Error(`${line.barcode} on ${document.number} takes more than it was said to need`)
  }
  return succeed({ line: changed, status: statusAfterLineStep(kind, step, document, changed) })
}
