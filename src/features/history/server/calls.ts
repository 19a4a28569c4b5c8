import type { DocumentsPort } from '#documents/server/documents-port.ts'
import {
  type HistoryPort,
  readBarcodeHistory,
  readDocumentHistory,
} from '#features/history/server/history.ts'
import { readTrace, type TracePort } from '#features/history/server/trace.ts'
import { type HandlerParts, withPerson } from '#server/http/handlers/context.ts'
import type { Handlers } from '#server/http/handlers.ts'

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
