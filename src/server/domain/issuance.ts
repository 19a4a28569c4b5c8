// Issuance on the server (part 2 sections 4.1 and 7): what may be read, and the port that its records come through.
import {
  type IssueToType,
  modeOf,
  type Status,
  type StockType,
  type StorageType,
} from '#contract/constants.ts'
import type { IssuanceDetail, IssuanceHeader, IssuanceLine, IssuedRecord } from '#contract/issuance.ts'
import type { Problem } from '#contract/problem.ts'
import { type Result, succeed } from '#contract/result.ts'
import { issuance } from '#kinds/issuance/rules.ts'
import type { Mode } from '#kinds/kind.ts'
import { mayWorkAt, type Person } from './people.ts'
import {
  mayListMode,
  mayOpenMode,
  type RecordPage,
  type RecordsPort,
  readRecord,
  type StoredRecord,
} from './records.ts'

/** What only an issuance's header has, as it is written. */
export interface IssuanceFields {
  readonly issueToType: IssueToType
  readonly issueToNumber: string
  /** A calendar day, YYYY-MM-DD. */
  readonly issueDate: string | null
  readonly reference: string
  readonly comments: string
}

/** An issuance as the database has it: for the rules, and for the wire. */
export interface StoredIssuance extends StoredRecord {
  readonly header: IssuanceHeader
  readonly lines: readonly IssuanceLine[]
}

export interface IssuanceFilter {
  readonly location: string
  readonly seasonId: string
  readonly storageType: StorageType
  /** Empty: all. */
  readonly statuses: readonly Status[]
  readonly offset: number
  readonly limit: number
}

export interface IssuedFilter {
  readonly location: string
  readonly seasonId: string
  readonly issueToType: IssueToType
  readonly issueToNumber: string
  readonly barcode?: string | undefined
  readonly varietyCode?: string | undefined
  readonly trimType?: string | undefined
  readonly stockType?: StockType | undefined
}

export interface IssuancesPort extends RecordsPort<StoredIssuance, IssuanceFields> {
  readonly list: (filter: IssuanceFilter) => Promise<RecordPage<IssuanceHeader>>
  /** What was shipped to one destination, oldest first, with what has come back of it. */
  readonly issued: (filter: IssuedFilter) => Promise<readonly IssuedRecord[]>
}

const modeFor = (storageType: StorageType): Mode =>
  issuance.modes[modeOf(storageType)] ?? issuance.modes.inventory

export async function listIssuances(
  issuances: IssuancesPort,
  person: Person,
  filter: IssuanceFilter,
): Promise<Result<{ Records: IssuanceHeader[]; TotalRowCount: number }, Problem>> {
  const allowed = mayListMode(modeFor(filter.storageType), person, filter.location)
  if (!allowed.ok) return allowed
  const { records, total } = await issuances.list(filter)
  return succeed({ Records: [...records], TotalRowCount: total })
}

/** One issuance with its lines. */
export async function readIssuance(
  issuances: IssuancesPort,
  person: Person,
  wanted: Parameters<typeof readRecord>[4] & { readonly storageType: StorageType },
): Promise<Result<IssuanceDetail, Problem>> {
  const found = await readRecord(issuances, person, modeFor(wanted.storageType), 'issuance', wanted)
  if (!found.ok) return found
  return succeed({ IssuanceHeader: found.value.header, InventoryLines: [...found.value.lines] })
}

/**
 * What was shipped to a grower or nursery, for returns: whoever may see returns, or issuances of the storage type, may see it. It
 * is all of it, whatever it was issued from: what a grower has of a barcode is one account.
 */
export async function listIssued(
  issuances: IssuancesPort,
  person: Person,
  storageType: StorageType,
  filter: IssuedFilter,
): Promise<Result<{ Records: IssuedRecord[]; TotalRowCount: number }, Problem>> {
  const open = mayOpenMode(modeFor(storageType), person)
  if (!open.ok && !person.keys.has('RETURNADMINKEY')) return open
  const there = mayWorkAt(person, filter.location)
  if (!there.ok) return there
  const records = await issuances.issued(filter)
  return succeed({ Records: [...records], TotalRowCount: records.length })
}

/** What a list shows that asks for nothing in particular (part 2 section 2.2). */
export const defaultIssuanceStatuses: readonly Status[] = issuance.modes.inventory.lists[0].statuses
