import { and, eq, getTableColumns, is, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, PgDateString } from 'drizzle-orm/pg-core'
import { valuesOf } from '#core/kinds/derive/body.ts'
import type { Kind } from '#core/kinds/kind.ts'
import type { StoredLine } from '#core/kinds/stored.ts'
import type { Values } from '#core/kinds/values.ts'
import { type DocumentKind, modeOf, STORAGE_TYPES, storageTypeOf } from '#core/wire/constants.ts'
import {
  type DocumentsPort,
  type HeaderRow,
  type LiveUpdate,
  type LockedRecord,
  lineKeyOf,
  type NewDocument,
  type Stamp,
  type StoredRecord,
} from '#documents/server/documents-port.ts'
import { batchedWrite, type Write } from '#server/database/batched-write.ts'
import {
  type DocumentRow,
  documentColumns,
  joinedColumns,
  lineColumns,
  lockThenRead,
  memberOf,
  plantFacts,
  readDocument,
  readLine,
  readLines,
  wireHeader,
  wireLine,
  withLines,
} from '#server/database/document-rows.ts'
import { headersOf, readOnlyFields, sequenceOf } from '#server/database/document-tables.ts'
import { insertJson, insertJsonStatement } from '#server/database/insert-json.ts'
import { liveUpdateTables, withLiveUpdate } from '#server/database/live-update-statements.ts'
import { preparedQuery, preparedStatement, runDeferred, runPrepared } from '#server/database/prepared.ts'
import { readCommodity } from '#server/database/reference-store.ts'
import { document, documentLine, documentOwner, transfer } from '#server/database/schema/documents.ts'
import { trimSeason } from '#server/database/schema/reference.ts'
import type { Queries, Transaction } from '#server/database/transaction.ts'
import type { ChangeScope } from '#server/domain/changes.ts'
import { listDocuments } from './document-list.ts'

const noPlant = plantFacts(null)
const lineFields = Object.keys(lineColumns)
type LineRow = Parameters<typeof readLine>[0]
type LineValues = readonly unknown[]
const linesAsJson = sql`coalesce((
  select json_agg(json_build_array(${sql.join(Object.values(lineColumns), sql`, `)}) order by ${documentLine.id})
  from ${documentLine} where ${documentLine.number} = ${document.number}), '[]')`

// Document columns and the kind's columns share one row: their names differ in the case of the first letter.
type LockedRow = DocumentRow & Values & { readonly lines: readonly LineValues[] }

function lineOfValues(values: LineValues): LineRow {
  const row: Record<string, unknown> = {}
  for (const [at, field] of lineFields.entries()) row[field] = values[at]
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the values of `lineColumns`
  return row as unknown as LineRow
}

const lockedReads = new Map<DocumentKind, ReturnType<typeof preparedStatement>>()

function lockedReadOf({ kind, header }: Kind) {
  const known = lockedReads.get(kind)
  if (known) return known
  const statement = preparedStatement(`read-${kind}`, () => {
    const { table, own } = headersOf(kind)
    const read = Object.entries<AnyPgColumn | SQL>(own).filter(
      ([name]) => Object.hasOwn(header, name) && !readOnlyFields.has(name),
    )
    const columns = Object.entries({
      ...documentColumns,
      ...Object.fromEntries(read),
      lines: linesAsJson,
    }).map(([name, column]) => sql`${asText(column)} as ${sql.identifier(name)}`)
    return sql`select ${sql.join(columns, sql`, `)} from ${document}
      join ${table} on ${table.number} = ${document.number} join ${trimSeason} on ${trimSeason.id} = ${document.seasonId}
      where ${document.number} = ${sql.placeholder('number')}`
  })
  lockedReads.set(kind, statement)
  return statement
}

// Casts dates to text: the driver would parse them into Date objects.
const asText = (column: AnyPgColumn | SQL): SQL =>
  is(column, PgDateString) ? sql`${column}::text` : sql`${column}`

const touchWrite = batchedWrite('document', () => ({
  tables: liveUpdateTables(
    sql`(update document set version = version + 1, status = ${sql.placeholder('status')}, changed_by = ${sql.placeholder('by')}, changed_at = now(),
        claimed_at = ${sql.placeholder('claimedAt')},
        owned_at = case when owned_by = ${sql.placeholder('by')} then now() else owned_at end
      where number = ${sql.placeholder('number')} returning kind, storage_type, number, season_id)`,
    sql.placeholder('by'),
    { step: sql.placeholder('step'), concerns: sql.placeholder('concerns') },
  ),
}))

/** Stores documents of every kind with headers and lines. Write only inside a transaction. */
export function createDocumentStore(queries: Queries | Transaction): DocumentsPort {
  return {
    scopeOf: (number) => readScope(queries, number),
    find: (kind, number) => findDocument(queries, kind, number),
    lock: (kind, number) => lockThenRead(queries, (each) => readForChange(queries, kind, each))(number),
    list: (kind, wanted) => listDocuments(queries, kind, wanted),
    create: (created, stamp, update) => createDocument(queries, created, stamp, update),
    insertHeader: (kind, number, row) =>
      insertJson(queries, headersOf(kind.kind).table, [{ number: Number(number), ...row }]),
    updateHeader: async (kind, number, row) => {
      if (Object.keys(row).length > 0) await runDeferred(queries, updateHeader(kind, number, row))
    },
    touch: (number, status, { by, claimedAt }, { step, concerns }) =>
      runDeferred(
        queries,
        touchWrite({
          number: Number(number),
          status,
          by,
          claimedAt: claimedAt === null ? null : new Date(claimedAt).toISOString(),
          step,
          concerns: [...new Set(concerns)],
        }),
      ),
    own: (number, owner, previous, update) => setOwner(queries, number, owner, previous, update),
    saveLines: (number, lines, stamp) => saveLines(queries, number, lines, stamp),
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
      const isLine = and(eq(documentLine.number, Number(number)), eq(documentLine.id, Number(id)))
      await runDeferred(queries, queries.delete(documentLine).where(isLine))
    },
  }
}

async function readScope(queries: Queries | Transaction, number: string): Promise<ChangeScope | null> {
  const { rows } = await queries.execute<{ kind: string; storage_type: string; locations: string[] }>(sql`
    select ${document.kind}, ${document.storageType},
      array_remove(array[${document.location}, ${transfer.DestinationLocationID}], null) as locations
    from ${document} left join ${transfer} on ${transfer.number} = ${document.number}
    where ${document.number} = ${Number(number)}`)
  const [found] = rows
  if (!found) return null
  const mode = modeOf(memberOf(STORAGE_TYPES, found.storage_type))
  return { kind: found.kind, mode, locations: found.locations }
}

async function findDocument(
  queries: Queries | Transaction,
  kind: Kind,
  number: string,
): Promise<StoredRecord | null> {
  const { table, own } = headersOf(kind.kind)
  const query = preparedQuery(queries, `find-${kind.kind}`, (on) => {
    const headers = on
      .select({ header: documentColumns, own, ...joinedColumns })
      .from(document)
      .innerJoin(table, eq(table.number, document.number))
    return withLines(headers.$dynamic(), eq(document.number, sql.placeholder('number'))).prepare(
      `find-${kind.kind}`,
    )
  })
  const rows = await query.execute({ number: Number(number) })
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

// Reads a document for a change: one row, with its lines as one JSON value.
async function readForChange(
  queries: Queries | Transaction,
  kind: Kind,
  number: string,
): Promise<LockedRecord | null> {
  const [first] = await runPrepared<LockedRow>(queries, lockedReadOf(kind)({ number: Number(number) }))
  if (!first) return null
  const values = valuesOf(kind.header, wireHeader(kind.header, first, first))
  const lines = first.lines.map((line) => readLine(lineOfValues(line), noPlant, undefined))
  return {
    document: readDocument(kind.kind, first, values, lines),
    commodity: readCommodity(first.commodity),
    owner: first.ownedBy,
  }
}

async function createDocument(
  queries: Queries | Transaction,
  { kind, mode, status, location, seasonId }: NewDocument,
  stamp: Stamp,
  update: LiveUpdate,
): Promise<string> {
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
  const { rows } = await queries.execute<{ number: string }>(withLiveUpdate(created, stamp.by, update))
  const [first] = rows
  if (!first) throw new Error(`No ${kind} was created`)
  return first.number
}

async function setOwner(
  queries: Queries | Transaction,
  number: string,
  owner: string | null,
  previous: string | null,
  update: LiveUpdate | undefined,
): Promise<void> {
  const owned = queries
    .update(document)
    .set({ ownedBy: owner, ownedAt: owner === null ? null : sql`now()` })
    .where(eq(document.number, Number(number)))
    .returning()
  await runDeferred(queries, update && owner !== null ? withLiveUpdate(owned, owner, update) : owned)
  if (owner === null) return
  const ownerRow = { number: Number(number), owner, previous: previous ?? '' }
  await runDeferred(queries, queries.insert(documentOwner).values(ownerRow))
}

async function saveLines(
  queries: Queries | Transaction,
  number: string,
  lines: readonly StoredLine[],
  stamp: Stamp,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map(
    lines.flatMap((line) => (line.id === null ? [] : [[lineKeyOf(line), line.id] as const])),
  )
  const known = lines.filter((line) => line.id !== null)
  if (known.length > 0) await runDeferred(queries, updateLines(number, known, stamp))
  const added = lines.filter((line) => line.id === null)
  if (added.length === 0) return ids
  const rows = added.map((line) => newRow(number, line, stamp))
  const inserted = await queries.execute<{ id: string; barcode: string; place: string }>(
    sql`${insertJsonStatement(documentLine, rows)} returning id, barcode, source_place as place`,
  )
  for (const { id, barcode, place } of inserted.rows) ids.set(lineKeyOf({ barcode, source: { place } }), id)
  return ids
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

// The columns of a line's source account. They never change.
const sourceRow = ({ barcode, source }: StoredLine) => ({
  barcode,
  sourceKind: source.kind,
  sourceOwner: source.owner,
  sourcePlace: source.place,
})

// The line columns that a change writes. A count uses two columns.
type ChangingColumn =
  | Exclude<
      keyof StoredLine,
      | 'id'
      | 'barcode'
      | 'source'
      | 'storageLocation'
      | 'secondShelf'
      | 'available'
      | 'plant'
      | 'asRead'
      | 'odd'
      | 'counted'
      | 'changedAt'
      | 'doneAt'
    >
  | 'countedBy'
  | 'countedAfter'
  | 'claimedAt'
const lineRow = (line: StoredLine, { by, claimedAt }: Stamp) =>
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
    claimedAt: claimedAt === null ? null : new Date(claimedAt).toISOString(),
  }) satisfies Readonly<Record<ChangingColumn | 'changedBy', unknown>>

const newRow = (number: string, line: StoredLine, stamp: Stamp) => ({
  number: Number(number),
  ...sourceRow(line),
  ...lineRow(line, stamp),
})

const allocateIds = preparedStatement(
  'take-line-ids',
  () => sql`select nextval(pg_get_serial_sequence('document_line', 'id')) as id
    from generate_series(1, ${sql.placeholder('n')}::integer)`,
)

/** Allocates `n` ids for new lines. */
export async function allocateLineIds(queries: Queries | Transaction, n: number): Promise<readonly string[]> {
  const rows = await runPrepared<{ id: string }>(queries, allocateIds({ n }))
  return rows.map(({ id }) => id)
}

/** Inserts new lines with the ids allocated for them. */
export function insertLines(
  queries: Queries | Transaction,
  number: string,
  lines: readonly StoredLine[],
  stamp: Stamp,
): Promise<void> {
  const rows = lines.map((line) => ({ id: Number(line.id), ...newRow(number, line, stamp) }))
  return insertJson(queries, documentLine, rows)
}

const changing: Readonly<Record<keyof ReturnType<typeof lineRow>, true>> = {
  status: true,
  ordered: true,
  picked: true,
  received: true,
  held: true,
  reason: true,
  isReplant: true,
  countedBy: true,
  countedAfter: true,
  changedBy: true,
  claimedAt: true,
}
const changedColumns = Object.entries(getTableColumns(documentLine)).flatMap(([field, { name }]) =>
  Object.hasOwn(changing, field) ? [[field, name] as const] : [],
)

function updateLines(number: string, lines: readonly StoredLine[], stamp: Stamp): Write {
  const [first] = lines
  return first && lines.length === 1
    ? updateLineWrite({ ...lineRow(first, stamp), id: Number(first.id), number: Number(number) })
    : updateLinesWrite({ number: Number(number), rows: lineRows(lines, stamp) })
}

// Updates one line by its key, without the JSON list that several lines need.
const updateLineWrite = batchedWrite('line', () => {
  const set = changedColumns.map(([field, name]) => sql`${sql.identifier(name)} = ${sql.placeholder(field)}`)
  return {
    tables: sql`line as (
    update document_line set ${sql.join(set, sql`, `)}, changed_at = now()
    where id = ${sql.placeholder('id')} and number = ${sql.placeholder('number')})`,
  }
})

// Encodes changed lines as one JSON value.
function lineRows(lines: readonly StoredLine[], stamp: Stamp): string {
  const records = lines.map((line) => {
    const values = new Map<string, unknown>(Object.entries(lineRow(line, stamp)))
    return {
      id: Number(line.id),
      ...Object.fromEntries(changedColumns.map(([field, name]) => [name, values.get(field)])),
    }
  })
  return JSON.stringify(records)
}

// Updates several lines in one statement.
const updateLinesWrite = batchedWrite('lines', () => {
  const set = changedColumns.map(([, name]) => sql`${sql.identifier(name)} = changed.${sql.identifier(name)}`)
  return {
    tables: sql`lines as (
    update document_line set ${sql.join(set, sql`, `)}, changed_at = now()
    from json_populate_recordset(null::document_line, ${sql.placeholder('rows')}::json) as changed
    where document_line.id = changed.id and document_line.number = ${sql.placeholder('number')})`,
  }
})
