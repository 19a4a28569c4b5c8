// Writes the demo data into an empty database in one transaction, so that a crash leaves nothing behind.
import { sql } from 'drizzle-orm'
import { COMMODITIES, COMMODITY_CODES, storageTypeOf } from '#core/wire/constants.ts'
import { advisoryLocks } from '#server/store/advisory-locks.ts'
import type { Database } from '#server/store/database.ts'
import { headersOf, sequenceOf } from '#server/store/document-tables.ts'
import { movementRow } from '#server/store/ledger-store.ts'
import {
  adjustmentRequest,
  document,
  documentLine,
  dump,
  dumpNumber,
  issuance,
  issuanceNumber,
  plantReturn,
  requestNumber,
  returnNumber,
  transfer,
  transferNumber,
} from '#server/store/schema/documents.ts'
import { movement } from '#server/store/schema/ledger.ts'
import { person, personKey, personLocation } from '#server/store/schema/people.ts'
import {
  grower,
  location,
  nursery,
  reasonCode,
  trimSeason,
  trimType,
  variety,
} from '#server/store/schema/reference.ts'
import { balance, barcode } from '#server/store/schema/stock.ts'
import type { Queries, Transaction } from '#server/store/transaction.ts'
import { locations, reasonCodes, trimTypes, varieties } from './catalogue.ts'
import { type DemoData, type DemoOptions, generateDemo } from './generate.ts'
import { insertRows } from './insert-rows.ts'
import { playDemo } from './play.ts'
import type { PlayedDocument } from './play-steps.ts'

/** Fills an empty database with demo data. Returns false if it has any location, season, user or barcode. */
export async function seedDemo(database: Database, options: DemoOptions): Promise<boolean> {
  if (!(await isEmpty(database.queries))) return false
  // Generated outside the transaction, because it may exceed the idle timeout on a slow machine.
  const data = generateDemo(options)
  const played = await play(database.queries, data)
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

async function loadReferences(transaction: Transaction, data: DemoData): Promise<void> {
  await insertRows(
    transaction,
    location,
    locations.map(({ code, description, timeZone }) => ({ code, description, timeZone })),
  )
  await insertRows(
    transaction,
    trimSeason,
    data.seasons.map(({ id, name, commodity }) => ({ id, name, commodity })),
  )
  await insertRows(
    transaction,
    trimType,
    trimTypes.map(({ id, name }) => ({ id, name })),
  )
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
  await insertRows(
    transaction,
    person,
    data.people.map(({ username, name, role }) => ({ username, name, role })),
  )
  await insertRows(
    transaction,
    personKey,
    data.people.flatMap(({ username, keys }) => keys.map((securityKey) => ({ username, securityKey }))),
  )
  await insertRows(
    transaction,
    personLocation,
    data.people.flatMap(({ username, locations: codes }) =>
      codes.map((code) => ({ username, location: code })),
    ),
  )
}

// Runs the plan, with numbers of the database's sequences.
async function play(queries: Queries, data: DemoData) {
  const linesOf = (plans: readonly { readonly lines: readonly unknown[] }[]) =>
    plans.reduce((sum, { lines }) => sum + lines.length, 0)
  const discrepancies = data.transfers.map(({ lines, completed }) => ({
    lines: completed ? lines.filter(({ picked, received }) => picked !== received) : [],
  }))
  const plans = [data.issuances, data.transfers, discrepancies, data.dumps, data.returns, data.walks]
  const lineCount = plans.map(linesOf).reduce((sum, lines) => sum + lines, 0)
  const requestCount = discrepancies.filter(({ lines }) => lines.length > 0).length
  const walkNumbers: number[] = []
  for (const { kind } of data.walks) {
    walkNumbers.push(...(await drawNumbers(queries, sql`${sequenceOf(kind.kind)}`, 1)))
  }
  return playDemo(data, {
    issuances: await drawNumbers(queries, sql`${issuanceNumber.seqName}`, data.issuances.length),
    transfers: await drawNumbers(queries, sql`${transferNumber.seqName}`, data.transfers.length),
    requests: await drawNumbers(queries, sql`${requestNumber.seqName}`, requestCount),
    dumps: await drawNumbers(queries, sql`${dumpNumber.seqName}`, data.dumps.length),
    returns: await drawNumbers(queries, sql`${returnNumber.seqName}`, data.returns.length),
    walks: walkNumbers,
    lines: await drawNumbers(queries, sql`pg_get_serial_sequence('document_line', 'id')`, lineCount),
  })
}

async function loadStockAndDocuments(
  transaction: Transaction,
  { book, issuances, transfers, dumps, returns, walks }: Awaited<ReturnType<typeof play>>,
): Promise<void> {
  const requests = transfers.flatMap(({ request }) => request ?? [])
  const all = [...issuances, ...transfers, ...requests, ...dumps, ...returns, ...walks]
  await insertRows(transaction, barcode, book.plants())
  await insertRows(
    transaction,
    balance,
    book.balances().map(({ barcode, account, qty, reserved }) => ({ barcode, ...account, qty, reserved })),
  )
  await insertRows(transaction, document, all.map(documentRow))
  await insertRows(
    transaction,
    issuance,
    issuances.map(({ document: { number }, plan }) => ({ number: Number(number), ...plan.fields })),
  )
  await insertRows(
    transaction,
    transfer,
    transfers.map(({ document: { number }, plan }) => ({ number: Number(number), ...plan.fields })),
  )
  await insertRows(
    transaction,
    adjustmentRequest,
    requests.map(({ document: { number, header } }) => ({
      number: Number(number),
      ofNumber: Number(header.TransferNbr),
    })),
  )
  await insertRows(
    transaction,
    dump,
    dumps.map(({ document: { number }, plan }) => ({ number: Number(number), ...plan.fields })),
  )
  await insertRows(
    transaction,
    plantReturn,
    returns.map(({ document: { number }, plan }) => ({ number: Number(number), ...plan.fields })),
  )
  for (const { document: played, plan } of walks) {
    const { table } = headersOf(plan.kind.kind)
    await insertRows(transaction, table, [{ number: Number(played.number), ...plan.fields }])
  }
  const movements = book.movements()
  await insertRows(
    transaction,
    documentLine,
    all.flatMap((each) => lineRows(each, movements.length)),
  )
  await insertRows(
    transaction,
    movement,
    movements.map((each) => ({ at: each.at, ...movementRow(each) })),
  )
}

// Draws numbers from a sequence, so that new documents continue after them.
async function drawNumbers(
  queries: Queries,
  sequence: ReturnType<typeof sql>,
  count: number,
): Promise<readonly number[]> {
  const { rows } = await queries.execute<{ number: string }>(sql`
    select nextval((${sequence})::regclass) as number from generate_series(1, ${count}) order by number`)
  return rows.map(({ number }) => Number(number))
}

const documentRow = ({ document, created, changed }: PlayedDocument) => ({
  number: Number(document.number),
  kind: document.kind,
  storageType: storageTypeOf(document.mode),
  status: document.status,
  location: document.location,
  seasonId: document.seasonId,
  createdBy: created.by,
  createdAt: created.at,
  changedBy: changed.by,
  changedAt: changed.at,
})

// `latest` is the last movement: nothing has moved since the count.
const lineRows = ({ document, changed }: PlayedDocument, latest: number) =>
  document.lines.map(({ id, source, ...line }) => ({
    id: Number(id),
    number: Number(document.number),
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
    changedBy: changed.by,
    changedAt: changed.at,
  }))
