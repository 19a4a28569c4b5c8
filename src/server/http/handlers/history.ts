import { readBarcodeHistory, readDocumentHistory } from '#server/domain/history.ts'
import { readTrace } from '#server/domain/trace.ts'
import type { Handlers } from '../handlers.ts'
import { type HandlerParts, withPerson } from './context.ts'

/** Handles history calls: all changes with user and time, from the ledger. */
export function historyHandlers<Transaction>(parts: HandlerParts<Transaction>) {
  const { ports } = parts
  return {
    'history.barcode': ({ params, query, user }) =>
      withPerson(parts, ports, user, (person) =>
        readBarcodeHistory(ports.history, person, params.barcode, query),
      ),
    'history.document': ({ params, query, user }) =>
      withPerson(parts, ports, user, (person) =>
        readDocumentHistory(ports.history, person, params.number, query),
      ),
    'trace.barcode': ({ params, query, user }) =>
      withPerson(parts, ports, user, (person) => readTrace(ports.traces, person, params.barcode, query)),
  } satisfies Handlers<Transaction>
}
