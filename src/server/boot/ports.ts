import { createDocumentStore } from '#documents/server/store/document-store.ts'
import { createIssuedStore } from '#documents/server/store/issued-store.ts'
import { prefetch, withPrefetched } from '#documents/server/store/prefetch.ts'
import { createAdjustmentRequestStore } from '#features/adjustment/server/adjustment-request-store.ts'
import { createHistoryStore } from '#features/history/server/history-store.ts'
import { createTraceStore } from '#features/history/server/trace-store.ts'
import { createMaintainedRecordsStore } from '#features/maintenance/server/records-store.ts'
import { createPrintingStores } from '#features/printing/server/store/index.ts'
import { createDeviceProfileStore } from '#features/scanner-setup/server/device-profile-store.ts'
import { createExportsStore } from '#features/stock-files/server/exports-store.ts'
import { createStockImportStore } from '#features/stock-files/server/stock-import-store.ts'
import { createPorts } from '#server/database/ports.ts'
import type { Queries, Transaction } from '#server/database/transaction.ts'
import { clientOf, type TransactionClient } from '#server/database/transaction-client.ts'
import type { Prefetch } from '#server/domain/prefetch.ts'

/** Creates the ports of all features, over the pool or one transaction. */
export function createAllPorts(queries: Queries | Transaction) {
  return {
    ...createPorts(queries),
    ...createPrintingStores(queries),
    documents: createDocumentStore(queries),
    issued: createIssuedStore(queries),
    requests: createAdjustmentRequestStore(queries),
    imports: createStockImportStore(queries),
    history: createHistoryStore(queries),
    traces: createTraceStore(queries),
    exports: createExportsStore(queries),
    deviceProfiles: createDeviceProfileStore(queries),
    records: createMaintainedRecordsStore(queries),
  }
}

/** The database ports of all features. */
export type AllPorts = ReturnType<typeof createAllPorts>

const portsOf = new WeakMap<TransactionClient, AllPorts>()

// All transactions of a connection share one set of ports.
function portsOn(transaction: Transaction): AllPorts {
  const client = clientOf(transaction)
  if (!client) return createAllPorts(transaction)
  const ports = portsOf.get(client) ?? createAllPorts(client.queries)
  portsOf.set(client, ports)
  return ports
}

/** The ports of a change, which use the prefetched rows of its transaction. */
export function portsInChange(transaction: Transaction): AllPorts {
  return withPrefetched(transaction, portsOn(transaction))
}

/** Sends the reads of a user's change. */
export function prefetchForChange(
  transaction: Transaction,
  username: string,
  wanted: Prefetch | undefined,
): Promise<unknown> {
  return prefetch(transaction, portsOn(transaction), username, wanted)
}
