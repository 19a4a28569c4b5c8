// Verifies replies that the specification does not define, by reading the data afterwards. Loaded on demand.
import type { Perform } from '#app/api/client.ts'
import type { ApiProblem } from '#app/api/problem.ts'
import { quoteReply } from '#app/ui/reason.ts'
import { trimAdjustment } from '#core/kinds/adjustment/rules.ts'
import { findAppliedLine, isDocumentStepApplied, isHeaderApplied } from '#core/kinds/applied-changes.ts'
import type { Document } from '#core/kinds/document.ts'
import { kindNamed } from '#core/kinds/index.ts'
import { findSameLine } from '#core/kinds/worksheet.ts'
import type { Answer, CallFailure, OperationResult } from '#core/outbox/index.ts'
import { growerIdIn } from '#core/wire/grower-key.ts'
import { onHand } from '#core/wire/inventory.ts'
import { say } from '#text/say.ts'
import { type AcceptedReply, type JudgedResult, noAnswerOf, refusedBy } from './build-request.ts'
import { hasEdit } from './header-conflict.ts'
import type {
  AdjustIntent,
  AppOperation,
  CreateIntent,
  DeleteIntent,
  HeaderIntent,
  LineIntent,
  WholeIntent,
} from './intent.ts'
import { subjectOf } from './intent.ts'

// Reads the document of an operation.
type ReadDocument = (operation: AppOperation) => Promise<Document | CallFailure>

// The reply, if the read shows that the change was made; otherwise undefined.
type Found = { readonly taken: AcceptedReply } | undefined

type VerifyAnswer = (answer: Answer, about: readonly AppOperation[]) => Promise<Answer>

/** Settles the unclear results of an answer by reading; returns an answer without any unchanged. */
export function createAnswerVerifier(perform: Perform, readDocument: ReadDocument): VerifyAnswer {
  const lookFor = async (
    operation: AppOperation,
    reply: AcceptedReply | undefined,
    documentOf: () => Promise<Document | CallFailure>,
    isRefused: boolean,
  ): Promise<Found | CallFailure> => {
    const { intent } = operation
    if (intent.type === 'adjust') return findAdjusted(perform, intent)
    if (intent.type === 'create') return findCreated(perform, intent, reply?.number)
    const document = await documentOf()
    if ('type' in document) return document
    // Another person may have changed the field: only its own value proves a refused edit.
    if (intent.type === 'header' && isRefused)
      return hasEdit(operation, document) ? { taken: { id: null } } : undefined
    return findChanged(document, intent)
  }

  return async (answer, about) => {
    if (answer.type !== 'done') return answer
    const results: Record<string, OperationResult> = { ...answer.results }
    const documents = new Map<string, Promise<Document | CallFailure>>()
    const readOnce = (operation: AppOperation) => {
      const reading = documents.get(operation.lane) ?? readDocument(operation)
      documents.set(operation.lane, reading)
      return reading
    }
    for (const operation of about) {
      const judged: JudgedResult | undefined = answer.results[operation.id]
      if (judged?.unclear === undefined) continue
      const { unclear, ...result } = judged
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `detail` is always an `AcceptedReply`
      const reply = result.type === 'confirmed' ? (result.detail as AcceptedReply | undefined) : undefined
      const found = await lookFor(operation, reply, () => readOnce(operation), result.type === 'refused')
      if (found && 'type' in found) return afterFailedRead(found, operation, unclear)
      results[operation.id] = found
        ? {
            ...(result.type === 'confirmed' && result),
            type: 'confirmed',
            detail: withMessage({ ...reply, ...found.taken }, unclear),
          }
        : result.type === 'refused'
          ? result
          : refusedBy(unclear.trim() || defaultMessage(operation), subjectOf(operation.intent))
    }
    return { type: 'done', results }
  }
}

const withMessage = (taken: AcceptedReply, message: string): AcceptedReply =>
  message.trim() === '' ? taken : { ...taken, word: message.trim() }

// The read failed too. Retry if there is no connection; otherwise a person must check.
const afterFailedRead = (read: CallFailure, operation: AppOperation, message: string): CallFailure => {
  if (read.type !== 'refused' && read.type !== 'failed') return read
  const facts = { barcode: subjectOf(operation.intent), message: quoteReply(message) }
  return { type: 'unreadable', why: { code: 'outbox.unclear', facts } }
}

// The message for a refusal without one.
const defaultMessage = ({ intent }: AppOperation) =>
  intent.type === 'header' ? say('documents.headerAsBefore') : ''

const findChanged = (
  document: Document,
  intent: LineIntent | DeleteIntent | HeaderIntent | WholeIntent,
): Found => {
  if (intent.type === 'whole')
    return isDocumentStepApplied(kindNamed(intent.kind), document, intent.step)
      ? { taken: { id: null } }
      : undefined
  if (intent.type === 'header') {
    const { seen, values } = intent
    const compared = { seen, sent: values, now: document.header }
    return isHeaderApplied(Object.keys(values), compared) ? { taken: { id: null } } : undefined
  }
  if (intent.type === 'delete')
    return findSameLine(document.lines, intent.line) ? undefined : { taken: { id: null } }
  const line = findAppliedLine(kindNamed(intent.kind), document, intent)
  return line && { taken: { id: line.id, status: line.status } }
}

// Another server may omit stock of 0, or refuse a search without results.
const isNothing = ({ code, status }: ApiProblem) =>
  code === 'not_found' || (code === 'server_refused' && status === 404)

const findAdjusted = async (perform: Perform, intent: AdjustIntent): Promise<Found | CallFailure> => {
  const { place, mode, record, quantity } = intent
  const grower = growerIdIn(record.StorageLocation) ?? ''
  const read = await perform(trimAdjustment.search(place, mode, grower, { barcode: record.BarcodeID }))
  if (!read.ok && !isNothing(read.error)) return noAnswerOf(read.error)
  const records = read.ok ? read.value.records : []
  const now = records.find(
    (each) => each.BarcodeID === record.BarcodeID && each.StorageLocation === record.StorageLocation,
  )
  return (now ? onHand(now) : 0) === quantity ? { taken: { id: null } } : undefined
}

const findCreated = async (
  perform: Perform,
  { kind, place, mode }: CreateIntent,
  number: string | undefined,
): Promise<Found | CallFailure> => {
  // Without a number nothing can be read: a person must check.
  if (number === undefined) return refusedBy('', '')
  const read = await perform(kindNamed(kind).wire.detail(place, mode, number))
  if (!read.ok && read.error.code !== 'not_found') return noAnswerOf(read.error)
  return read.ok && read.value !== null ? { taken: { id: null, number } } : undefined
}
