import type { AdjustmentRequestsPort } from './adjustment-requests.ts'
import type { LedgerStatePort } from './check-ledger.ts'
import type { DeviceProfilesPort } from './device-profiles.ts'
import type { DocumentsPort } from './documents-port.ts'
import type { ExportsPort } from './exports.ts'
import type { HistoryPort } from './history.ts'
import type { IssuedPort } from './issued.ts'
import type { LedgerPort } from './ledger.ts'
import type { PeoplePort } from './people.ts'
import type { ReferencesPort } from './references.ts'
import type { StockPort } from './stock.ts'
import type { StockImportPort } from './stock-import/past-imports.ts'
import type { TracePort } from './trace.ts'

/** The database ports of the domain, on one connection or in one transaction. */
export interface Ports {
  readonly people: PeoplePort
  readonly references: ReferencesPort
  readonly stock: StockPort
  readonly ledger: LedgerPort
  readonly documents: DocumentsPort
  readonly issued: IssuedPort
  readonly requests: AdjustmentRequestsPort
  readonly imports: StockImportPort
  readonly history: HistoryPort
  readonly traces: TracePort
  readonly exports: ExportsPort
  readonly deviceProfiles: DeviceProfilesPort
  readonly ledgerState: LedgerStatePort
}
