import { eq } from 'drizzle-orm'
import { STORAGE_TYPES } from '#contract/constants.ts'
import type { DumpHeader, DumpLine } from '#contract/dump.ts'
import type { StoredLine } from '#server/domain/documents.ts'
import type { DumpsPort, StoredDump } from '#server/domain/dump.ts'
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
import { document, dump } from './schema/documents.ts'
import type { Queries, Transaction } from './transaction.ts'

const headerColumns = {
  ...documentColumns,
  authorizedBy: dump.authorizedBy,
  authorizedDate: dump.authorizedDate,
  comments: dump.comments,
}
type HeaderRow = Row<typeof headerColumns>

/** Headers and lists of dumps. */
export function createDumpStore(queries: Queries | Transaction): DumpsPort {
  const find = async (number: string): Promise<StoredDump | null> => {
    const headers = queries
      .select({ header: headerColumns, ...joinedColumns })
      .from(document)
      .innerJoin(dump, eq(dump.number, document.number))
    const rows = await withLines(headers.$dynamic(), number)
    const [first] = rows
    return first ? readDump(first.header, rows) : null
  }

  return {
    find,
    lock: lockBefore(queries, find),
    insert: async (number, fields) => {
      await queries.insert(dump).values({ number: Number(number), ...fields })
    },
    update: async (number, fields) => {
      await queries
        .update(dump)
        .set(fields)
        .where(eq(dump.number, Number(number)))
    },
    list: async (wanted) => {
      const where = listed('dump', wanted)
      const headers = queries
        .select({ header: headerColumns, total: queries.$count(document, where) })
        .from(document)
        .innerJoin(dump, eq(dump.number, document.number))
      return pageOf(queries, where, wanted, await inPage(headers.$dynamic(), where, wanted), readHeader)
    },
  }
}

const readHeader = (row: HeaderRow): DumpHeader => ({
  LogNbr: String(row.number),
  AuthorizedBy: row.authorizedBy,
  AuthorizedDate: row.authorizedDate,
  Comments: row.comments,
  TrimSeasonID: row.seasonId,
  TrimSeasonName: row.seasonName,
  DumpWarehouse: row.location,
  StorageType: known(STORAGE_TYPES, row.storageType),
  ...wireHeader(row),
})

function readDump(row: HeaderRow, rows: readonly JoinedRow[]): StoredDump {
  const header = readHeader(row)
  const lines = readLines(rows)
  return {
    document: readDocument(
      'dump',
      row,
      { DumpWarehouse: header.DumpWarehouse },
      lines.map(({ stored }) => stored),
    ),
    commodity: readCommodity(row.commodity),
    header,
    lines: lines.map(({ stored, plant }) => dumpLine(header, stored, plant)),
  }
}

const dumpLine = (header: DumpHeader, line: StoredLine, plant: PlantRow): DumpLine => ({
  ...wireLine(line, plant),
  LogNbr: header.LogNbr,
  InventoryLocation: header.DumpWarehouse,
  StorageType: header.StorageType,
  DumpQty: line.ordered,
  ReasonCode: line.reason,
  // In grower storage the storage location is `#GR{id}` (part 1 section 3).
  Key: `${line.barcode}${line.storageLocation}`,
})
