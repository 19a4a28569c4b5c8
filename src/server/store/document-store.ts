import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { storageTypeOf } from '#contract/constants.ts'
import { valuesOf } from '#kinds/derive/body.ts'
import type { Kind } from '#kinds/kind.ts'
import type { StoredLine } from '#kinds/stored.ts'
import {
  type DocumentsPort,
  type HeaderRow,
  type ListWanted,
  lineKeyOf,
  type Stamp,
  type StoredRecord,
} from '#server/domain/documents-port.ts'
import {
  documentColumns,
  inPage,
  joinedColumns,
  listed,
  lockBefore,
  pageOf,
  readDocument,
  readLines,
  wireHeader,
  wireLine,
  withLines,
} from './document-rows.ts'
import { headersOf, sequenceOf } from './document-tables.ts'
import { insertJson } from './insert-json.ts'
import { figuresOf, wireFigures } from './list-figures.ts'
import { readCommodity } from './reference-store.ts'
import { document, documentLine, documentOwner } from './schema/documents.ts'
import { tellDocument } from './tell-change.ts'
import type { Queries, Transaction } from './transaction.ts'

/** Documents of every kind, their headers and lines. Change only inside a transaction. */
export function createDocumentStore(queries: Queries | Transaction): DocumentsPort {
  const find = async (kind: Kind, number: string): Promise<StoredRecord | null> => {
    const { table, own } = headersOf(kind.kind)
    const headers = queries
      .select({ header: documentColumns, own, ...joinedColumns })
      .from(document)
      .innerJoin(table, eq(table.number, document.number))
    const rows = await withLines(headers.$dynamic(), number)
    const [first] = rows
    if (!first) return null
    const header = wireHeader(kind.header, first.header, first.own)
    const lines = readLines(rows)
    const stored = readDocument(
      kind.kind,
      first.header,
      valuesOf(kind.header, header),
      lines.map((line) => line.stored),
    )
    return {
      document: stored,
      commodity: readCommodity(first.header.commodity),
      owner: first.header.ownedBy,
      header,
      lines: lines.map((line) => wireLine(kind.line, line.stored, stored, line.plant)),
    }
  }

  return {
    find,
    lock: (kind, number) => lockBefore(queries, (each) => find(kind, each))(number),
    list: async (kind, wanted) => {
      const { table, own } = headersOf(kind.kind)
      const where = whereListed(queries, kind, wanted)
      const headers = queries
        .select({
          header: documentColumns,
          own,
          figures: figuresOf(kind.kind, wanted),
          total: queries.$count(document, where),
        })
        .from(document)
        .innerJoin(table, eq(table.number, document.number))
      const rows = await inPage(headers.$dynamic(), where, wanted)
      return pageOf(queries, where, wanted, rows, (row) => ({
        ...wireHeader(kind.header, row.header, row.own),
        ...wireFigures(row.figures),
      }))
    },
    create: async ({ kind, mode, status, location, seasonId }, stamp, told) => {
      const created = queries
        .insert(document)
        .values({
          number: sql`nextval(${sequenceOf(kind)}::regclass)`,
          kind,
          storageType: storageTypeOf(mode),
          status,
          location,
          seasonId,
          createdBy: stamp.by,
          ...changeOf(stamp),
        })
        .returning()
      const { rows } = await queries.execute<{ number: string }>(tellDocument(created, stamp.by, told))
      const [first] = rows
      if (!first) throw new Error(`No ${kind} was created`)
      return first.number
    },
    insertHeader: (kind, number, row) =>
      insertJson(queries, headersOf(kind.kind).table, [{ number: Number(number), ...row }]),
    updateHeader: async (kind, number, row) => {
      if (Object.keys(row).length > 0) await queries.execute(updateHeader(kind, number, row))
    },
    touch: async (number, status, stamp, told) => {
      const touched = queries
        .update(document)
        .set({
          status,
          changedAt: sql`now()`,
          ownedAt: sql`case when ${document.ownedBy} = ${stamp.by} then now() else ${document.ownedAt} end`,
          ...changeOf(stamp),
        })
        .where(eq(document.number, Number(number)))
        .returning()
      await queries.execute(tellDocument(touched, stamp.by, told))
    },
    own: async (number, owner, previous, told) => {
      const owned = queries
        .update(document)
        .set({ ownedBy: owner, ownedAt: owner === null ? null : sql`now()` })
        .where(eq(document.number, Number(number)))
        .returning()
      await queries.execute(told && owner !== null ? tellDocument(owned, owner, told) : owned)
      if (owner === null) return
      await queries.insert(documentOwner).values({ number: Number(number), owner, previous: previous ?? '' })
    },
    saveLines: async (number, lines, stamp) => {
      const ids = new Map(
        lines.flatMap((line) => (line.id === null ? [] : [[lineKeyOf(line), line.id] as const])),
      )
      const known = lines.filter((line) => line.id !== null)
      if (known.length > 0) await queries.execute(updateLines(number, known, stamp))
      const added = lines.filter((line) => line.id === null)
      if (added.length === 0) return ids
      const inserted = await queries
        .insert(documentLine)
        .values(
          added.map((line) => ({ number: Number(number), ...sourceRow(line), ...lineRow(line, stamp) })),
        )
        .returning({ id: documentLine.id, barcode: documentLine.barcode, place: documentLine.sourcePlace })
      for (const { id, barcode, place } of inserted) {
        const line = added.find((each) => each.barcode === barcode && each.source.place === place)
        if (line) ids.set(lineKeyOf(line), String(id))
      }
      return ids
    },
    numberOfLine: async (kind, id) => {
      if (!/^\d{1,15}$/.test(id)) return null
      const [found] = await queries
        .select({ number: documentLine.number })
        .from(documentLine)
        .innerJoin(document, and(eq(document.number, documentLine.number), eq(document.kind, kind)))
        .where(eq(documentLine.id, Number(id)))
      return found ? String(found.number) : null
    },
    deleteLine: async (number, id) => {
      await queries
        .delete(documentLine)
        .where(and(eq(documentLine.number, Number(number)), eq(documentLine.id, Number(id))))
    },
  }
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

const changeOf = ({ by, claimedAt }: Stamp) => ({
  changedBy: by,
  claimedAt: claimedAt === null ? null : new Date(claimedAt),
})

function updateHeader(kind: Kind, number: string, row: HeaderRow): SQL {
  const { table } = headersOf(kind.kind)
  const columns = getTableColumns(table)
  const changes = Object.entries(row).flatMap(([name, value]) => {
    const column = columns[name]
    return column ? [sql`${sql.identifier(column.name)} = ${value}`] : []
  })
  return sql`update ${table} set ${sql.join(changes, sql`, `)} where ${eq(table.number, Number(number))}`
}

// A line's source account: written once, with a new line.
const sourceRow = ({ barcode, source }: StoredLine) => ({
  barcode,
  sourceKind: source.kind,
  sourceOwner: source.owner,
  sourcePlace: source.place,
})

// The columns of a line that can change: not its key, not its plants' facts; a count has two columns.
type Changing =
  | Exclude<
      keyof StoredLine,
      'id' | 'barcode' | 'source' | 'storageLocation' | 'available' | 'plant' | 'counted'
    >
  | 'countedBy'
  | 'countedAfter'
const lineRow = (line: StoredLine, { by }: Stamp) =>
  ({
    status: line.status,
    ordered: line.ordered,
    picked: line.picked,
    received: line.received,
    held: line.held,
    reason: line.reason,
    isReplant: line.isReplant,
    countedBy: line.counted?.by ?? null,
    countedAfter: line.counted?.after ?? null,
    changedBy: by,
  }) satisfies Readonly<Record<Changing | 'changedBy', unknown>>

// Updates all changed lines in one statement.
function updateLines(number: string, lines: readonly StoredLine[], stamp: Stamp): SQL {
  const columns = Object.entries(getTableColumns(documentLine))
  const records = lines.map((line) => {
    const values = new Map<string, unknown>(Object.entries({ id: Number(line.id), ...lineRow(line, stamp) }))
    return Object.fromEntries(
      columns.flatMap(([field, { name }]) => (values.has(field) ? [[name, values.get(field)]] : [])),
    )
  })
  const changed = Object.keys(records[0] ?? {}).filter((name) => name !== 'id')
  const set = changed.map((name) => sql`${sql.identifier(name)} = changed.${sql.identifier(name)}`)
  return sql`
    update document_line set ${sql.join(set, sql`, `)}, changed_at = now()
    from json_populate_recordset(null::document_line, ${JSON.stringify(records)}::json) as changed
    where document_line.id = changed.id and document_line.number = ${Number(number)}`
}
