// Prevents duplicates: finds out whether an earlier call, which the server may not recognise by its key, has
// succeeded.
import type { Perform } from '#app/api/client.ts'
import type { Document } from '#core/kinds/document.ts'
import type { Answer, CallFailure } from '#core/outbox/index.ts'
import { noAnswerOf } from './build-request.ts'
import type { AppBatch, AppOperation } from './intent.ts'

export interface DuplicateCheck {
  /** The call was just created: it has not been sent. */
  readonly noteCreated: (batch: AppBatch) => void
  /** Could the call have succeeded before on a server that does not recognise its key? */
  readonly mayBeDone: (batch: AppBatch, about: readonly AppOperation[]) => boolean
  /**
   * Checks on the server whether the call has succeeded. Returns its answer, or why it must not be sent now;
   * undefined: send it.
   */
  readonly findAnswer: (batch: AppBatch, about: readonly AppOperation[]) => Promise<Answer | undefined>
}

type ReadDocument = (operation: AppOperation) => Promise<Document | CallFailure>

/**
 * `hasKeys`: does the server recognise idempotency keys? `isKeyKnown`: does it still recognise this
 * operation's key?
 */
export function createDuplicateCheck(
  perform: Perform,
  readDocument: ReadDocument,
  hasKeys: () => boolean,
  isKeyKnown: (operation: AppOperation) => boolean,
): DuplicateCheck {
  const unsentKeys = new Set<string>()
  // The batch time at which a person was asked, by key. A batch with a later time was confirmed by that
  // person.
  const askedAt = new Map<string, number>()
  const findLines = async (first: AppOperation, about: readonly AppOperation[]) => {
    if (!about.some(({ intent }) => intent.type === 'line' && intent.line.id === null)) return undefined
    const { answerFromDocument } = await import('./find-lines.ts')
    const document = await readDocument(first)
    return 'type' in document ? document : answerFromDocument(document, about)
  }
  // Header edits whose call was just rebuilt.
  const rebuiltIds = new Set<string>()
  const findHeader = async (operation: AppOperation): Promise<Answer | undefined> => {
    const { hasEdit } = await import('./header-conflict.ts')
    const document = await readDocument(operation)
    if ('type' in document) return document
    // Others may have edited it: rebuild the call on the current document.
    if (!hasEdit(operation, document)) {
      if (rebuiltIds.delete(operation.id)) return undefined
      rebuiltIds.add(operation.id)
      return { type: 'anew' }
    }
    return { type: 'done', results: { [operation.id]: { type: 'confirmed' } } }
  }
  return {
    noteCreated: ({ key }) => void unsentKeys.add(key),
    mayBeDone: ({ key }, about) => {
      const isUnsent = unsentKeys.delete(key)
      const isKnown = about.every((each) => isKeyKnown(each))
      // Sent again under a new key, it may have succeeded under the former key.
      const isRepeated = !hasKeys() && about.some(({ wasSent }) => wasSent)
      return isRepeated || !(isUnsent || isKnown)
    },
    findAnswer: async ({ key, at }, about) => {
      const [first] = about
      if (!first) return undefined
      if (first.intent.type === 'line') return findLines(first, about)
      if (first.intent.type === 'header') return findHeader(first)
      if (first.intent.type !== 'create') return undefined
      const askedBefore = askedAt.get(key)
      if (askedBefore !== undefined && askedBefore !== at) {
        askedAt.delete(key)
        return undefined
      }
      const { findSimilarDocuments } = await import('./find-similar-documents.ts')
      const found = await findSimilarDocuments(perform, first.intent)
      if (!found.ok) return noAnswerOf(found.error)
      askedAt.set(key, at)
      const numbers = found.value.join(', ')
      const code = numbers === '' ? 'outbox.maybeMade' : 'outbox.madeAlready'
      return { type: 'unreadable', why: { code, facts: { numbers } } }
    },
  }
}
