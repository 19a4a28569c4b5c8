// Issuance on the server (part 2 sections 4.1 and 7): what may be read, and the port that its records come through.
import type { Commodity, IssueToType, Status, StockType, StorageType } from '#contract/constants.ts'
import type { IssuanceDetail, IssuanceHeader, IssuanceLine, IssuedRecord } from '#contract/issuance.ts'
import type { Problem } from '#contract/problem.ts'
import { fail, type Result, succeed } from '#contract/result.ts'
import { mayOpen } from '#workflows/engine.ts'
import { issuance } from '#workflows/issuance.ts'
import type { Mode } from '#workflows/workflow.ts'
import type { StoredDocument } from './documents.ts'
import { mayWorkAt, type Person } from './people.ts'
import { notFound, problemFor } from './refusals.ts'

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
export interface StoredIssuance {
  readonly document: StoredDocument
  readonly commodity: Commodity
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
  readonly storageType: StorageType
  readonly issueToType: IssueToType
  readonly issueToNumber: string
  readonly barcode?: string | undefined
  readonly varietyCode?: string | undefined
  readonly trimType?: string | undefined
  readonly stockType?: StockType | undefined
}

export interface IssuancesPort {
  readonly find: (number: string) => Promise<StoredIssuance | null>
  /** As `find`, and keeps the document's row locked until the transaction ends. */
  readonly lock: (number: string) => Promise<StoredIssuance | null>
  readonly insert: (number: string, fields: IssuanceFields) => Promise<void>
  readonly update: (number: string, fields: IssuanceFields) => Promise<void>
  /** A page, newest number first, and the count over all pages. */
  readonly list: (
    filter: IssuanceFilter,
  ) => Promise<{ readonly records: readonly IssuanceHeader[]; readonly total: number }>
  /** What was shipped to one destination, oldest first, with what has come back of it. */
  readonly issued: (filter: IssuedFilter) => Promise<readonly IssuedRecord[]>
}

/** The mode that a storage type stands for. */
export const modeOf = (storageType: StorageType): Mode =>
  (storageType === 'GROWERSTORAGE' && issuance.modes.growerStorage) || issuance.modes.inventory

/** May this person see issuances of the storage type at all? The problem if not. */
export function mayOpenIssuances(person: Person, storageType: StorageType): Result<true, Problem> {
  const verdict = mayOpen(modeOf(storageType).access, person)
  return verdict === true ? succeed(true) : fail(problemFor(verdict))
}

/** The issuance, if it is one that this person may know of: of this storage type, at one of their locations. */
export function visible(
  found: StoredIssuance | null,
  person: Person,
  storageType: StorageType,
): Result<StoredIssuance, Problem> {
  return found && found.header.StorageType === storageType && person.locations.has(found.document.location)
    ? succeed(found)
    : fail(notFound('issuance'))
}

export async function listIssuances(
  issuances: IssuancesPort,
  person: Person,
  filter: IssuanceFilter,
): Promise<Result<{ Records: IssuanceHeader[]; TotalRowCount: number }, Problem>> {
  const open = mayOpenIssuances(person, filter.storageType)
  if (!open.ok) return open
  const there = mayWorkAt(person, filter.location)
  if (!there.ok) return there
  const { records, total } = await issuances.list(filter)
  return succeed({ Records: [...records], TotalRowCount: total })
}

/** One issuance with its lines; a season or location that is asked for and is not its own means that it isn't there. */
export async function readIssuance(
  issuances: IssuancesPort,
  person: Person,
  wanted: {
    readonly number: string
    readonly storageType: StorageType
    readonly seasonId?: string | undefined
    readonly location?: string | undefined
  },
): Promise<Result<IssuanceDetail, Problem>> {
  const open = mayOpenIssuances(person, wanted.storageType)
  if (!open.ok) return open
  const found = visible(await issuances.find(wanted.number), person, wanted.storageType)
  if (!found.ok) return found
  const { document, header, lines } = found.value
  if ((wanted.seasonId ?? document.seasonId) !== document.seasonId) return fail(notFound('issuance'))
  if ((wanted.location ?? document.location) !== document.location) return fail(notFound('issuance'))
  return succeed({ IssuanceHeader: header, InventoryLines: [...lines] })
}

/** What was shipped to a grower or nursery, for returns: whoever may see issuances or returns may see it. */
export async function listIssued(
  issuances: IssuancesPort,
  person: Person,
  filter: IssuedFilter,
): Promise<Result<{ Records: IssuedRecord[]; TotalRowCount: number }, Problem>> {
  const open = mayOpenIssuances(person, filter.storageType)
  if (!open.ok && !person.keys.has('RETURNADMINKEY')) return open
  const there = mayWorkAt(person, filter.location)
  if (!there.ok) return there
  const records = await issuances.issued(filter)
  return succeed({ Records: [...records], TotalRowCount: records.length })
}

/** What a list shows that asks for nothing in particular (part 2 section 2.2). */
export const defaultIssuanceStatuses: readonly Status[] = issuance.modes.inventory.lists[0].statuses
