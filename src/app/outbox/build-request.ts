// Translates between operations and server calls: builds requests, interprets answers, and applies operations
// to documents.
import { type ApiProblem, isTransient, makeApiProblem } from '#app/api/problem.ts'
import { isForeignServer, mustVerify } from '#app/api/wire-text.ts'
import { reasonOf, sayReply } from '#app/ui/reason.ts'
import { trimAdjustment } from '#core/kinds/adjustment/rules.ts'
import { withHeader, withVersion } from '#core/kinds/derive/body.ts'
import type { Document, Versions } from '#core/kinds/document.ts'
import { afterDocumentStep } from '#core/kinds/engine.ts'
import { fieldNameOf } from '#core/kinds/header.ts'
import { kindNamed } from '#core/kinds/index.ts'
import { judgeLine, unclearMessage } from '#core/kinds/judge.ts'
import type { Saved } from '#core/kinds/kind.ts'
import { dropLine, findSameLine, stepLine } from '#core/kinds/worksheet.ts'
import {
  type Answer,
  type CallFailure,
  MISSING_RIGHT_PREFIX,
  type OperationResult,
  type Why,
} from '#core/outbox/index.ts'
import type { Status } from '#core/wire/constants.ts'
import { isDate } from '#core/wire/document-values.ts'
import type { PreparedCall } from '#core/wire/prepared-call.ts'
import type { ProblemCode } from '#core/wire/problem.ts'
import { isKnownSuccess, parseRefusal, unclearMessageOf } from '#core/wire/reply-messages.ts'
import type { Result } from '#core/wire/result.ts'
import {
  type AppOperation,
  type CreateIntent,
  type DeleteIntent,
  editOn,
  type LineIntent,
  laneOfDocument,
  numberOfLane,
  type Request,
  type WholeIntent,
} from './intent.ts'

/** The server's reply to an accepted operation. */
export interface AcceptedReply {
  /** The line's ID; null if the server did not send it. */
  readonly id: string | null
  readonly status?: Status
  /** The number of a new document. */
  readonly number?: string
  /** The message about the whole document, if that failed although the line is saved. */
  readonly whole?: string
  /** The server's message about the success. */
  readonly word?: string
  readonly versions?: Versions
}

// A call for operations, with the parser of its answer.
type AppAsk = PreparedCall<Reading>

/**
 * A result. `unclear`: a message that does not show whether the change was made; the document must be read.
 */
export type JudgedResult = OperationResult & { readonly unclear?: string }

// The results of operations by their ids; undefined if the answer contains none.
type Reading = (operations: readonly AppOperation[]) => Readonly<Record<string, JudgedResult>> | undefined

// An operation whose line is no longer on the document, and the line's barcode.
interface MissingLine {
  readonly gone: { readonly id: string; readonly barcode: string }
}

/**
 * Builds the call for operations that are sent together, on the document after the earlier ones. `again`: a
 * line has no ID yet, so the document must be reloaded. `gone`: a line no longer exists.
 */
export function buildRequest(
  operations: readonly AppOperation[],
  document: Document | undefined,
): AppAsk | 'again' | MissingLine {
  const [first] = operations
  if (!first) return 'again'
  const { intent } = first
  const doneAt = doneAtOf(first)
  if (intent.type === 'adjust') {
    const { place, mode, record, quantity, reason } = intent
    const by = { user: first.user, at: doneAt ?? null }
    return mapAnswer(
      trimAdjustment.adjust(place, mode, record, quantity, reason, by),
      ({ ok, message, unclear }) =>
        sameResult(withUnclear(ok ? confirmedWith(message) : refusedBy(message, record.BarcodeID), unclear)),
    )
  }
  const kind = kindNamed(intent.kind)
  if (intent.type === 'create') {
    const change = { type: 'header', values: intent.values, document: null, doneAt } as const
    return mapAnswer(kind.wire.save(intent.place, intent.mode, change), createdResult(intent))
  }
  if (!document) return 'again'
  if (intent.type === 'whole') return askWhole(intent, document, doneAt)
  if (intent.type === 'delete') {
    const { line, mode } = intent
    const id = idOf(document, intent)
    if (id === null) return { gone: { id: first.id, barcode: line.barcode } }
    if (id === '') return 'again'
    const asked = kind.wire.deleteLine(mode, document, { ...line, id }, doneAt)
    return mapAnswer(asked, ({ ok, message, unclear, versions }) =>
      sameResult(
        withUnclear(ok ? confirmedWith(message, versions) : refusedBy(message, line.barcode), unclear),
      ),
    )
  }
  if (intent.type === 'header') {
    const { seen, values } = editOn(document, intent)
    const change = { type: 'header', values, document, doneAt, ...(!isForeignServer() && { seen }) } as const
    return mapAnswer(kind.wire.save(intent.place, intent.mode, change), headerResult)
  }
  const steps = operations.flatMap(({ id: operation, intent: each }) =>
    each.type === 'line'
      ? [{ ...each, operation, id: each.line.id === null ? null : idOf(document, each) }]
      : [],
  )
  const missing = steps.find(({ line, id }) => line.id !== null && id === null)
  if (missing) return { gone: { id: missing.operation, barcode: missing.line.barcode } }
  if (steps.some(({ id }) => id === '')) return 'again'
  const lines = steps.map(({ line, quantity, reason, id }) => ({ line: { ...line, reason, id }, quantity }))
  const [one] = lines
  if (!one) return 'again'
  const { step, place, mode } = intent
  const change =
    lines.length === 1
      ? ({ type: 'line', step, document, ...one, doneAt } as const)
      : ({ type: 'lines', step, document, lines, doneAt } as const)
  return mapAnswer(
    kind.wire.save(place, mode, change),
    (saved) => (sent) =>
      isEmptyReply(saved)
        ? undefined
        : Object.fromEntries(sent.map((each) => [each.id, lineResult(saved, each)])),
  )
}

// The step on the current document.
const askWhole = ({ place, mode, step, kind }: WholeIntent, document: Document, doneAt?: string) =>
  mapAnswer(
    kindNamed(kind).wire.save(place, mode, { type: 'document', step, document, doneAt }),
    ({ ok, message, versions }) =>
      sameResult(
        withUnclear(
          ok ? confirmedWith(message, versions) : refusedBy(message, document.number ?? ''),
          unclearMessageOf(ok, message).unclear,
        ),
      ),
  )

/**
 * The call that interprets the answer for these operations; it depends only on the intents, because the
 * request was built before. Undefined for no operations.
 */
export function buildAnswerReader(operations: readonly AppOperation[]): AppAsk | undefined {
  const [first] = operations
  if (!first) return undefined
  const ask = buildRequest(operations.map(asSaved), emptyOf(first))
  return ask === 'again' || 'gone' in ask ? undefined : ask
}

/** The request to store before it is sent. */
export function requestOf({ input }: AppAsk): Request {
  return input
}

// When the operation was done. Undefined if the device's clock is obviously wrong.
const doneAtOf = ({ at }: AppOperation): string | undefined => {
  const moment = new Date(at).toISOString()
  return isDate(moment) ? moment : undefined
}

// The same result for all operations of the call.
const sameResult = (word: JudgedResult) => (operations: readonly AppOperation[]) =>
  Object.fromEntries(operations.map(({ id }) => [id, word]))

const mapAnswer = <Read>(ask: PreparedCall<Read>, results: (answer: Read) => Reading): AppAsk => ({
  ...ask,
  read: (answer: never, json?: unknown) => results(ask.read(answer, json)),
})

const withUnclear = (result: OperationResult, unclear: string | undefined): JudgedResult =>
  unclear === undefined ? result : { ...result, unclear }

// The line's ID in the document: '' if not known yet, null if the line is gone.
const idOf = (document: Document, { line }: LineIntent | DeleteIntent): string | null => {
  const found = findSameLine(document.lines, line)
  return found ? (found.id ?? '') : null
}

// The operation with a line as the server has it: new, or with an ID.
const asSaved = (operation: AppOperation): AppOperation => {
  const { intent } = operation
  if (intent.type !== 'line' && intent.type !== 'delete') return operation
  const id = intent.type === 'line' ? null : ANY_ID
  return { ...operation, intent: { ...intent, line: { ...intent.line, id } } }
}

const ANY_ID = '-'

const emptyOf = ({ intent, lane }: AppOperation): Document | undefined =>
  intent.type === 'adjust' || intent.type === 'create'
    ? undefined
    : {
        kind: intent.kind,
        mode: intent.mode,
        number: numberOfLane(lane),
        status: 'OPEN',
        header: {},
        lines: intent.type === 'delete' ? [{ ...intent.line, id: ANY_ID }] : [],
      }

const createdResult =
  ({ kind, number: local }: CreateIntent) =>
  (saved: Saved): Reading => {
    if (isEmptyReply(saved)) return () => undefined
    const { ok, number, rawMessage } = saved
    if (!ok) return sameResult(refusedBy(saved.message, local))
    const detail: AcceptedReply = { id: null, number: number ?? local }
    const lane = number === null ? {} : { lane: laneOfDocument(kind, number) }
    const isUnclear = number !== null && rawMessage.trim() !== '' && !isKnownSuccess(rawMessage)
    return sameResult(withUnclear({ type: 'confirmed', detail, ...lane }, isUnclear ? rawMessage : undefined))
  }

// An answer without a line, number or message does not prove that nothing was changed.
const isEmptyReply = ({ ok, lines, number, message }: Saved) =>
  !ok && lines.length === 0 && number === null && message === ''

// The reply of another server does not always show that a header is stored: it must be read.
const headerResult = (saved: Saved): Reading => {
  if (isEmptyReply(saved)) return () => undefined
  const { ok, message, rawMessage, versions } = saved
  if (!ok) return sameResult(withUnclear(refusedBy(message, ''), unclearMessageOf(false, message).unclear))
  return sameResult(
    withUnclear(confirmedWith(message, versions), mustVerify(message) ? rawMessage : undefined),
  )
}

const lineResult = (saved: Saved, { intent }: AppOperation): JudgedResult => {
  const barcode = intent.type === 'line' ? intent.line.barcode : ''
  const judged = judgeLine(saved, barcode)
  if (judged.type === 'insufficient') {
    return { type: 'refused', why: { code: 'insufficientQuantity', facts: { barcode } } }
  }
  const unclear = unclearMessage(saved, barcode)
  if (judged.type === 'refused') return withUnclear(refusedBy(judged.message, barcode), unclear)
  const detail: AcceptedReply = {
    id: judged.id,
    ...(judged.status && { status: judged.status }),
    ...(saved.versions && { versions: saved.versions }),
    ...(!saved.ok && saved.lines.every(({ ok }) => ok) && saved.message !== '' && { whole: saved.message }),
  }
  return withUnclear({ type: 'confirmed', detail }, unclear)
}

// A success, with the server's message.
const confirmedWith = (word: string, versions?: Versions): OperationResult => {
  const detail = { ...(word !== '' && { word }), ...(versions && { versions }) }
  if (Object.keys(detail).length === 0) return { type: 'confirmed' }
  return { type: 'confirmed', detail: { id: null, ...detail } satisfies AcceptedReply }
}

/** A refusal with the server's message. */
export function refusedBy(message: string, barcode: string): { readonly type: 'refused'; readonly why: Why } {
  const refusal = parseRefusal(message)
  if (refusal?.facts?.['barcode'] !== undefined) {
    return { type: 'refused', why: { code: refusal.code, facts: refusal.facts } }
  }
  const why =
    message === ''
      ? { code: 'outbox.refused', facts: { barcode } }
      : {
          code: 'documents.serverSays',
          facts: { barcode, message: sayReply(message), ...(refusal && { why: refusal.code }) },
        }
  return { type: 'refused', why }
}

/** The result of a call: the results of its operations, or how to continue. */
export function answerOf(result: Result<Reading, ApiProblem>, operations: readonly AppOperation[]): Answer {
  if (!result.ok) return noAnswerOf(result.error)
  const results = result.value(operations)
  const nothing = 'It says nothing about what was asked'
  return results ? { type: 'done', results } : noAnswerOf(makeApiProblem('answer_does_not_fit', nothing, 200))
}

/** Does the answer contain a result that must be verified by reading? */
export function isUnclear(answer: Answer): boolean {
  return answer.type === 'done' && Object.values(answer.results).some((result) => 'unclear' in result)
}

/**
 * The answer to changes that may have succeeded before: each refusal becomes unclear and must be verified.
 * New documents are left out, because a person has decided.
 */
export function withUnclearRefusals(answer: Answer, about: readonly AppOperation[]): Answer {
  if (answer.type !== 'done' && answer.type !== 'refused') return answer
  const results = about.flatMap(({ id, intent }) => {
    const result: JudgedResult | undefined = answer.type === 'refused' ? answer : answer.results[id]
    if (!result) return []
    const isDoubted = result.type === 'refused' && result.unclear === undefined && intent.type !== 'create'
    const unclear = isDoubted
      ? String(result.why.facts['reason'] ?? result.why.facts['message'] ?? '')
      : result.unclear
    return [[id, withUnclear(result, unclear)] as const]
  })
  const isSame = results.every(([, { unclear }]) => unclear === undefined)
  return isSame ? answer : { type: 'done', results: Object.fromEntries(results) }
}

/** How to continue after a failed call. */
export function noAnswerOf(problem: ApiProblem): CallFailure {
  const { code, status, detail, raw = '' } = problem
  const why = { code: 'outbox.problem', facts: { reason: reasonOf(problem), status, problem: code } }
  if (code === 'signed_out') return { type: 'signed-out' }
  // The rights may come back, so the person's changes stay.
  if (PERSONAL.has(code))
    return { type: 'unreadable', why: { ...why, code: `${MISSING_RIGHT_PREFIX}${code}` } }
  const isBusy = status === 429 || status >= 502
  if (code === 'not_from_server' && !isBusy) return { type: 'failed', why }
  if (code === 'cancelled' || isTransient(problem)) return { type: 'later' }
  // A newer server checks the body before the key: an earlier attempt of the same call may have succeeded.
  if (code === 'answer_does_not_fit' || code === 'malformed_request')
    return { type: 'unreadable', why: { ...why, raw: raw === '' ? detail : `${detail}: ${raw}` } }
  const isDecision = code !== 'server_refused' || DECISIONS.has(status)
  return status >= 500 || !isDecision ? { type: 'failed', why } : { type: 'refused', why }
}

// Problems with the person's rights, not with the change.
const PERSONAL: ReadonlySet<string> = new Set<ProblemCode>([
  'key_missing',
  'location_not_allowed',
  'read_only',
  'group_missing',
  'person_inactive',
])

// Statuses that are a decision of another server; other 4xx may come from a proxy.
const DECISIONS: ReadonlySet<number> = new Set([400, 404, 409, 422])

/** The document after an operation; `taken` is the server's reply, undefined before it. */
export function withOperation(document: Document, operation: AppOperation, taken?: AcceptedReply): Document {
  return withVersion(withIntent(document, operation, taken), taken?.versions)
}

function withIntent(
  document: Document,
  { intent }: AppOperation,
  taken: AcceptedReply | undefined,
): Document {
  switch (intent.type) {
    case 'adjust':
      return document
    case 'create': {
      const number = taken?.number
      const name = fieldNameOf(kindNamed(intent.kind).header, 'number')
      return number === undefined
        ? document
        : { ...document, number, header: { ...document.header, [name]: number } }
    }
    case 'header':
      return withHeader(kindNamed(intent.kind).header, document, intent.values)
    case 'whole':
      return afterDocumentStep(kindNamed(intent.kind), intent.step, document)
    case 'delete':
      return dropLine(kindNamed(intent.kind), document, intent.line)
    case 'line': {
      const kind = kindNamed(intent.kind)
      const before = findSameLine(document.lines, intent.line) ?? intent.line
      const { step, quantity, reason } = intent
      const status = taken?.status && { status: taken.status }
      const detail = { step, quantity, reason, id: taken?.id ?? null, ...status }
      return stepLine(kind, document, before, detail).document
    }
  }
}

/**
 * The document after the server has accepted the operation: its person is the last editor. A line's answer
 * does not contain that.
 */
export function withAccepted(
  document: Document,
  operation: AppOperation,
  taken: AcceptedReply | undefined,
): Document {
  const after = withOperation(document, operation, taken)
  if (!after.header.LastChangedBy) return after
  const LastChangedDateTime = new Date().toISOString()
  return { ...after, header: { ...after.header, LastChangedBy: operation.user, LastChangedDateTime } }
}
