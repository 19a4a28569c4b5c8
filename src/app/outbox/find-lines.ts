// Searches a document for new lines that a lost call may have saved. Loaded on demand.

import { findAppliedLine } from '#core/kinds/applied-changes.ts'
import type { Document } from '#core/kinds/document.ts'
import { kindNamed } from '#core/kinds/index.ts'
import { findSameLine } from '#core/kinds/worksheet.ts'
import type { Answer, OperationResult } from '#core/outbox/index.ts'
import type { AcceptedReply } from './build-request.ts'
import type { AppOperation } from './intent.ts'

/**
 * The answer to one call's operations, derived from their document. Undefined if none of the new lines is
 * there: the call can be sent. If some are there, the missing ones are held for a person.
 */
export function answerFromDocument(
  document: Document,
  operations: readonly AppOperation[],
): Answer | undefined {
  const isSaved = ({ intent }: AppOperation) =>
    intent.type === 'line' &&
    intent.line.id === null &&
    findSameLine(document.lines, intent.line) !== undefined
  if (!operations.some(isSaved)) return undefined
  const results = operations.map((each) => [each.id, resultIn(document, each)] as const)
  return { type: 'done', results: Object.fromEntries(results) }
}

const resultIn = (document: Document, { intent }: AppOperation): OperationResult => {
  if (intent.type !== 'line') return { type: 'confirmed' }
  const { barcode } = intent.line
  const line = findAppliedLine(kindNamed(intent.kind), document, intent)
  return line
    ? { type: 'confirmed', detail: { id: line.id, status: line.status } satisfies AcceptedReply }
    : { type: 'held', why: { code: 'outbox.lineMaybe', facts: { barcode } } }
}
