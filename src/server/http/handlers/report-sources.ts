// Where each report's document comes from. A kind is one reader here and one mapping in server/reports.
import type { ReportName, StorageType } from '#contract/constants.ts'
import type { DumpDetail } from '#contract/dump.ts'
import type { IssuanceDetail } from '#contract/issuance.ts'
import type { Problem } from '#contract/problem.ts'
import { fail, type Result, succeed } from '#contract/result.ts'
import type { ReturnDetail } from '#contract/return.ts'
import type { TransferDetail } from '#contract/transfer.ts'
import { readDump } from '#server/domain/dump.ts'
import { readIssuance } from '#server/domain/issuance.ts'
import type { Person } from '#server/domain/people.ts'
import type { Ports } from '#server/domain/ports.ts'
import { notFound } from '#server/domain/refusals.ts'
import { readReturn } from '#server/domain/return.ts'
import { readTransfer } from '#server/domain/transfer.ts'
import { dumpReport } from '#server/reports/documents/dump.ts'
import { issuanceReport } from '#server/reports/documents/issuance.ts'
import type { Report } from '#server/reports/documents/report.ts'
import { returnReport } from '#server/reports/documents/return.ts'
import type { ReportNames } from '#server/reports/documents/source.ts'
import { transferReport } from '#server/reports/documents/transfer.ts'

type Read<Detail> = (
  person: Person,
  wanted: { readonly number: string; readonly storageType: StorageType },
) => Promise<Result<Detail, Problem>>

/** How a person reads the documents of each kind, with all rights checked. */
export interface ReportReaders {
  readonly issuance: Read<IssuanceDetail>
  readonly transfer: Read<TransferDetail>
  readonly dump: Read<DumpDetail>
  readonly return: Read<ReturnDetail>
}

/** The readers over these ports. */
export const reportReaders = (ports: Ports): ReportReaders => ({
  issuance: (person, wanted) => readIssuance(ports.issuances, person, wanted),
  transfer: (person, wanted) => readTransfer(ports.transfers, person, wanted),
  dump: (person, wanted) => readDump(ports.dumps, person, wanted),
  return: (person, wanted) => readReturn(ports.returns, person, wanted),
})

/** A document that can become a report once the names for its codes are known. */
export interface ReportSource {
  /** Where the document belongs: its clock and paper, unless it is printed elsewhere. */
  readonly location: string
  readonly report: (names: ReportNames) => Report
}

/** Reads the document of a report; a number of another kind of report is not found. */
export async function readReportSource(
  readers: ReportReaders,
  person: Person,
  name: ReportName,
  number: string,
): Promise<Result<ReportSource, Problem>> {
  switch (name) {
    case 'Grower Issuance':
    case 'Nursery Issuance':
    case 'Grower Storage Issuance': {
      const storageType = name === 'Grower Storage Issuance' ? 'GROWERSTORAGE' : 'INVENTORY'
      const found = await readers.issuance(person, { number, storageType })
      if (!found.ok) return found
      const { IssuanceHeader: header, InventoryLines: lines } = found.value
      const type = name === 'Nursery Issuance' ? 'Nursery' : 'Grower'
      if (header?.IssueToType !== type) return fail(notFound('issuance'))
      return succeed({
        location: header.InventoryLocation,
        report: (names) => issuanceReport(header, lines ?? [], names),
      })
    }
    case 'Transfers': {
      const found = await readers.transfer(person, { number, storageType: 'INVENTORY' })
      if (!found.ok) return found
      const { TransferHeader: header, TransferLines: lines } = found.value
      if (!header) return fail(notFound('transfer'))
      return succeed({
        location: header.OriginLocationID,
        report: (names) => transferReport(header, lines ?? [], names),
      })
    }
    case 'Plants Dump':
    case 'Grower Storage Dump': {
      const storageType = name === 'Grower Storage Dump' ? 'GROWERSTORAGE' : 'INVENTORY'
      const found = await readers.dump(person, { number, storageType })
      if (!found.ok) return found
      const { DumpHeader: header, DumpLogLines: lines } = found.value
      if (!header) return fail(notFound('dump'))
      return succeed({
        location: header.DumpWarehouse,
        report: (names) => dumpReport(header, lines ?? [], names),
      })
    }
    case 'Returns': {
      const found = await readers.return(person, { number, storageType: 'INVENTORY' })
      if (!found.ok) return found
      const { ReturnHeader: header, ReturnLines: lines } = found.value
      if (!header) return fail(notFound('return'))
      return succeed({
        location: header.ReturnWarehouse,
        report: (names) => returnReport(header, lines ?? [], names),
      })
    }
  }
}
