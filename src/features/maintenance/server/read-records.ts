import type { Problem } from '#core/wire/problem.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import type { MaintainedRecord, RecordDetail, RecordKind } from '#features/maintenance/common/maintenance.ts'
import type { Person } from '#server/domain/people.ts'
import { notFound } from '#server/domain/refusals.ts'
import type { MaintainedRecordsPort, RecordSearch } from './records-port.ts'
import { mayMaintain } from './rights.ts'

/** Returns a page of a kind's records, ordered by title. */
export async function listRecords(
  records: MaintainedRecordsPort,
  person: Person,
  kind: RecordKind,
  search: RecordSearch,
): Promise<Result<{ Records: MaintainedRecord[]; TotalRowCount: number }, Problem>> {
  const allowed = mayMaintain(person, kind)
  if (!allowed.ok) return allowed
  const page = await records.list(kind, search)
  return succeed({ Records: [...page.records], TotalRowCount: page.total })
}

/** Returns a record with its change log. */
export async function readRecord(
  records: MaintainedRecordsPort,
  person: Person,
  kind: RecordKind,
  key: string,
): Promise<Result<RecordDetail, Problem>> {
  const allowed = mayMaintain(person, kind)
  if (!allowed.ok) return allowed
  const Record = await records.find(kind, key)
  if (!Record) return fail(notFound('record'))
  return succeed({ Record, Changes: [...(await records.changes(kind, key))] })
}
