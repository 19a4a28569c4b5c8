import { and, eq, inArray } from 'drizzle-orm'
import type { TransferHeader, TransferLine } from '#contract/transfer.ts'
import type { StoredLine } from '#server/domain/documents.ts'
import type { StoredTransfer, TransfersPort } from '#server/domain/transfer.ts'
import {
  documentColumns,
  inPage,
  type JoinedRow,
  joinedColumns,
  listed,
  lockBefore,
  type PlantRow,
  pageOf,
  type Row,
  readDocument,
  readLines,
  wireHeader,
  wireLine,
  withLines,
} from './document-rows.ts'
import { readCommodity } from './reference-store.ts'
import { adjustmentRequest, document, transfer } from './schema/documents.ts'
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
  request: adjustmentRequest.number,
}
/** Most transfers leave no request. */
type HeaderRow = Omit<Row<typeof headerColumns>, 'request'> & { readonly request: number | null }

/** Headers and lists of transfers. */
export function createTransferStore(queries: Queries | Transaction): TransfersPort {
  const find = async (number: string): Promise<StoredTransfer | null> => {
    const headers = queries
      .select({ header: headerColumns, ...joinedColumns })
      .from(document)
      .innerJoin(transfer, eq(transfer.number, document.number))
      .leftJoin(adjustmentRequest, eq(adjustmentRequest.transferNumber, document.number))
    const rows = await withLines(headers.$dynamic(), number)
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
    list: async (wanted) => {
      const { destination, origin, number } = wanted
      const arriving = queries
        .select({ number: transfer.number })
        .from(transfer)
        .where(eq(transfer.destination, destination ?? ''))
      const where = and(
        listed('transfer', { ...wanted, location: origin }),
        destination === undefined ? undefined : inArray(document.number, arriving),
        number === undefined ? undefined : eq(document.number, Number(number)),
      )
      const headers = queries
        .select({ header: headerColumns, total: queries.$count(document, where) })
        .from(document)
        .innerJoin(transfer, eq(transfer.number, document.number))
        .leftJoin(adjustmentRequest, eq(adjustmentRequest.transferNumber, document.number))
      return pageOf(queries, where, wanted, await inPage(headers.$dynamic(), where, wanted), readHeader)
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
  RequestID: row.request === null ? '' : String(row.request),
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
