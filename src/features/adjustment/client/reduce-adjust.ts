// The reducer of Adjust Trim: (state, event) -> [state, effects]. A command goes from `find` or `adjust` over
// shelf and reason to the outbox; the server's reply comes later (part 2 sections 2.8, 4.6 and 5).

import { heldOutcome, messageIn, reasonIn } from '#app/outbox/server-reply.ts'
import { formatTime } from '#app/ui/format-moment.ts'
import { type Cause, type CommandOutcome, changeKey } from '#core/commands/command.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import { trimAdjustment } from '#core/kinds/adjustment/rules.ts'
import type { Place } from '#core/kinds/document.ts'
import type { StockFilter } from '#core/kinds/kind.ts'
import { readQuantity } from '#core/kinds/quantity.ts'
import { withNextPage } from '#core/kinds/stock.ts'
import type { OperationResult } from '#core/outbox/index.ts'
import type { ModeId } from '#core/wire/constants.ts'
import { type FoundStock, type InventoryRecord, onHand } from '#core/wire/inventory.ts'
import { FIRST_PAGE, type PageStart, pageAfter } from '#core/wire/paging.ts'
import { refuse } from '#core/wire/refusals.ts'
import { succeed } from '#core/wire/result.ts'
import { failureOf, outcomeOf, waitingForQuantity, withServerMessage } from '#input/engine/outcomes.ts'
import {
  type AdjustEffect,
  type AdjustEvent,
  type AdjustState,
  type AdjustStep,
  type CodedMessage,
  type Correction,
  initialAdjustState,
  keyOf,
  nameStock,
  type Row,
  rowOf,
  rowsOf,
  type SearchAnswer,
  type SearchRequest,
  type Wanted,
} from './adjust-state.ts'
import { withCorrection, withNextRead, withRead, withReply } from './read-order.ts'

/** What the steps read of the screen and its surroundings. */
export interface AdjustContext {
  readonly place: Place
  readonly mode: ModeId
  /** The id of the grower, in grower storage; '' for none. */
  readonly grower: string
  readonly nameOfStorage: (storageLocation: string) => string
  /** May the barcode's quantity take the focus? The next digits may belong to a later scan. */
  readonly mayFocusLine: (cause: Cause, barcode: string) => boolean
  /** Returns the labels to offer of those that are missing. */
  readonly labelsToOffer: (missing: number) => number
}

type EventOf<Type extends AdjustEvent['type']> = Extract<AdjustEvent, { readonly type: Type }>

/** Processes one event. */
export function reduceAdjust(state: AdjustState, event: AdjustEvent, context: AdjustContext): AdjustStep {
  switch (event.type) {
    case 'find':
      return find(state, event, context)
    case 'list':
      return list(state, event, context)
    case 'searched':
      return searched(state, event, context)
    case 'adjust':
      return adjust(state, event, context)
    case 'shelfChosen':
      return shelfChosen(state, event, context)
    case 'reasonChosen':
      return reasonChosen(state, event, context)
    case 'stored':
      return stored(state, event)
    case 'replied':
      return replied(state, event, context)
    case 'rowRead':
      return rowRead(state, event)
    case 'loadMore':
      return loadMore(state)
    case 'pageRead':
      return [pageRead(state, event), []]
    case 'reload':
      return reload(state)
    case 'reloaded':
      return reloaded(state, event)
    case 'typed':
      return [typed(state, event), []]
    case 'numberShown':
      return [withRow(state, event.key, { typed: event.text, problem: null }), []]
    case 'inputRefused':
      return [withRow(state, event.key, { problem: event.problem }), []]
    case 'selected':
      return [selected(state, event.key), []]
    case 'chosen':
      return chosen(state, event.key)
    case 'focusRequested':
      return [withFocus(state, event.key), []]
    case 'focusReleased':
      return [withoutFocus(state), []]
  }
}

// ---- search

function find(state: AdjustState, wanted: Wanted, context: AdjustContext): AdjustStep {
  const { barcode, quantity, cause } = wanted
  return lacksGrower(context)
    ? [state, [report(refusalOutcome(refuse('growerMissing')))]]
    : beginSearch(state, { filter: { barcode }, wanted: { barcode, quantity, cause } })
}

function list(
  state: AdjustState,
  { filter, focusFirst }: EventOf<'list'>,
  context: AdjustContext,
): AdjustStep {
  return lacksGrower(context)
    ? [{ ...state, failure: refuse('growerMissing') }, []]
    : beginSearch(state, { filter, focusFirst })
}

const lacksGrower = ({ mode, grower }: AdjustContext) => mode === 'growerStorage' && grower === ''

function beginSearch(state: AdjustState, request: SearchRequest): AdjustStep {
  const search = state.search + 1
  const reads = withNextRead(state.reads)
  return [
    { ...state, search, reads, searching: true, loadingMore: false, failure: null, asOf: null, next: null },
    [{ type: 'search', search, read: reads.last, ...request }],
  ]
}

function searched(
  state: AdjustState,
  { by, answer }: EventOf<'searched'>,
  context: AdjustContext,
): AdjustStep {
  // A newer search replaces this one.
  const after = by.search === state.search ? withAnswer(state, by, answer) : state
  if (by.wanted) return foundBarcode(after, by.wanted, answer, context)
  const first = 'code' in answer ? undefined : answer.found.records[0]
  if ('code' in answer || !first) return [after, []]
  const takesFocus = by.focusFirst || answer.found.records.length === 1
  return [takesFocus ? withFocus(after, keyOf(first)) : withoutFocus(after, keyOf(first)), []]
}

function withAnswer(
  state: AdjustState,
  { filter, read }: { readonly filter: StockFilter; readonly read: number },
  answer: SearchAnswer,
): AdjustState {
  const ended = { ...state, searching: false, loadingMore: false }
  if ('code' in answer) {
    const rows = state.rows.filter(({ typed }) => typed !== null)
    return { ...ended, failure: answer, found: initialAdjustState.found, rows }
  }
  const { found, asOf } = answer
  const [after, rows] = readRows(ended, found.records, read)
  const fresh = rows.map((row): Row => {
    const known = state.rows.find(({ key }) => key === row.key)
    return { ...row, typed: known?.typed ?? null, sending: known?.sending ?? false }
  })
  const keys = new Set(fresh.map(({ key }) => key))
  const edited = state.rows.filter((row) => !keys.has(row.key) && (row.typed !== null || row.sending))
  const next = nextPageAfter(filter, FIRST_PAGE, found)
  return { ...after, failure: null, found, filter, asOf, next, rows: [...fresh, ...edited] }
}

function foundBarcode(
  state: AdjustState,
  wanted: Wanted,
  answer: SearchAnswer,
  context: AdjustContext,
): AdjustStep {
  const { barcode } = wanted
  if ('code' in answer) return [state, [report(outcomeOf('error', answer.code, answer.facts, answer.next))]]
  const rows = rowsOf(state, barcode)
  if (rows.length === 0) return [state, [report(outcomeOf('error', 'noDataForBarcode', { barcode }))]]
  return chooseShelf(state, wanted, rows, context)
}

function loadMore(state: AdjustState): AdjustStep {
  if (!state.next || state.loadingMore) return [state, []]
  const reads = withNextRead(state.reads)
  return [
    { ...state, reads, loadingMore: true, failure: null },
    [{ type: 'readPage', search: state.search, read: reads.last, page: state.next }],
  ]
}

function pageRead(state: AdjustState, { by, answer }: EventOf<'pageRead'>): AdjustState {
  if (by.search !== state.search) return state
  if (!answer.ok) {
    const failure = { code: 'documents.moreFailed', facts: { reason: answer.error } }
    return { ...state, loadingMore: false, failure }
  }
  const found = withNextPage(state.found, answer.value)
  const known = new Set(state.rows.map(({ key }) => key))
  const added = found.records.filter((record) => !known.has(keyOf(record)))
  const [after, rows] = readRows(state, added, by.read)
  const next = nextPageAfter(by.page.filter, by.page.start, answer.value)
  return { ...after, loadingMore: false, found, next, rows: [...state.rows, ...rows] }
}

function reload(state: AdjustState): AdjustStep {
  const { filter, search, rows, found } = state
  if (filter === undefined || rows.length === 0) return [state, []]
  const reads = withNextRead(state.reads)
  const count = found.records.length
  return [{ ...state, reads }, [{ type: 'readAgain', search, read: reads.last, filter, count, rows }]]
}

function reloaded(state: AdjustState, { by, records }: EventOf<'reloaded'>): AdjustStep {
  if (by.search !== state.search) return [state, []]
  const found = new Map(records.map((record) => [keyOf(record), record]))
  const after = state.rows
    .filter(({ sending }) => !sending)
    .reduce((soFar, { key }) => withReadRow(soFar, key, by.read, found.get(key)), state)
  // Rows with input from an earlier search are not among the results.
  const others = by.rows.filter(({ key, sending }) => !sending && !found.has(key))
  const reads = withNextRead(after.reads)
  return [{ ...after, reads, asOf: null }, others.map((row) => ({ type: 'readRow', row, read: reads.last }))]
}

// ---- correction

function adjust(
  state: AdjustState,
  { barcode, quantity, cause }: EventOf<'adjust'>,
  context: AdjustContext,
): AdjustStep {
  const known = rowOf(state, barcode)
  if (known) return correct(state, known.key, quantity, cause, context)
  if (barcode === undefined) return [state, [report(refusalOutcome(refuse('noLine')))]]
  const rows = rowsOf(state, barcode)
  return rows.length === 0
    ? find(state, { barcode, quantity, cause }, context)
    : chooseShelf(state, { barcode, quantity, cause, corrects: true }, rows, context)
}

// The only row of the barcode, the one chosen for the same scan, or the person's choice.
function chooseShelf(
  state: AdjustState,
  wanted: Wanted,
  rows: readonly Row[],
  context: AdjustContext,
): AdjustStep {
  const before = state.chosenShelves[wanted.cause.of ?? '']
  const known = rows.length === 1 ? rows[0] : rows.find(({ key }) => key === before)
  return known ? workOn(state, wanted, known, context) : [state, [{ type: 'askShelf', wanted, rows }]]
}

function shelfChosen(
  state: AdjustState,
  { wanted, row }: EventOf<'shelfChosen'>,
  context: AdjustContext,
): AdjustStep {
  const { barcode, cause } = wanted
  if (!row) return [state, [report(outcomeOf('warning', 'shelf.left', { barcode }))]]
  const chosenShelves = { ...state.chosenShelves, [cause.id]: row.key }
  return workOn({ ...state, chosenShelves }, wanted, row, context)
}

// Corrects the row to the given quantity; without one, the row waits for it.
function workOn(state: AdjustState, wanted: Wanted, row: Row, context: AdjustContext): AdjustStep {
  const { barcode, quantity, cause, corrects } = wanted
  const { key, record } = row
  if (corrects) return correct(state, key, quantity, cause, context)
  if (quantity !== undefined) return correct({ ...state, current: key }, key, quantity, cause, context)
  const facts = { barcode, stock: nameStock(record, context.nameOfStorage), n: onHand(record) }
  const outcome =
    state.asOf === null
      ? outcomeOf('ok', 'trim.found', facts)
      : outcomeOf('ok', 'trim.seen', { ...facts, time: formatTime(state.asOf) })
  return [
    context.mayFocusLine(cause, barcode) ? withFocus(state, key) : withoutFocus(state, key),
    [report(waitingForQuantity(outcome))],
  ]
}

function correct(
  state: AdjustState,
  key: string,
  given: number | undefined,
  cause: Cause,
  context: AdjustContext,
): AdjustStep {
  const row = state.rows.find((each) => each.key === key)
  if (!row) return [state, [report(refusalOutcome(refuse('noLine')))]]
  if (row.sending) return [state, [report(outcomeOf('busy', 'busy'))]]
  const { record, typed } = row
  const read = given === undefined ? readQuantity(typed ?? String(onHand(record))) : succeed(given)
  if (!read.ok) return refused(state, key, read.error, cause)
  const quantity = read.value
  const verdict = trimAdjustment.check(record, quantity, 'any')
  if (verdict !== true) return refused(state, key, verdict, cause)
  const after = given === undefined ? state : withRow(state, key, { typed: String(given) })
  const extraLabels = context.labelsToOffer(trimAdjustment.extraLabels(record, quantity))
  return [after, [{ type: 'askReason', correction: { row, quantity, cause, extraLabels } }]]
}

function reasonChosen(
  state: AdjustState,
  { correction, reason }: EventOf<'reasonChosen'>,
  { place, mode }: AdjustContext,
): AdjustStep {
  const { row, quantity, cause } = correction
  const { key, record } = row
  if (reason === null) {
    const outcome = outcomeOf('warning', 'documents.kept', { barcode: record.BarcodeID })
    return [withFocus(state, key), [report(outcome)]]
  }
  return [
    withRow(state, key, { sending: true, problem: null }),
    [
      {
        type: 'store',
        correction,
        id: changeKey(cause, `${encodeURIComponent(key)}.adjust.${quantity}`),
        intent: { type: 'adjust', mode, place, record, quantity, reason },
      },
    ],
  ]
}

// Shows the correction at once; the server's reply comes later.
function stored(state: AdjustState, { correction, failure }: EventOf<'stored'>): AdjustStep {
  const { row, quantity, cause } = correction
  if (failure) return refused(state, row.key, { code: `outbox.${failure}` }, cause)
  const record = withCorrectedQuantity(row.record, quantity)
  const reads = withCorrection(state.reads, row.key, record)
  const after = withRow({ ...state, reads }, row.key, { sending: false, typed: null, record })
  return [withoutFocus(after), []]
}

function replied(
  state: AdjustState,
  { correction, result }: EventOf<'replied'>,
  context: AdjustContext,
): AdjustStep {
  const { row, quantity, cause } = correction
  const outcome = replyOutcome(correction, result, context)
  const after = { ...state, reads: withReply(state.reads, row.key, result.type === 'confirmed') }
  if (result.type !== 'refused') return [after, [report(outcome)]]
  // The input stays for another attempt, beside the current stock.
  const reads = withNextRead(after.reads)
  const { record } = row
  return [
    withRow({ ...after, reads }, row.key, { record, typed: String(quantity) }),
    [{ type: 'readRow', row, read: reads.last, refusal: { outcome, cause } }],
  ]
}

const replyOutcome = (
  { row: { record }, quantity }: Correction,
  result: OperationResult,
  { nameOfStorage }: AdjustContext,
): CommandOutcome => {
  const { BarcodeID: barcode } = record
  if (result.type === 'held') return heldOutcome(barcode, result.why)
  if (result.type === 'refused') {
    const { why } = result.why.facts
    const failure = failureOf('trim.failed', reasonIn(result))
    return { ...failure, facts: { ...failure.facts, barcode, ...(why !== undefined && { why }) } }
  }
  const facts = { barcode, stock: nameStock(record, nameOfStorage), a: onHand(record), b: quantity }
  return withServerMessage(outcomeOf('ok', 'trim.adjustedTo', facts), messageIn(result))
}

function rowRead(state: AdjustState, { by, record }: EventOf<'rowRead'>): AdjustStep {
  const { row, read, refusal } = by
  const after = withReadRow(state, row.key, read, record)
  if (!refusal) return [after, []]
  const { outcome, cause } = refusal
  const [shown] = refused(after, row.key, { code: outcome.code, facts: outcome.facts ?? {} }, cause)
  return [shown, [report(outcome)]]
}

// Shows the problem in the row. After a scan, the next input may belong to the next scan.
const refused = (state: AdjustState, key: string, problem: CodedMessage, { source }: Cause): AdjustStep => {
  const after = withRow(state, key, { sending: false, problem })
  return [
    source === 'scan' ? withoutFocus(after, key) : withFocus(after, key),
    [report(outcomeOf('error', problem.code, problem.facts ?? {}))],
  ]
}

// ---- rows and focus

function typed(state: AdjustState, { key, text }: EventOf<'typed'>): AdjustState {
  const row = state.rows.find((each) => each.key === key)
  const isSaved = row !== undefined && text === String(onHand(row.record))
  return withRow(state, key, { typed: isSaved ? null : text, problem: null })
}

function chosen(state: AdjustState, key: string): AdjustStep {
  const row = state.rows.find((each) => each.key === key)
  return [selected(state, key), row ? [{ type: 'chooseLine', barcode: row.record.BarcodeID }] : []]
}

const selected = (state: AdjustState, key: string) =>
  state.current === key ? state : withoutFocus(state, key)

const withFocus = (state: AdjustState, key: string): AdjustState => ({
  ...state,
  current: key,
  focusRequest: Math.abs(state.focusRequest) + 1,
})

// Never reuse the number of an earlier focus request.
const withoutFocus = (state: AdjustState, key = state.current): AdjustState => ({
  ...state,
  current: key,
  focusRequest: -Math.abs(state.focusRequest),
})

const withRow = (state: AdjustState, key: string, change: Partial<Row>): AdjustState => ({
  ...state,
  rows: state.rows.map((row) => (row.key === key ? { ...row, ...change } : row)),
})

const withReadRow = (
  state: AdjustState,
  key: string,
  read: number,
  record: InventoryRecord | undefined,
): AdjustState => {
  if (!record) return state
  const accepted = withRead(state.reads, read, key, record)
  return withRow({ ...state, reads: accepted.reads }, key, { record: accepted.record })
}

// The rows of read records, without input.
const readRows = (
  state: AdjustState,
  records: readonly InventoryRecord[],
  read: number,
): readonly [AdjustState, readonly Row[]] => {
  let { reads } = state
  const rows = records.map((each): Row => {
    const accepted = withRead(reads, read, keyOf(each), each)
    reads = accepted.reads
    return { key: keyOf(each), record: accepted.record, typed: null, sending: false, problem: null }
  })
  return [{ ...state, reads }, rows]
}

// A server without pages has returned everything.
const nextPageAfter = (
  filter: StockFilter,
  before: PageStart,
  { records, total, next }: FoundStock,
): AdjustState['next'] => {
  const start = pageAfter(before, { n: records.length, total, next })
  return start && { filter, start }
}

const withCorrectedQuantity = (record: InventoryRecord, quantity: number): InventoryRecord => {
  const { AvailableQty: free } = record
  return { ...record, Qty: quantity, AvailableQty: free === null ? null : free + quantity - onHand(record) }
}

const report = (outcome: CommandOutcome): AdjustEffect => ({ type: 'report', outcome })
