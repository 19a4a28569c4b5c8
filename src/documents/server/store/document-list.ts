// Lists documents, newest first. Finds the numbers of a page in an index, then reads only those documents.
import { and, desc, eq, getTableColumns, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Kind } from '#core/kinds/kind.ts'
import type { Values } from '#core/kinds/values.ts'
import { storageTypeOf } from '#core/wire/constants.ts'
import type { ListFilter } from '#documents/server/documents-port.ts'
import { documentColumns, listFilter, wireHeader } from '#server/database/document-rows.ts'
import { headersOf } from '#server/database/document-tables.ts'
import { document } from '#server/database/schema/documents.ts'
import { trimSeason } from '#server/database/schema/reference.ts'
import type { Queries, Transaction } from '#server/database/transaction.ts'
import { type RecordPage, totalLimitOf } from '#server/domain/paging.ts'
import { figuresOf, wireFigures } from './list-figures.ts'

/** Reads a page of a list (see `DocumentsPort.list`). */
export async function listDocuments(
  queries: Queries | Transaction,
  kind: Kind,
  wanted: ListFilter,
): Promise<RecordPage<Values>> {
  const { table, own } = headersOf(kind.kind)
  const { limit, after } = wanted
  const total = countOf(queries, kind, wanted)
  const rows = await queries
    .select({ header: documentColumns, own, figures: figuresOf(kind.kind, wanted), total })
    .from(document)
    .innerJoin(table, eq(table.number, document.number))
    .innerJoin(trimSeason, eq(trimSeason.id, document.seasonId))
    .where(inArray(document.number, numbersOfPage(queries, kind, wanted)))
    .orderBy(desc(document.number))
  const records = rows.slice(0, limit).map((row) => ({
    ...wireHeader(kind.header, row.header, row.own),
    ...wireFigures(row.figures),
  }))
  const next = rows.length > limit ? String(rows[limit - 1]?.header.number) : null
  return {
    records,
    // A page past the last row has no row that carries the count.
    total: rows[0]?.total ?? (await readCount(queries, total)),
    ...(after !== undefined && { next }),
  }
}

// The numbers of a page. A page by cursor reads one more to detect a next page.
function numbersOfPage(queries: Queries | Transaction, kind: Kind, wanted: ListFilter): SQL {
  const { statuses, limit, offset, after } = wanted
  const afterCursor = after === undefined || after === '' ? undefined : lt(document.number, Number(after))
  const newest = (where: SQL | undefined, maxRows: number) =>
    sql`select ${document.number} from ${document} where ${where} order by ${document.number} desc limit ${maxRows}`
  const [size, skip] = after === undefined ? [limit, offset] : [limit + 1, 0]
  const of = (each: ListFilter['statuses']) =>
    and(whereListed(queries, kind, { ...wanted, statuses: each }), afterCursor)
  // With several statuses, merge one index scan per status: each status has its own index range.
  if (statuses.length > 1 && isAtSource(kind, wanted)) {
    const each = statuses.map((status) => sql`(${newest(of([status]), size + skip)})`)
    return sql`(select number from (${sql.join(each, sql` union all `)}) as found order by number desc limit ${size} offset ${skip})`
  }
  return sql`(${newest(of(statuses), size)} offset ${skip})`
}

// Whether the list filters by the documents' own location, the first filter of their index.
const isAtSource = (kind: Kind, { at }: ListFilter): boolean => {
  const columns = getTableColumns(headersOf(kind.kind).table)
  return Object.keys(at).every((name) => !columns[name])
}

// Counts the documents of all pages, as a column of the list query.
function countOf(queries: Queries | Transaction, kind: Kind, wanted: ListFilter) {
  const maxRows = totalLimitOf(wanted)
  // Index order stops the scan at the limit.
  const countLimit = maxRows === undefined ? sql`` : sql`order by ${document.number} desc limit ${maxRows}`
  const all = sql`select from ${document} where ${whereListed(queries, kind, wanted)}`
  return sql<number>`(select count(*) from (${all} ${countLimit}) as counted)`.mapWith(Number)
}

async function readCount(queries: Queries | Transaction, total: SQL<number>): Promise<number> {
  const { rows } = await queries.execute<{ total: string }>(sql`select ${total} as total`)
  return Number(rows[0]?.total ?? 0)
}

// The condition of a list: season, mode and locations.
function whereListed(
  queries: Queries | Transaction,
  kind: Kind,
  { at, mode, number, ...wanted }: ListFilter,
): SQL | undefined {
  const { table } = headersOf(kind.kind)
  const columns = getTableColumns(table)
  const places = Object.entries(at).map(([name, location]) => {
    const column = columns[name]
    if (!column) return eq(document.location, location)
    return inArray(
      document.number,
      queries.select({ number: table.number }).from(table).where(eq(column, location)),
    )
  })
  return and(
    listFilter(kind.kind, { ...wanted, storageType: storageTypeOf(mode) }),
    ...places,
    number === undefined ? undefined : eq(document.number, Number(number)),
  )
}
