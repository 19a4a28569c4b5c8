// Dumps on the server (part 1 sections 4 and 7): what may be read, and the port that their records come through.
import { modeOf, type Status, type StorageType } from '#contract/constants.ts'
import type { DumpDetail, DumpHeader, DumpLine } from '#contract/dump.ts'
import type { Problem } from '#contract/problem.ts'
import { type Result, succeed } from '#contract/result.ts'
import { dump } from '#kinds/dump/rules.ts'
import type { Mode } from '#kinds/kind.ts'
import type { Person } from './people.ts'
import { mayListMode, type RecordPage, type RecordsPort, readRecord, type StoredRecord } from './records.ts'

/** What only a dump's header has, as it is written. */
export interface DumpFields {
  readonly authorizedBy: string
  /** A calendar day, YYYY-MM-DD. */
  readonly authorizedDate: string
  readonly comments: string
}

/** A dump as the database has it: for the rules, and for the wire. */
export interface StoredDump extends StoredRecord {
  readonly header: DumpHeader
  readonly lines: readonly DumpLine[]
}

export interface DumpFilter {
  readonly location: string
  readonly seasonId: string
  readonly storageType: StorageType
  /** Empty: all. */
  readonly statuses: readonly Status[]
  readonly offset: number
  readonly limit: number
}

export interface DumpsPort extends RecordsPort<StoredDump, DumpFields> {
  readonly list: (filter: DumpFilter) => Promise<RecordPage<DumpHeader>>
}

const modeFor = (storageType: StorageType): Mode => dump.modes[modeOf(storageType)] ?? dump.modes.inventory

export async function listDumps(
  dumps: DumpsPort,
  person: Person,
  filter: DumpFilter,
): Promise<Result<{ Records: DumpHeader[]; TotalRowCount: number }, Problem>> {
  const allowed = mayListMode(modeFor(filter.storageType), person, filter.location)
  if (!allowed.ok) return allowed
  const { records, total } = await dumps.list(filter)
  return succeed({ Records: [...records], TotalRowCount: total })
}

/** One dump with its lines. */
export async function readDump(
  dumps: DumpsPort,
  person: Person,
  wanted: Parameters<typeof readRecord>[4] & { readonly storageType: StorageType },
): Promise<Result<DumpDetail, Problem>> {
  const found = await readRecord(dumps, person, modeFor(wanted.storageType), 'dump', wanted)
  if (!found.ok) return found
  return succeed({ DumpHeader: found.value.header, DumpLogLines: [...found.value.lines] })
}
