// Writes the demo data into an empty database in one transaction, so that a crash leaves nothing behind.
import { type InferInsertModel, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import {
  COMMODITIES,
  COMMODITY_CODES,
  DOCUMENT_KINDS,
  type DocumentKind,
  storageTypeOf,
} from '#core/wire/constants.ts'
import { advisoryLocks } from '#server/database/advisory-locks.ts'
import type { Database } from '#server/database/database.ts'
import { headersOf, sequenceOf } from '#server/database/document-tables.ts'
import { insertJson } from '#server/database/insert-json.ts'
import { movementRow } from '#server/database/ledger-store.ts'
import { adjustmentRequest, document, documentLine } from '#server/database/schema/documents.ts'
import { movement } from '#server/database/schema/ledger.ts'
import { person, personKey, personLocation } from '#server/database/schema/people.ts'
import {
  grower,
  location,
  nursery,
  reasonCode,
  trimSeason,
  trimType,
  variety,
} from '#server/database/schema/reference.ts'
import { balance, barcode } from '#server/database/schema/stock.ts'
import type { Queries, Transaction } from '#server/database/transaction.ts'
import { locations, reasonCodes, trimTypes, varieties } from './catalogue.ts'
import { type DemoData, type DemoOptions, generateDemo } from './generate.ts'
import { type PlayedDocument, playDemo } from './play.ts'

/** Fills an empty database with demo data. Returns false if it has any location, season, user or barcode. */
export async function seedDemo(database: Database, options: DemoOptions): Promise<boolean> {
  if (!(await isEmpty(database.queries))) return false
  // Generated outside the transaction, because it may exceed the idle timeout on a slow machine.
  const data = generateDemo(options)
  const played = await playDemo(data, await drawAllNumbers(database.queries, data))
  const seeded = await database.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.demoData})`)
    if (!(await isEmpty(transaction))) return false
    await loadReferences(transaction, data)
    await loadStockAndDocuments(transaction, played)
    return true
  })
  // PGlite has no autovacuum, and its planner needs table sizes.
  if (seeded) await database.pool.query('analyze')
  return seeded
}

async function isEmpty(queries: Queries | Transaction): Promise<boolean> {
  const { rows } = await queries.execute<{ used: boolean }>(sql`
    select exists (select from ${location}) or exists (select from ${trimSeason})
      or exists (select from ${person}) or exists (select from ${barcode}) as used`)
  return rows[0]?.used === false
}

// Draws numbers from the database's sequences, so that new documents and lines continue after them.
async function drawAllNumbers(queries: Queries, { documents }: DemoData) {
  const ofKinds = new Map<DocumentKind, () => string>()
  for (const kind of DOCUMENT_KINDS) {
    const count = documents.filter((each) => each.kind === kind).length
    ofKinds.set(kind, await drawNumbers(queries, sql`${sequenceOf(kind)}`, count))
  }
  const lineCount = documents.reduce((sum, { lines }) => sum + lines.length, 0)
  const lines = await drawNumbers(queries, sql`pg_get_serial_sequence('document_line', 'id')`, lineCount)
  return { lines, documents: (kind: DocumentKind) => ofKinds.get(kind)?.() ?? '' }
}

// Returns a function that returns the drawn numbers in order.
async function drawNumbers(
  queries: Queries,
  sequence: ReturnType<typeof sql>,
  count: number,
): Promise<() => string> {
  const { rows } = await queries.execute<{ number: string | number }>(sql`
    select nextval((${sequence})::regclass) as number from generate_series(1, ${count}) order by number`)
  const drawn = rows.values()
  return () => {
    const { value } = drawn.next()
    if (!value) throw new Error('The database gave out too few numbers')
    return String(value.number)
  }
}

async function loadReferences(transaction: Transaction, { people, ...data }: DemoData): Promise<void> {
  await insertRows(transaction, location, locations)
  await insertRows(transaction, trimSeason, data.seasons)
  await insertRows(transaction, trimType, trimTypes)
  await insertRows(
    transaction,
    variety,
    COMMODITIES.flatMap((commodity) =>
      varieties[commodity].map(([code, description], index) => ({
        code,
        id: COMMODITY_CODES[commodity] * 100 + index + 1,
        description,
        commodity,
      })),
    ),
  )
  await insertRows(transaction, grower, data.growers)
  await insertRows(transaction, nursery, data.nurseries)
  await insertRows(transaction, reasonCode, reasonCodes)
  await insertRows(transaction, person, people)
  await insertRows(
    transaction,
    personKey,
    people.flatMap(({ username, keys }) => keys.map((securityKey) => ({ username, securityKey }))),
  )
  await insertRows(
    transaction,
    personLocation,
    people.flatMap(({ username, locations: codes }) => codes.map((code) => ({ username, location: code }))),
  )
}

async function loadStockAndDocuments(
  transaction: Transaction,
  { book, documents }: Awaited<ReturnType<typeof playDemo>>,
): Promise<void> {
  await insertRows(transaction, barcode, book.plants())
  await insertRows(
    transaction,
    balance,
    book.balances().map(({ account, ...each }) => ({ ...each, ...account })),
  )
  await insertRows(transaction, document, documents.map(documentRow))
  for (const kind of DOCUMENT_KINDS) {
    const headers = documents.filter(({ plan }) => plan.kind === kind).map(headerRow)
    await insertRows(transaction, kind === 'request' ? adjustmentRequest : headersOf(kind).table, headers)
  }
  const movements = book.movements()
  await insertRows(
    transaction,
    documentLine,
    documents.flatMap((each) => lineRows(each, movements.length)),
  )
  await insertRows(
    transaction,
    movement,
    movements.map((each) => ({ at: each.at, ...movementRow(each) })),
  )
}

// A row as JSON. Times are ISO 8601 strings.
type JsonRow<Table extends PgTable> = {
  readonly [Field in keyof InferInsertModel<Table>]: Date extends InferInsertModel<Table>[Field]
    ? Exclude<InferInsertModel<Table>[Field], Date> | string
    : InferInsertModel<Table>[Field]
}

// Rows per statement: a few hundred kilobytes, so that the embedded database can do other work in between.
const rowsPerStatement = 1_000

// Inserts rows in order, in batches. Fields that are no column are left out.
async function insertRows<Table extends PgTable>(
  transaction: Transaction,
  table: Table,
  rows: readonly JsonRow<Table>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerStatement)
    await insertJson(transaction, table, rows.slice(start, start + rowsPerStatement))
}

const lastStep = ({ steps, created }: PlayedDocument['plan']) => steps.at(-1) ?? created

const documentRow = ({ document: played, plan }: PlayedDocument) => ({
  number: Number(played.number),
  kind: played.kind,
  storageType: storageTypeOf(played.mode),
  status: played.status,
  location: played.location,
  seasonId: played.seasonId,
  createdBy: plan.created.by,
  createdAt: plan.created.at,
  changedBy: lastStep(plan).by,
  changedAt: lastStep(plan).at,
})

// `ofNumber` is the transfer of an adjustment request.
const headerRow = ({ document: { number, header } }: PlayedDocument) => ({
  ...header,
  number: Number(number),
  ofNumber: Number(header.TransferNbr),
})

// `latest` is the last movement: nothing has moved since the count.
const lineRows = ({ document: { number, lines }, plan }: PlayedDocument, latest: number) =>
  lines.map(({ id, source, ...line }) => ({
    id: Number(id),
    number: Number(number),
    barcode: line.barcode,
    status: line.status,
    ordered: line.ordered,
    picked: line.picked,
    received: line.received,
    held: line.held,
    sourceKind: source.kind,
    sourceOwner: source.owner,
    sourcePlace: source.place,
    reason: line.reason,
    isReplant: line.isReplant,
    countedBy: line.counted?.by ?? null,
    countedAfter: line.counted ? latest : null,
    changedBy: lastStep(plan).by,
    changedAt: lastStep(plan).at,
  }))
