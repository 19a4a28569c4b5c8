import { eq } from 'drizzle-orm'
import { INVENTORY_EFFECTS } from '#contract/constants.ts'
import type { ReturnHeader, ReturnLine } from '#contract/return.ts'
import type { StoredLine } from '#server/domain/documents.ts'
import type { ReturnsPort, StoredReturn } from '#server/domain/return.ts'
import {
  documentColumns,
  inPage,
  type JoinedRow,
  joinedColumns,
  known,
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
import { document, plantReturn } from './schema/documents.ts'
import { grower } from './schema/reference.ts'
import type { Queries, Transaction } from './transaction.ts'

const headerColumns = {
  ...documentColumns,
  growerId: plantReturn.growerId,
  growerName: grower.name,
  effect: plantReturn.effect,
  reference: plantReturn.reference,
  returnedDate: plantReturn.returnedDate,
  returnedBy: plantReturn.returnedBy,
  comments: plantReturn.comments,
}
type HeaderRow = Row<typeof headerColumns>

/** Headers and lists of returns. */
export function createReturnStore(queries: Queries | Transaction): ReturnsPort {
  const find = async (number: string): Promise<StoredReturn | null> => {
    const headers = queries
      .select({ header: headerColumns, ...joinedColumns })
      .from(document)
      .innerJoin(plantReturn, eq(plantReturn.number, document.number))
      .innerJoin(grower, eq(grower.id, plantReturn.growerId))
    const rows = await withLines(headers.$dynamic(), number)
    const [first] = rows
    return first ? readReturn(first.header, rows) : null
  }

  return {
    find,
    lock: lockBefore(queries, find),
    insert: async (number, fields) => {
      await queries.insert(plantReturn).values({ number: Number(number), ...fields })
    },
    update: async (number, fields) => {
      await queries
        .update(plantReturn)
        .set(fields)
        .where(eq(plantReturn.number, Number(number)))
    },
    list: async (wanted) => {
      const where = listed('return', wanted)
      const headers = queries
        .select({ header: headerColumns, total: queries.$count(document, where) })
        .from(document)
        .innerJoin(plantReturn, eq(plantReturn.number, document.number))
        .innerJoin(grower, eq(grower.id, plantReturn.growerId))
      return pageOf(queries, where, wanted, await inPage(headers.$dynamic(), where, wanted), readHeader)
    },
  }
}

function readHeader(row: HeaderRow): ReturnHeader {
  const { Status, ...audit } = wireHeader(row)
  return {
    LogNbr: String(row.number),
    RefNbr: row.reference,
    ReturnedFromNbr: row.growerId,
    ReturnedFromType: 'Grower',
    growerEntity: row.growerName,
    ReturnWarehouse: row.location,
    InventoryEffect: known(INVENTORY_EFFECTS, row.effect),
    ReturnedDate: row.returnedDate ?? '',
    ReturnedBy: row.returnedBy,
    PostStatus: Status,
    TrimSeasonID: row.seasonId,
    TrimSeasonName: row.seasonName,
    Comments: row.comments,
    ...audit,
  }
}

function readReturn(row: HeaderRow, rows: readonly JoinedRow[]): StoredReturn {
  const header = readHeader(row)
  const lines = readLines(rows)
  const { ReturnWarehouse, ReturnedFromType, ReturnedFromNbr, InventoryEffect } = header
  return {
    document: readDocument(
      'return',
      row,
      { ReturnWarehouse, ReturnedFromType, ReturnedFromNbr, InventoryEffect },
      lines.map(({ stored }) => stored),
    ),
    commodity: readCommodity(row.commodity),
    header,
    lines: lines.map(({ stored, plant }) => returnLine(header.LogNbr, stored, plant)),
  }
}

/** A grower is no storage location: whose plants they were says the header. */
const returnLine = (number: string, line: StoredLine, plant: PlantRow): ReturnLine => ({
  ...wireLine(line, plant),
  StorageLocation: '',
  LogNbr: number,
  ReasonCode: line.reason,
})
