import type { LedgerStatePort } from './check-ledger.ts'
import type { LedgerPort } from './ledger.ts'
import type { PeoplePort } from './people.ts'
import type { ReferencesPort } from './references.ts'
import type { StockPort } from './stock.ts'

/** The database ports that every feature may use, on one connection or in one transaction. */
export interface Ports {
  readonly people: PeoplePort
  readonly references: ReferencesPort
  readonly stock: StockPort
  readonly ledger: LedgerPort
  readonly ledgerState: LedgerStatePort
}
