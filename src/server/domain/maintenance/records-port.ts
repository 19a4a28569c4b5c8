import type {
  MaintainedRecord,
  RecordAction,
  RecordChange,
  RecordKind,
  RecordValues,
} from '#contract/maintenance.ts'
import type { RecordPage } from '../documents-port.ts'

/** Which records of a kind are wanted: all words of `search` occur in them, in any field. */
export interface RecordSearch {
  readonly search: string
  readonly active: 'active' | 'inactive' | 'all'
  readonly offset: number
  readonly limit: number
}

/** A change as it is noted; the database adds the time. */
export interface NotedChange {
  readonly version: number
  readonly by: string
  readonly action: RecordAction
  readonly before: RecordValues
  readonly after: RecordValues
}

/** Where people and master data are kept, and what became of them. */
export interface MaintainedRecordsPort {
  readonly list: (kind: RecordKind, search: RecordSearch) => Promise<RecordPage<MaintainedRecord>>
  readonly find: (kind: RecordKind, key: string) => Promise<MaintainedRecord | null>
  /** All changes of a record that are kept, the newest first. */
  readonly changes: (kind: RecordKind, key: string) => Promise<readonly RecordChange[]>
  /** Keeps everybody else from changing records of the kind until the transaction ends. */
  readonly lock: (kind: RecordKind) => Promise<void>
  /** The first of these values that another record of the kind has, where a value may stand only once. */
  readonly taken: (
    kind: RecordKind,
    key: string,
    values: RecordValues,
  ) => Promise<{ readonly field: string; readonly value: string } | null>
  /** Writes a record, and the note of the change with it. `key` null: a new one. */
  readonly write: (
    kind: RecordKind,
    key: string | null,
    record: { readonly values: RecordValues; readonly active: boolean },
    change: NotedChange,
  ) => Promise<void>
  /** What would be out of reach without a location: plants in its stock or kept there for growers, and open documents. */
  readonly heldAt: (location: string) => Promise<{ readonly plants: number; readonly documents: number }>
}
