import { and, asc, type Column, desc, eq, type GetColumnData, inArray, type SQL, sql } from 'drizzle-orm'
import { ISSUE_TO_TYPES, STATUSES, STORAGE_TYPES } from '#contract/constants.ts'
import type { IssuanceHeader, IssuanceLine, IssuedRecord } from '#contract/issuance.ts'
import { ACCOUNT_KINDS, type Account } from '#server/domain/accounts.ts'
import type { StoredDocument, StoredLine } from '#server/domain/documents.ts'
import type { IssuancesPort, IssuedFilter, StoredIssuance } from '#server/domain/issuance.ts'
import { readCommodity } from './reference-store.ts'
import { document, documentLine, issuance } from './schema/documents.ts'
import { movement } from './schema/ledger.ts'
import { grower, nursery, trimSeason, variety } from './schema/reference.ts'
import { balance, barcode } from './schema/stock.ts'
import { plantColumns, plantConditions, storageLocationOf } from './stock-store.ts'
import type { Queries, Transaction } from './transaction.ts'

const headerColumns = {
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

const lineColumns = {
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

const balanceOfLine = and(
  eq(balance.barcode, documentLine.barcode),
  eq(balance.kind, documentLine.sourceKind),
  eq(balance.owner, documentLine.sourceOwner),
  eq(balance.place, documentLine.sourcePlace),
)
const ofGrower = and(eq(issuance.issueToType, 'Grower'), eq(grower.id, issuance.issueToNumber))
const ofNursery = and(eq(issuance.issueToType, 'Nursery'), eq(nursery.id, issuance.issueToNumber))

/** Headers, lists and the search over what was issued. */
export function createIssuanceStore(queries: Queries | Transaction): IssuancesPort {
  const headers = <Columns extends Record<string, SQL | SQL.Aliased>>(more: Columns) =>
    queries
      .select({ header: headerColumns, ...more })
      .from(document)
      .innerJoin(issuance, eq(issuance.number, document.number))
      .innerJoin(trimSeason, eq(trimSeason.id, document.seasonId))
      .leftJoin(grower, ofGrower)
      .leftJoin(nursery, ofNursery)

  /** Header and lines in one statement, so that both are of the same moment. */
  const find = async (number: string): Promise<StoredIssuance | null> => {
    const rows = await queries
      .select({
        header: headerColumns,
        line: lineColumns,
        plant: plantColumns,
        available: sql<string | null>`${balance.qty} - ${balance.reserved}`,
      })
      .from(document)
      .innerJoin(issuance, eq(issuance.number, document.number))
      .innerJoin(trimSeason, eq(trimSeason.id, document.seasonId))
      .leftJoin(grower, ofGrower)
      .leftJoin(nursery, ofNursery)
      .leftJoin(documentLine, eq(documentLine.number, document.number))
      .leftJoin(barcode, eq(barcode.barcode, documentLine.barcode))
      .leftJoin(variety, eq(variety.code, barcode.varietyCode))
      .leftJoin(balance, balanceOfLine)
      .where(eq(document.number, Number(number)))
      .orderBy(asc(documentLine.id))
    const [first] = rows
    return first ? readIssuance(first.header, rows) : null
  }

  return {
    find,
    lock: async (number) => {
      await queries
        .select({ number: document.number })
        .from(document)
        .where(eq(document.number, Number(number)))
        .for('update')
      return find(number)
    },
    insert: async (number, fields) => {
      await queries.insert(issuance).values({ number: Number(number), ...fields })
    },
    update: async (number, fields) => {
      await queries
        .update(issuance)
        .set(fields)
        .where(eq(issuance.number, Number(number)))
    },
    list: async ({ location, seasonId, storageType, statuses, offset, limit }) => {
      const where = and(
        eq(document.kind, 'issuance'),
        eq(document.location, location),
        eq(document.seasonId, seasonId),
        eq(document.storageType, storageType),
        statuses.length > 0 ? inArray(document.status, [...statuses]) : undefined,
      )
      const rows = await headers({ total: sql<string>`count(*) over ()`.as('total') })
        .where(where)
        .orderBy(desc(document.number))
        .limit(limit)
        .offset(offset)
      const counted = rows[0]?.total ?? (offset > 0 ? await queries.$count(document, where) : 0)
      return { records: rows.map((row) => readHeader(row.header)), total: Number(counted) }
    },
    issued: async (filter) => shareReturned(await issuedRows(queries, filter)),
  }
}

// ---- reading

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

function readHeader(row: HeaderRow): IssuanceHeader {
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

function readIssuance(row: HeaderRow, rows: readonly JoinedRow[]): StoredIssuance {
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

function readLine(line: Row<typeof lineColumns>, plant: PlantRow, available: string | null): StoredLine {
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
const wireLine = (number: string, line: StoredLine, plant: PlantRow): IssuanceLine => ({
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

// ---- what was issued

/** Shipped lines with what has left the destination's account again, counted over all its lines of that barcode. */
async function issuedRows(queries: Queries | Transaction, filter: IssuedFilter) {
  const returned = queries
    .select({ sum: sql`coalesce(sum(${movement.qty}), 0)` })
    .from(movement)
    .where(
      and(
        eq(movement.barcode, documentLine.barcode),
        eq(movement.fromKind, 'issued'),
        eq(movement.fromOwner, issuance.issueToType),
        eq(movement.fromPlace, issuance.issueToNumber),
      ),
    )
  const rows = await queries
    .select({
      header: headerColumns,
      line: lineColumns,
      plant: plantColumns,
      available: sql<string | null>`${balance.qty} - ${balance.reserved}`,
      returned: sql<string>`(${returned})`,
    })
    .from(issuance)
    .innerJoin(document, eq(document.number, issuance.number))
    .innerJoin(trimSeason, eq(trimSeason.id, document.seasonId))
    .leftJoin(grower, ofGrower)
    .leftJoin(nursery, ofNursery)
    .innerJoin(documentLine, eq(documentLine.number, document.number))
    .innerJoin(barcode, eq(barcode.barcode, documentLine.barcode))
    .innerJoin(variety, eq(variety.code, barcode.varietyCode))
    .leftJoin(balance, balanceOfLine)
    .where(
      and(
        eq(issuance.issueToType, filter.issueToType),
        eq(issuance.issueToNumber, filter.issueToNumber),
        eq(document.location, filter.location),
        eq(document.seasonId, filter.seasonId),
        eq(document.storageType, filter.storageType),
        eq(documentLine.status, 'SHIPPED'),
        ...plantConditions(queries, filter),
      ),
    )
    .orderBy(asc(document.number), asc(documentLine.id))
  return rows.map(({ header, line, plant, available, returned: back }) => {
    const wire = readHeader(header)
    return {
      record: {
        ...wireLine(wire.TagNbr, readLine(line, plant, available), plant),
        TagNbr: wire.TagNbr,
        IssueToType: wire.IssueToType,
        IssueToNbr: wire.IssueToNbr,
        EntityName: wire.EntityName,
      },
      returned: Number(back),
    }
  })
}

/** What has come back belongs to the oldest issuances first. */
function shareReturned(
  rows: readonly { readonly record: Omit<IssuedRecord, 'ReturnedQty'>; readonly returned: number }[],
): IssuedRecord[] {
  const left = new Map<string, number>()
  return rows.map(({ record, returned }) => {
    const rest = left.get(record.BarcodeID) ?? returned
    const share = Math.min(rest, record.PickQty ?? 0)
    left.set(record.BarcodeID, rest - share)
    return { ...record, ReturnedQty: share }
  })
}
