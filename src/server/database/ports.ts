import type { Ports } from '#server/domain/ports.ts'
import { createLedgerStateStore } from './ledger-marks.ts'
import { createLedgerStore } from './ledger-store.ts'
import { createPeopleStore } from './people-store.ts'
import { createReferenceStore } from './reference-store.ts'
import { createStockStore } from './stock-store.ts'
import type { Queries, Transaction } from './transaction.ts'

/** Creates the ports that every feature may use, over the pool or one transaction. */
export function createPorts(queries: Queries | Transaction): Ports {
  return {
    people: createPeopleStore(queries),
    references: createReferenceStore(queries),
    stock: createStockStore(queries),
    ledger: createLedgerStore(queries),
    ledgerState: createLedgerStateStore(queries),
  }
}
