// Returns on the server (part 2 sections 4.3 and 7): what may be read, and the port that their records come through.
import type { InventoryEffect, Status } from '#contract/constants.ts'
import type { Problem } from '#contract/problem.ts'
import { type Result, succeed } from '#contract/result.ts'
import type { ReturnDetail, ReturnHeader, ReturnLine } from '#contract/return.ts'
import { returns as workflow } from '#kinds/return/rules.ts'
import type { Person } from './people.ts'
import { mayListMode, type RecordPage, type RecordsPort, readRecord, type StoredRecord } from './records.ts'

/** What only a return's header has, as it is written. */
export interface ReturnFields {
  readonly growerId: string
  readonly effect: InventoryEffect
  readonly reference: string
  /** A calendar day, YYYY-MM-DD. */
  readonly returnedDate: string | null
  readonly returnedBy: string
  readonly comments: string
}

/** A return as the database has it: for the rules, and for the wire. */
export interface StoredReturn extends StoredRecord {
  readonly header: ReturnHeader
  readonly lines: readonly ReturnLine[]
}

export interface ReturnFilter {
  readonly location: string
  readonly seasonId: string
  /** Empty: all. */
  readonly statuses: readonly Status[]
  readonly offset: number
  readonly limit: number
}

export interface ReturnsPort extends RecordsPort<StoredReturn, ReturnFields> {
  readonly list: (filter: ReturnFilter) => Promise<RecordPage<ReturnHeader>>
}

const mode = workflow.modes.inventory

export async function listReturns(
  returns: ReturnsPort,
  person: Person,
  filter: ReturnFilter,
): Promise<Result<{ Records: ReturnHeader[]; TotalRowCount: number }, Problem>> {
  const allowed = mayListMode(mode, person, filter.location)
  if (!allowed.ok) return allowed
  const { records, total } = await returns.list(filter)
  return succeed({ Records: [...records], TotalRowCount: total })
}

/** One return with its lines. */
export async function readReturn(
  returns: ReturnsPort,
  person: Person,
  wanted: Parameters<typeof readRecord>[4],
): Promise<Result<ReturnDetail, Problem>> {
  const found = await readRecord(returns, person, mode, 'return', wanted)
  if (!found.ok) return found
  return succeed({ ReturnHeader: found.value.header, ReturnLines: [...found.value.lines] })
}
