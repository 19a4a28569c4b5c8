// Lists of documents, newest first. The numbers of a page are found in an index first; only what is on the
// page is read.
import { and, desc, eq, getTableColumns, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Kind } from '#core/kinds/kind.ts'
import type { Values } from '#core/kinds/values.ts'
import { storageTypeOf } from '#core/wire/constants.ts'
import type { ListWanted } from '#server/domain/documents-port.ts'
import { countedTo, type RecordPage } from '#server/domain/paging.ts'
import { documentColumns, listed, wireHeader } from './document-rows.ts'
import { headersOf } from './document-tables.ts'
import { figuresOf, wireFigures } from './list-figures.ts'
import { document } from './schema/documents.ts'
import { trimSeason } from './schema/reference.ts'
import type { Queries, Transaction } from './transaction.ts'

/** A page of a list: see `DocumentsPort.list`. */
export async function listDocuments(
  queries: Queries | Transaction,
  kind: Kind,
  wanted: ListWanted,
): Promise<RecordPage<Values>> {
  const { table, own } = headersOf(kind.kind)
  const { limit, after } = wanted
  const total = countOf(queries, kind, wanted)
  const rows = await queries
    .select({ header: documentColumns, own, figures: figuresOf(kind.kind, wanted), total })
    .from(document)
    .innerJoin(table, eq(table.number, document.number))
    .innerJoin(trimSeason, eq(trimSeason.id, document.seasonId))
    .where(inArray(document.number, numbersOf(queries, kind, wanted)))
    .orderBy(desc(document.number))
  const records = rows.slice(0, limit).map((row) => ({
    ...wireHeader(kind.header, row.header, row.own),
    ...wireFigures(row.figures),
  }))
  const next = rows.length > limit ? String(rows[limit - 1]?.header.number) : null
  return {
    records,
    // A page after the last row has no row with the count.
    total: rows[0]?.total ?? (await countAlone(queries, total)),
    ...(after !== undefined && { next }),
  }
}

// The numbers of a page; by key with one more, which shows that there is a next page.
function numbersOf(queries: Queries | Transaction, kind: Kind, wanted: ListWanted): SQL {
  const { statuses, limit, offset, after } = wanted
  const behind = after === undefined || after === '' ? undefined : lt(document.number, Number(after))
  const newest = (where: SQL | undefined, most: number) =>
    sql`select ${document.number} from ${document} where ${where} order by ${document.number} desc limit ${most}`
  const [size, before] = after === undefined ? [limit, offset] : [limit + 1, 0]
  const of = (each: ListWanted['statuses']) =>
    and(whereListed(queries, kind, { ...wanted, statuses: each }), behind)
  // The newest of each status are at one place of the index, those of several are not.
  if (statuses.length > 1 && isAtSource(kind, wanted)) {
    const each = statuses.map((status) => sql`(${newest(of([status]), size + before)})`)
    return sql`(select number from (${sql.join(each, sql` union all `)}) as found order by number desc limit ${size} offset ${before})`
  }
  return sql`(${newest(of(statuses), size)} offset ${before})`
}

// Does the list go by the documents' own location, which their index begins with?
const isAtSource = (kind: Kind, { at }: ListWanted): boolean => {
  const columns = getTableColumns(headersOf(kind.kind).table)
  return Object.keys(at).every((name) => !columns[name])
}

// How many there are over all pages, for the list's own query.
function countOf(queries: Queries | Transaction, kind: Kind, wanted: ListWanted) {
  const most = countedTo(wanted)
  // In the order of the index, so that no more than these are read.
  const rest = most === undefined ? sql`` : sql`order by ${document.number} desc limit ${most}`
  const all = sql`select from ${document} where ${whereListed(queries, kind, wanted)}`
  return sql<number>`(select count(*) from (${all} ${rest}) as counted)`.mapWith(Number)
}

async function countAlone(queries: Queries | Transaction, total: SQL<number>): Promise<number> {
  const { rows } = await queries.execute<{ total: string }>(sql`select ${total} as total`)
  return Number(rows[0]?.total ?? 0)
}

// A list's condition: season, mode and locations.
function whereListed(
  queries: Queries | Transaction,
  kind: Kind,
  { at, mode, number, ...wanted }: ListWanted,
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
    listed(kind.kind, { ...wanted, storageType: storageTypeOf(mode) }),
    ...places,
    number === undefined ? undefined : eq(document.number, Number(number)),
  )
}
