import type { Ports } from '#server/domain/ports.ts'
import { createAdjustmentRequestStore } from './adjustment-request-store.ts'
import { createDeviceProfileStore } from './device-profile-store.ts'
import { createDocumentStore } from './document-store.ts'
import { createExportsStore } from './exports-store.ts'
import { createHistoryStore } from './history-store.ts'
import { createIssuedStore } from './issued-store.ts'
import { createLedgerStateStore } from './ledger-marks.ts'
import { createLedgerStore } from './ledger-store.ts'
import { createPeopleStore } from './people-store.ts'
import { createReferenceStore } from './reference-store.ts'
import { createStockImportStore } from './stock-import-store.ts'
import { createStockStore } from './stock-store.ts'
import { createTraceStore } from './trace-store.ts'
import type { Queries, Transaction } from './transaction.ts'

/** Creates all ports of the domain, over the pool or one transaction. */
export function createPorts(queries: Queries | Transaction): Ports {
  return {
    people: createPeopleStore(queries),
    references: createReferenceStore(queries),
    stock: createStockStore(queries),
    ledger: createLedgerStore(queries),
    documents: createDocumentStore(queries),
    issued: createIssuedStore(queries),
    requests: createAdjustmentRequestStore(queries),
    imports: createStockImportStore(queries),
    history: createHistoryStore(queries),
    traces: createTraceStore(queries),
    exports: createExportsStore(queries),
    deviceProfiles: createDeviceProfileStore(queries),
    ledgerState: createLedgerStateStore(queries),
  }
}
