// Plants shipped to a grower or nursery, for returns.

import { issuance } from '#core/kinds/issuance/rules.ts'
import { type IssueToType, modeOf, type StockType, type StorageType } from '#core/wire/constants.ts'
import type { IssuedRecord } from '#core/wire/issued.ts'
import type { Problem } from '#core/wire/problem.ts'
import { type Result, succeed } from '#core/wire/result.ts'
import { mayWorkAt, type Person } from '#server/domain/people.ts'
import { mayOpenMode } from './visible.ts'

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

export interface IssuedPort {
  /** Lines shipped to one destination, oldest first, with the quantity already returned. */
  readonly list: (filter: IssuedFilter) => Promise<readonly IssuedRecord[]>
}

/**
 * Requires the right to see returns, or issuances of the storage type.
 * Lists all issuances from any source, because a grower has one account per barcode.
 */
export async function listIssued(
  issued: IssuedPort,
  person: Person,
  storageType: StorageType,
  filter: IssuedFilter,
): Promise<Result<{ Records: IssuedRecord[]; TotalRowCount: number }, Problem>> {
  const mayOpen = mayOpenMode(issuance.modes[modeOf(storageType)], person)
  if (!mayOpen.ok && !person.keys.has('RETURNADMINKEY')) return mayOpen
  const allowed = mayWorkAt(person, filter.location)
  if (!allowed.ok) return allowed
  const records = await issued.list(filter)
  return succeed({ Records: [...records], TotalRowCount: records.length })
}
