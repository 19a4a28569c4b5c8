import { aliasedTable, count, desc, eq } from 'drizzle-orm'
import type { AdjustmentRequest } from '#contract/adjustment-request.ts'
import { STATUSES } from '#contract/constants.ts'
import type { AdjustmentRequestsPort, StoredRequest } from '#server/domain/adjustment-requests.ts'
import {
  type DocumentRow,
  documentColumns,
  known,
  lineColumns,
  listed,
  lockBefore,
  readDocument,
  readLines,
  withLines,
} from './document-rows.ts'
import { adjustmentRequest, document, documentLine } from './schema/documents.ts'
import { trimSeason } from './schema/reference.ts'
import { balance } from './schema/stock.ts'
import type { Queries, Transaction } from './transaction.ts'

const from = aliasedTable(document, 'from_document')
const headerColumns = { ...documentColumns, ofNumber: adjustmentRequest.ofNumber, ofKind: from.kind }

/** Adjustment requests with their lines. */
export function createAdjustmentRequestStore(queries: Queries | Transaction): AdjustmentRequestsPort {
  /** Header and lines in one statement, so that they are consistent. */
  const find = async (number: string): Promise<StoredRequest | null> => {
    const requests = queries
      .select({ header: headerColumns, line: lineColumns, stock: balance.qty })
      .from(document)
      .innerJoin(adjustmentRequest, eq(adjustmentRequest.number, document.number))
      .innerJoin(from, eq(from.number, adjustmentRequest.ofNumber))
    const rows = await withLines(requests.$dynamic(), number)
    const [first] = rows
    if (!first) return null
    const header = readHeader({ ...first.header, lines: rows.length })
    const { OriginLocationID, TransferNbr, OfKind, OfNbr } = header
    const lines = readLines(rows.map(({ line }) => ({ line, plant: null, available: null })))
    return {
      document: readDocument(
        'request',
        first.header,
        { OriginLocationID, TransferNbr, OfKind, OfNbr },
        lines.map(({ stored }) => stored),
      ),
      header,
      lines: rows.flatMap(({ line, stock }) =>
        line
          ? {
              LineID: String(line.id),
              BarcodeID: line.barcode,
              ShippedQty: line.picked ?? 0,
              ReceivedQty: line.received ?? 0,
              Qty: stock ?? 0,
              Status: line.status,
            }
          : [],
      ),
    }
  }

  const lockThenFind = lockBefore(queries, find)
  return {
    find,
    lock: async (number) => (/^\d{1,8}$/.test(number) ? lockThenFind(number) : null),
    insert: async (number, ofNumber) => {
      await queries.insert(adjustmentRequest).values({ number: Number(number), ofNumber: Number(ofNumber) })
    },
    list: async ({ origin, statuses }) => {
      const rows = await queries
        .select({ ...headerColumns, lines: count(documentLine.id) })
        .from(document)
        .innerJoin(adjustmentRequest, eq(adjustmentRequest.number, document.number))
        .innerJoin(from, eq(from.number, adjustmentRequest.ofNumber))
        .innerJoin(trimSeason, eq(trimSeason.id, document.seasonId))
        .innerJoin(documentLine, eq(documentLine.number, document.number))
        .where(listed('request', { location: origin, statuses }))
        .groupBy(document.number, adjustmentRequest.number, from.kind, trimSeason.id)
        .orderBy(desc(document.number))
      return rows.map(readHeader)
    },
  }
}

type HeaderRow = DocumentRow & {
  readonly ofNumber: number
  readonly ofKind: string
  readonly lines: number
}

const readHeader = (row: HeaderRow): AdjustmentRequest => ({
  RequestID: String(row.number),
  RequestDetail: `${row.ofKind.slice(0, 1).toUpperCase()}${row.ofKind.slice(1)} ${row.ofNumber}: ${row.lines} ${row.lines === 1 ? 'line differs' : 'lines differ'}`,
  TransferNbr: row.ofKind === 'transfer' ? String(row.ofNumber) : '',
  OfKind: row.ofKind === 'transfer' ? '' : row.ofKind,
  OfNbr: row.ofKind === 'transfer' ? '' : String(row.ofNumber),
  OriginLocationID: row.location,
  TrimSeason: row.seasonName,
  Status: known(STATUSES, row.status),
  CreatedBy: row.createdBy,
  CreatedDateTime: row.createdAt.toISOString(),
  LastChangedBy: row.changedBy,
  LastChangedDateTime: row.changedAt.toISOString(),
})
