import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { TransferHeader, TransferLine } from '#contract/transfer.ts'
import type { StoredLine } from '#server/domain/documents.ts'
import type { StoredTransfer, TransfersPort } from '#server/domain/transfer.ts'
import {
  balanceOfLine,
  documentColumns,
  type JoinedRow,
  joinedColumns,
  lockBefore,
  type PlantRow,
  pageOf,
  type Row,
  readDocument,
  readLines,
  wireHeader,
  wireLine,
} from './document-rows.ts'
import { readCommodity } from './reference-store.ts'
import { document, documentLine, transfer } from './schema/documents.ts'
import { trimSeason, variety } from './schema/reference.ts'
import { balance, barcode } from './schema/stock.ts'
import type { Queries, Transaction } from './transaction.ts'

const headerColumns = {
  ...documentColumns,
  destination: transfer.destination,
  reference: transfer.reference,
  carrierName: transfer.carrierName,
  truckId: transfer.truckId,
  shipDate: transfer.shipDate,
  arrivalDate: transfer.arrivalDate,
  shipTemperature: transfer.shipTemperature,
  receiptTemperature: transfer.receiptTemperature,
}
type HeaderRow = Row<typeof headerColumns>

/** Headers and lists of transfers. */
export function createTransferStore(queries: Queries | Transaction): TransfersPort {
  /** Header and lines in one statement, so that both are of the same moment. */
  const find = async (number: string): Promise<StoredTransfer | null> => {
    const rows = await queries
      .select({
        header: headerColumns,
        ...joinedColumns,
      })
      .from(document)
      .innerJoin(transfer, eq(transfer.number, document.number))
      .innerJoin(trimSeason, eq(trimSeason.id, document.seasonId))
      .leftJoin(documentLine, eq(documentLine.number, document.number))
      .leftJoin(barcode, eq(barcode.barcode, documentLine.barcode))
      .leftJoin(variety, eq(variety.code, barcode.varietyCode))
      .leftJoin(balance, balanceOfLine)
      .where(eq(document.number, Number(number)))
      .orderBy(asc(documentLine.id))
    const [first] = rows
    return first ? readTransfer(first.header, rows) : null
  }

  return {
    find,
    lock: lockBefore(queries, find),
    insert: async (number, fields) => {
      await queries.insert(transfer).values({ number: Number(number), ...fields })
    },
    update: async (number, fields) => {
      await queries
        .update(transfer)
        .set(fields)
        .where(eq(transfer.number, Number(number)))
    },
    list: async ({ seasonId, origin, destination, statuses, number, offset, limit }) => {
      const arriving =
        destination === undefined
          ? undefined
          : inArray(
              document.number,
              queries
                .select({ number: transfer.number })
                .from(transfer)
                .where(eq(transfer.destination, destination)),
            )
      const where = and(
        eq(document.kind, 'transfer'),
        eq(document.seasonId, seasonId),
        origin === undefined ? undefined : eq(document.location, origin),
        arriving,
        statuses.length > 0 ? inArray(document.status, [...statuses]) : undefined,
        number === undefined ? undefined : eq(document.number, Number(number)),
      )
      const rows = await queries
        .select({ header: headerColumns, total: queries.$count(document, where) })
        .from(document)
        .innerJoin(transfer, eq(transfer.number, document.number))
        .innerJoin(trimSeason, eq(trimSeason.id, document.seasonId))
        .where(where)
        .orderBy(desc(document.number))
        .limit(limit)
        .offset(offset)
      return pageOf(queries, where, offset, rows, readHeader)
    },
  }
}

const readHeader = (row: HeaderRow): TransferHeader => ({
  TransferNbr: String(row.number),
  ReferenceNbr: row.reference,
  CarrierName: row.carrierName,
  TruckID: row.truckId,
  OriginLocationID: row.location,
  DestinationLocationID: row.destination,
  ExpectedShipDate: row.shipDate,
  ExpectedArrivalDate: row.arrivalDate,
  ShipPlantTemperature: row.shipTemperature,
  ReceiptPlantTemperature: row.receiptTemperature,
  TrimSeasonID: row.seasonId,
  TrimSeasonName: row.seasonName,
  ...wireHeader(row),
})

function readTransfer(row: HeaderRow, rows: readonly JoinedRow[]): StoredTransfer {
  const header = readHeader(row)
  const lines = readLines(rows)
  const { OriginLocationID, DestinationLocationID } = header
  return {
    document: readDocument(
      'transfer',
      row,
      { OriginLocationID, DestinationLocationID },
      lines.map(({ stored }) => stored),
    ),
    commodity: readCommodity(row.commodity),
    header,
    lines: lines.map(({ stored, plant }) => transferLine(header.TransferNbr, stored, plant)),
  }
}

const transferLine = (number: string, line: StoredLine, plant: PlantRow): TransferLine => ({
  ...wireLine(line, plant),
  TransferNbr: number,
  PickQty: line.picked,
  ReceivedQty: line.received,
  ReceiveQty: line.received,
})
