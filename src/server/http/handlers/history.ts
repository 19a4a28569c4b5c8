import type { DocumentsPort } from '#server/domain/documents-port.ts'
import { type HistoryPort, readBarcodeHistory, readDocumentHistory } from '#server/domain/history.ts'
import { readTrace, type TracePort } from '#server/domain/trace.ts'
import type { Handlers } from '../handlers.ts'
import { type HandlerParts, withPerson } from './context.ts'

/** The database ports of history and trace. */
export interface HistoryPorts {
  readonly documents: DocumentsPort
  readonly history: HistoryPort
  readonly traces: TracePort
}

/** Handles history calls: all changes with user and time, from the ledger. */
export function historyHandlers<Transaction>(parts: HandlerParts<Transaction, HistoryPorts>) {
  const { ports } = parts
  return {
    'history.barcode': ({ params, query, user }) =>
      withPerson(parts, ports, user, (person) =>
        readBarcodeHistory(ports.history, person, params.barcode, query),
      ),
    'history.document': ({ params, query, user }) =>
      withPerson(parts, ports, user, (person) => readDocumentHistory(ports, person, params.number, query)),
    'trace.barcode': ({ params, query, user }) =>
      withPerson(parts, ports, user, (person) => readTrace(ports.traces, person, params.barcode, query)),
  } satisfies Handlers<Transaction>
}
