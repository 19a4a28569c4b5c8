// What the queries of issuances select, and how a row becomes a header or a line.
import type { Column, GetColumnData } from 'drizzle-orm'
import { ISSUE_TO_TYPES, STATUSES, STORAGE_TYPES } from '#contract/constants.ts'
import type { IssuanceHeader, IssuanceLine } from '#contract/issuance.ts'
import { ACCOUNT_KINDS, type Account } from '#server/domain/accounts.ts'
import type { StoredDocument, StoredLine } from '#server/domain/documents.ts'
import type { StoredIssuance } from '#server/domain/issuance.ts'
import { readCommodity } from './reference-store.ts'
import { document, documentLine, issuance } from './schema/documents.ts'
import { grower, nursery, trimSeason } from './schema/reference.ts'
import { plantColumns, storageLocationOf } from './stock-store.ts'

export const headerColumns = {
  number: document.number,
  status: document.status,
  storageType: document.storageType,
  location: document.location,
  seasonId: document.seasonId,
  createdBy: document.createdBy,
  createdAt: document.createdAt,
  changedBy: document.changedBy,
  changedAt: document.changedAt,
  seasonName: trimSeason.name,
  commodity: trimSeason.commodity,
  issueToType: issuance.issueToType,
  issueToNumber: issuance.issueToNumber,
  issueDate: issuance.issueDate,
  reference: issuance.reference,
  comments: issuance.comments,
  growerName: grower.name,
  growingDistrict: grower.growingDistrict,
  vendorInvoiceAccount: grower.vendorInvoiceAccount,
  pickUpLocation: grower.pickUpLocation,
  nurseryName: nursery.name,
}

export const lineColumns = {
  id: documentLine.id,
  barcode: documentLine.barcode,
  status: documentLine.status,
  ordered: documentLine.ordered,
  picked: documentLine.picked,
  received: documentLine.received,
  held: documentLine.held,
  reason: documentLine.reason,
  isReplant: documentLine.isReplant,
  sourceKind: documentLine.sourceKind,
  sourceOwner: documentLine.sourceOwner,
  sourcePlace: documentLine.sourcePlace,
}

type Row<Columns extends Record<string, Column>> = {
  readonly [Name in keyof Columns]: GetColumnData<Columns[Name]>
}
type Nullable<Values> = { readonly [Name in keyof Values]: Values[Name] | null }
type GrowerColumns =
  | 'growerName'
  | 'growingDistrict'
  | 'vendorInvoiceAccount'
  | 'pickUpLocation'
  | 'nurseryName'
type HeaderRow = Omit<Row<typeof headerColumns>, GrowerColumns> &
  Nullable<Pick<Row<typeof headerColumns>, GrowerColumns>>
type PlantRow = { readonly [Name in keyof typeof plantColumns]: string }
interface JoinedRow {
  readonly line: Row<typeof lineColumns> | null
  readonly plant: Nullable<PlantRow> | null
  readonly available: string | null
}

/** One of a closed list that the database has checked already. */
function known<const Options extends readonly string[]>(options: Options, value: string): Options[number] {
  const found = options.find((option) => option === value)
  if (found === undefined) throw new Error(`${value} is none of ${options.join(', ')}`)
  return found
}

export function readHeader(row: HeaderRow): IssuanceHeader {
  return {
    TagNbr: String(row.number),
    IssueToType: known(ISSUE_TO_TYPES, row.issueToType),
    IssueToNbr: row.issueToNumber,
    EntityName: row.growerName ?? row.nurseryName ?? '',
    Status: known(STATUSES, row.status),
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
    CreatedBy: row.createdBy,
    CreatedDateTime: row.createdAt.toISOString(),
    LastChangedBy: row.changedBy,
    LastChangedDateTime: row.changedAt.toISOString(),
  }
}

export function readIssuance(row: HeaderRow, rows: readonly JoinedRow[]): StoredIssuance {
  const header = readHeader(row)
  const lines = rows.flatMap(({ line, plant, available }) => {
    if (!line) return []
    const facts = plantFacts(plant)
    const stored = readLine(line, facts, available)
    return [{ stored, wire: wireLine(header.TagNbr, stored, facts) }]
  })
  const stored: StoredDocument = {
    kind: 'issuance',
    mode: header.StorageType === 'GROWERSTORAGE' ? 'growerStorage' : 'inventory',
    number: header.TagNbr,
    status: header.Status,
    header: { IssueToType: header.IssueToType, IssueToNbr: header.IssueToNbr },
    location: header.InventoryLocation,
    seasonId: header.TrimSeasonID,
    lines: lines.map((line) => line.stored),
  }
  return {
    document: stored,
    commodity: readCommodity(row.commodity),
    header,
    lines: lines.map((line) => line.wire),
  }
}

export function readLine(
  line: Row<typeof lineColumns>,
  plant: PlantRow,
  available: string | null,
): StoredLine {
  const source: Account = {
    kind: known(ACCOUNT_KINDS, line.sourceKind),
    owner: line.sourceOwner,
    place: line.sourcePlace,
  }
  return {
    id: String(line.id),
    barcode: line.barcode,
    status: known(STATUSES, line.status),
    ordered: line.ordered,
    picked: line.picked,
    received: line.received,
    reason: line.reason,
    storageLocation: storageLocationOf(source),
    available: Number(available ?? 0),
    plant: {
      variety: plant.VarietyCode,
      trimType: plant.TrimType,
      stockType: plant.StockType,
      commodity: plant.Commodity,
    },
    held: line.held,
    source,
    isReplant: line.isReplant,
  }
}

const plantFacts = (plant: Nullable<PlantRow> | null): PlantRow => ({
  Commodity: plant?.Commodity ?? '',
  VarietyCode: plant?.VarietyCode ?? '',
  VarietyID: plant?.VarietyID ?? '',
  PlantCode: plant?.PlantCode ?? '',
  TrimType: plant?.TrimType ?? '',
  StockType: plant?.StockType ?? '',
  Grade: plant?.Grade ?? '',
  UOM: plant?.UOM ?? '',
  Rate: plant?.Rate ?? '',
  CodeID: plant?.CodeID ?? '',
  InventoryType: plant?.InventoryType ?? '',
  Attributes: plant?.Attributes ?? '',
  AttributesID: plant?.AttributesID ?? '',
})

/** `Qty` is what the line holds, or what it took along once it has been shipped. */
export const wireLine = (number: string, line: StoredLine, plant: PlantRow): IssuanceLine => ({
  ID: line.id,
  IssuanceID: number,
  BarcodeID: line.barcode,
  Qty: line.status === 'SHIPPED' ? (line.picked ?? 0) : line.held,
  UpdateQty: line.picked ?? line.ordered,
  OrderQty: line.ordered,
  PickQty: line.picked,
  Status: line.status,
  StorageLocation: line.storageLocation,
  IsReplant: line.isReplant,
  ...plant,
  AvailableQty: line.available,
})
