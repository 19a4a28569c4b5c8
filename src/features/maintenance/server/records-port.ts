import type {
  MaintainedRecord,
  RecordAction,
  RecordChange,
  RecordKind,
  RecordValues,
} from '#core/wire/maintenance.ts'
import type { RecordPage } from '#server/domain/paging.ts'

/** Which records of a kind: every word of `search` must occur in some field. */
export interface RecordSearch {
  readonly search: string
  readonly active: 'active' | 'inactive' | 'all'
  readonly offset: number
  readonly limit: number
}

/** A change for the change log; the database adds the time. */
export interface NotedChange {
  readonly version: number
  readonly by: string
  readonly action: RecordAction
  readonly before: RecordValues
  readonly after: RecordValues
}

/** Plants and open documents that depend on a record. */
export interface Unfinished {
  readonly plants: number
  /** Document numbers, oldest first. */
  readonly documents: readonly string[]
}

/** The port to people and master data, with their change logs. */
export interface MaintainedRecordsPort {
  readonly list: (kind: RecordKind, search: RecordSearch) => Promise<RecordPage<MaintainedRecord>>
  readonly find: (kind: RecordKind, key: string) => Promise<MaintainedRecord | null>
  /** The change log of a record, newest first. */
  readonly changes: (kind: RecordKind, key: string) => Promise<readonly RecordChange[]>
  /** Locks all records of the kind until the transaction ends. */
  readonly lock: (kind: RecordKind) => Promise<void>
  /** The first of these values that another record already has, for fields that must be unique. */
  readonly taken: (
    kind: RecordKind,
    key: string,
    values: RecordValues,
  ) => Promise<{ readonly field: string; readonly value: string } | null>
  /** Writes a record and its change log entry. `key` null: a new one. */
  readonly write: (
    kind: RecordKind,
    key: string | null,
    record: { readonly values: RecordValues; readonly active: boolean },
    change: NotedChange,
  ) => Promise<void>
  /**
   * What nobody could reach if this record were inactive: plants on its shelves or in grower storage, and
   * open documents of it, to it or in transit from it. Locks the record.
   */
  readonly unfinishedOf: (kind: RecordKind, key: string) => Promise<Unfinished>
}
