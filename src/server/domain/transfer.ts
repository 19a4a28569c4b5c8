// Transfers on the server (part 2 sections 4.4 and 7): what may be read, and the port that its records come through.
import type { Status } from '#contract/constants.ts'
import type { Problem } from '#contract/problem.ts'
import { fail, type Result, succeed } from '#contract/result.ts'
import type { TransferDetail, TransferHeader, TransferLine } from '#contract/transfer.ts'
import { transfer } from '#kinds/transfer/rules.ts'
import type { Person } from './people.ts'
import { mayListMode, type RecordPage, type RecordsPort, readRecord, type StoredRecord } from './records.ts'
import { misfit } from './refusals.ts'

/** What only a transfer's header has, as it is written. */
export interface TransferFields {
  readonly destination: string
  readonly reference: string
  readonly carrierName: string
  readonly truckId: string
  /** Calendar days, YYYY-MM-DD. */
  readonly shipDate: string
  readonly arrivalDate: string
  /** Degrees as they were typed, or ''. */
  readonly shipTemperature: string
  readonly receiptTemperature: string
}

/** A transfer as the database has it: for the rules, and for the wire. */
export interface StoredTransfer extends StoredRecord {
  readonly header: TransferHeader
  readonly lines: readonly TransferLine[]
}

export interface TransferFilter {
  readonly seasonId: string
  /** At least one of the two. */
  readonly origin?: string | undefined
  readonly destination?: string | undefined
  /** Empty: all. */
  readonly statuses: readonly Status[]
  readonly number?: string | undefined
  readonly offset: number
  readonly limit: number
}

export interface TransfersPort extends RecordsPort<StoredTransfer, TransferFields> {
  readonly list: (filter: TransferFilter) => Promise<RecordPage<TransferHeader>>
}

const mode = transfer.modes.inventory
const [open, receiving] = mode.lists

/** The transfers that leave a location, or that come to one; without statuses those that wait there (part 2 section 9). */
export async function listTransfers(
  transfers: TransfersPort,
  person: Person,
  filter: TransferFilter,
): Promise<Result<{ Records: TransferHeader[]; TotalRowCount: number }, Problem>> {
  const { origin, destination, statuses, number } = filter
  if (origin === undefined && destination === undefined) {
    return fail(misfit('query.originlocationid', 'a location, or a destinationlocationid'))
  }
  for (const location of [origin, destination]) {
    const allowed = location === undefined ? succeed(true) : mayListMode(mode, person, location)
    if (!allowed.ok) return allowed
  }
  const waiting = (origin === undefined ? receiving : open)?.statuses ?? []
  const { records, total } = await transfers.list({
    ...filter,
    statuses: statuses.length === 0 && number === undefined ? waiting : statuses,
  })
  return succeed({ Records: [...records], TotalRowCount: total })
}

/** One transfer with its lines, for either end. */
export async function readTransfer(
  transfers: TransfersPort,
  person: Person,
  wanted: Parameters<typeof readRecord>[4],
): Promise<Result<TransferDetail, Problem>> {
  const found = await readRecord(transfers, person, mode, 'transfer', wanted)
  if (!found.ok) return found
  return succeed({ TransferHeader: found.value.header, TransferLines: [...found.value.lines] })
}
