// What the queries of issuances select, and how a row becomes a header or a line.
import { ISSUE_TO_TYPES, STORAGE_TYPES } from '#contract/constants.ts'
import type { IssuanceHeader, IssuanceLine } from '#contract/issuance.ts'
import type { StoredLine } from '#server/domain/documents.ts'
import type { StoredIssuance } from '#server/domain/issuance.ts'
import {
  documentColumns,
  type JoinedRow,
  known,
  type Nullable,
  type PlantRow,
  type Row,
  readDocument,
  readLines,
  wireHeader,
  wireLine,
} from './document-rows.ts'
import { readCommodity } from './reference-store.ts'
import { issuance } from './schema/documents.ts'
import { grower, nursery } from './schema/reference.ts'

const ownColumns = {
  issueToType: issuance.issueToType,
  issueToNumber: issuance.issueToNumber,
  issueDate: issuance.issueDate,
  reference: issuance.reference,
  comments: issuance.comments,
}
const entityColumns = {
  growerName: grower.name,
  growingDistrict: grower.growingDistrict,
  vendorInvoiceAccount: grower.vendorInvoiceAccount,
  pickUpLocation: grower.pickUpLocation,
  nurseryName: nursery.name,
}
export const headerColumns = { ...documentColumns, ...ownColumns, ...entityColumns }

type HeaderRow = Row<typeof documentColumns & typeof ownColumns> & Nullable<Row<typeof entityColumns>>

export const readHeader = (row: HeaderRow): IssuanceHeader => ({
  TagNbr: String(row.number),
  IssueToType: known(ISSUE_TO_TYPES, row.issueToType),
  IssueToNbr: row.issueToNumber,
  EntityName: row.growerName ?? row.nurseryName ?? '',
  InventoryLocation: row.location,
  TrimSeasonID: row.seasonId,
  TrimSeasonName: row.seasonName,
  StorageType: known(STORAGE_TYPES, row.storageType),
  IssueDate: row.issueDate ?? '',
  ReferenceNbr: row.reference,
  Comments: row.comments,
  GrowingDistrict: row.growingDistrict ?? '',
  VendorInvoiceAccNum: row.vendorInvoiceAccount ?? '',
  PickUpLocationId: row.pickUpLocation ?? '',
  ...wireHeader(row),
})

export function readIssuance(row: HeaderRow, rows: readonly JoinedRow[]): StoredIssuance {
  const header = readHeader(row)
  const lines = readLines(rows)
  const { IssueToType, IssueToNbr, InventoryLocation } = header
  return {
    document: readDocument(
      'issuance',
      row,
      { IssueToType, IssueToNbr, InventoryLocation },
      lines.map(({ stored }) => stored),
    ),
    commodity: readCommodity(row.commodity),
    header,
    lines: lines.map(({ stored, plant }) => issuanceLine(header.TagNbr, stored, plant)),
  }
}

export const issuanceLine = (number: string, line: StoredLine, plant: PlantRow): IssuanceLine => ({
  ...wireLine(line, plant),
  IssuanceID: number,
  PickQty: line.picked,
})
