import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import { INVENTORY_EFFECTS } from '#contract/constants.ts'
import type { ReturnHeader, ReturnLine } from '#contract/return.ts'
import type { StoredLine } from '#server/domain/documents.ts'
import type { ReturnsPort, StoredReturn } from '#server/domain/return.ts'
import {
  balanceOfLine,
  documentColumns,
  type JoinedRow,
  joinedColumns,
  known,
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
import { document, documentLine, plantReturn } from './schema/documents.ts'
import { grower, trimSeason, variety } from './schema/reference.ts'
import { balance, barcode } from './schema/stock.ts'
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
  /** Header and lines in one statement, so that both are of the same moment. */
  const find = async (number: string): Promise<StoredReturn | null> => {
    const rows = await queries
      .select({ header: headerColumns, ...joinedColumns })
      .from(document)
      .innerJoin(plantReturn, eq(plantReturn.number, document.number))
      .innerJoin(grower, eq(grower.id, plantReturn.growerId))
      .innerJoin(trimSeason, eq(trimSeason.id, document.seasonId))
      .leftJoin(documentLine, eq(documentLine.number, document.number))
      .leftJoin(barcode, eq(barcode.barcode, documentLine.barcode))
      .leftJoin(variety, eq(variety.code, barcode.varietyCode))
      .leftJoin(balance, balanceOfLine)
      .where(eq(document.number, Number(number)))
      .orderBy(asc(documentLine.id))
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
    list: async ({ location, seasonId, statuses, offset, limit }) => {
      const where = and(
        eq(document.kind, 'return'),
        eq(document.location, location),
        eq(document.seasonId, seasonId),
        statuses.length > 0 ? inArray(document.status, [...statuses]) : undefined,
      )
      const rows = await queries
        .select({ header: headerColumns, total: queries.$count(document, where) })
        .from(document)
        .innerJoin(plantReturn, eq(plantReturn.number, document.number))
        .innerJoin(grower, eq(grower.id, plantReturn.growerId))
        .innerJoin(trimSeason, eq(trimSeason.id, document.seasonId))
        .where(where)
        .orderBy(desc(document.number))
        .limit(limit)
        .offset(offset)
      return pageOf(queries, where, offset, rows, readHeader)
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
