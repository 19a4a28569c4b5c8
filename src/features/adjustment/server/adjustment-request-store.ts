import { aliasedTable, and, eq, type SQL } from 'drizzle-orm'
import { ACCOUNT_KINDS } from '#core/kinds/accounts.ts'
import type { StoredLine } from '#core/kinds/stored.ts'
import {
  type AdjustmentLine,
  type AdjustmentRequest,
  writeRequestDetail,
} from '#core/wire/adjustment-request.ts'
import { STATUSES } from '#core/wire/constants.ts'
import type {
  AdjustmentRequestsPort,
  StoredRequest,
} from '#features/adjustment/server/adjustment-requests.ts'
import {
  type DocumentRow,
  documentColumns,
  lineColumns,
  listFilter,
  lockThenRead,
  memberOf,
  readDocument,
  readLines,
  withLines,
} from '#server/database/document-rows.ts'
import { adjustmentRequest, document, documentLine } from '#server/database/schema/documents.ts'
import { balance } from '#server/database/schema/stock.ts'
import { plantColumns, storageLocationOf } from '#server/database/stock-search.ts'
import type { Queries, Transaction } from '#server/database/transaction.ts'

const from = aliasedTable(document, 'from_document')
const sourceLine = aliasedTable(documentLine, 'from_line')
const headerColumns = { ...documentColumns, ofNumber: adjustmentRequest.ofNumber, ofKind: from.kind }

/** Stores adjustment requests and their lines. */
export function createAdjustmentRequestStore(queries: Queries | Transaction): AdjustmentRequestsPort {
  const read = async (of: SQL | undefined): Promise<readonly FoundRequest[]> => {
    const requests = queries
      .select({
        header: headerColumns,
        line: lineColumns,
        stock: balance.qty,
        plant: plantColumns,
        first: sourceLine.picked,
        second: sourceLine.received,
      })
      .from(document)
      .innerJoin(adjustmentRequest, eq(adjustmentRequest.number, document.number))
      .innerJoin(from, eq(from.number, adjustmentRequest.ofNumber))
    // The line of the source document. A line of a count has both counts.
    const isSourceLine = and(
      eq(sourceLine.number, adjustmentRequest.ofNumber),
      eq(sourceLine.barcode, documentLine.barcode),
      eq(sourceLine.sourcePlace, documentLine.sourcePlace),
    )
    const rows = await withLines(requests.$dynamic(), of).leftJoin(sourceLine, isSourceLine)
    const numbers = [...new Set(rows.map(({ header }) => header.number))]
    return numbers.flatMap((number) => readRequest(rows.filter(({ header }) => header.number === number)))
  }

  const find = async (number: string): Promise<StoredRequest | null> => {
    const [found] = await read(eq(document.number, Number(number)))
    if (!found) return null
    const { row, header, stored, lines } = found
    const { OriginLocationID, TransferNbr, OfKind, OfNbr } = header
    const values = { OriginLocationID, TransferNbr, OfKind, OfNbr }
    return { document: readDocument('request', row, values, stored), header, lines }
  }

  const lockThenFind = lockThenRead(queries, find)
  return {
    find,
    lock: async (number) => (/^\d{1,8}$/.test(number) ? lockThenFind(number) : null),
    insert: async (number, ofNumber) => {
      await queries.insert(adjustmentRequest).values({ number: Number(number), ofNumber: Number(ofNumber) })
    },
    list: async ({ origin, statuses }) => {
      const found = await read(listFilter('request', { location: origin, statuses }))
      return found.map(({ header, lines }) => ({ ...header, AdjustmentLines: [...lines] }))
    },
  }
}

interface RequestRow {
  readonly header: DocumentRow & { readonly ofNumber: number; readonly ofKind: string }
  readonly line: Parameters<typeof readLines>[0][number]['line']
  readonly stock: number | null
  readonly plant: {
    readonly VarietyCode: string
    readonly TrimType: string
    readonly StockType: string
  } | null
  /** Both counts of the source line, if it was counted. */
  readonly first: number | null
  readonly second: number | null
}

interface FoundRequest {
  readonly row: DocumentRow
  readonly header: AdjustmentRequest
  readonly stored: readonly StoredLine[]
  readonly lines: readonly AdjustmentLine[]
}

// Builds one request from its rows. Each row is a line.
const readRequest = (rows: readonly RequestRow[]): FoundRequest[] => {
  const [row] = rows
  if (!row) return []
  const header = readHeader({ ...row.header, lines: rows.length })
  return [
    {
      row: row.header,
      header,
      stored: readLines(rows.map(({ line }) => ({ line, plant: null, available: null }))).map(
        ({ stored }) => stored,
      ),
      lines: rows.flatMap(({ line, stock, plant, first, second }) =>
        line
          ? {
              LineID: String(line.id),
              BarcodeID: line.barcode,
              ShippedQty: line.picked ?? 0,
              ReceivedQty: line.received ?? 0,
              Qty: stock ?? 0,
              Status: line.status,
              VarietyCode: plant?.VarietyCode ?? '',
              TrimType: plant?.TrimType ?? '',
              StockType: plant?.StockType ?? '',
              StorageLocation: storageLocationOf(memberOf(ACCOUNT_KINDS, line.sourceKind), line.sourcePlace),
              FirstQty: header.OfKind === 'count' && second !== null ? first : null,
            }
          : [],
      ),
    },
  ]
}

type HeaderRow = DocumentRow & {
  readonly ofNumber: number
  readonly ofKind: string
  readonly lines: number
}

const readHeader = (row: HeaderRow): AdjustmentRequest => ({
  RequestID: String(row.number),
  RequestDetail: writeRequestDetail(row.ofKind, row.ofNumber, row.lines),
  TransferNbr: row.ofKind === 'transfer' ? String(row.ofNumber) : '',
  OfKind: row.ofKind === 'transfer' ? '' : row.ofKind,
  OfNbr: row.ofKind === 'transfer' ? '' : String(row.ofNumber),
  OriginLocationID: row.location,
  TrimSeason: row.seasonName,
  Status: memberOf(STATUSES, row.status),
  CreatedBy: row.createdBy,
  CreatedDateTime: row.createdAt.toISOString(),
  LastChangedBy: row.changedBy,
  LastChangedDateTime: row.changedAt.toISOString(),
})
