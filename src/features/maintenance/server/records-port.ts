import type {
  MaintainedRecord,
  RecordAction,
  RecordChange,
  RecordKind,
  RecordValues,
} from '#features/maintenance/common/maintenance.ts'
import type { RecordPage } from '#server/domain/paging.ts'

/** Selects records of a kind: every word of `search` must occur in some field. */
export interface RecordSearch {
  readonly search: string
  readonly active: 'active' | 'inactive' | 'all'
  readonly offset: number
  readonly limit: number
}

/** A change log entry; the database adds the time. */
export interface ChangeLogEntry {
  readonly version: number
  readonly by: string
  readonly action: RecordAction
  readonly before: RecordValues
  readonly after: RecordValues
}

/** Plants and open documents that depend on a record. */
export interface RecordDependents {
  readonly plants: number
  /** Document numbers, oldest first. */
  readonly documents: readonly string[]
}

/** The store of people and master data, with their change logs. */
export interface MaintainedRecordsPort {
  readonly list: (kind: RecordKind, search: RecordSearch) => Promise<RecordPage<MaintainedRecord>>
  readonly find: (kind: RecordKind, key: string) => Promise<MaintainedRecord | null>
  /** The change log of a record, newest first. */
  readonly changes: (kind: RecordKind, key: string) => Promise<readonly RecordChange[]>
  /** Locks all records of the kind until the transaction ends. */
  readonly lock: (kind: RecordKind) => Promise<void>
  /** Returns the first of these values that another record already uses, for unique fields. */
  readonly findDuplicate: (
    kind: RecordKind,
    key: string,
    values: RecordValues,
  ) => Promise<{ readonly field: string; readonly value: string } | null>
  /** Writes a record and its change log entry. `key` is null for a new record. */
  readonly write: (
    kind: RecordKind,
    key: string | null,
    record: { readonly values: RecordValues; readonly active: boolean },
    change: ChangeLogEntry,
  ) => Promise<void>
  /**
   * Returns what would become unreachable if this record were inactive: plants on its shelves or in grower
   * storage, and open or in-transit documents. Locks the record.
   */
  readonly lockDependents: (kind: RecordKind, key: string) => Promise<RecordDependents>
}
