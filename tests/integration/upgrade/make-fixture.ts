/**
 * `npm run release:fixture`: stores this release's database and pending work for the upgrade tests. Run once
 * for each release, at its commit. Needs PostgreSQL's programs.
 *
 * Writes `tests/integration/upgrade/<version>/`. `database.sql` has documents of all kinds in all statuses,
 * and
 * `documents.json` has this release's answer for each. `pending.json` has calls that a device of this release
 * has not sent yet.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HeaderValues, Place } from '#core/kinds/document.ts'
import { kindNamed } from '#core/kinds/index.ts'
import type { Change } from '#core/kinds/kind.ts'
import { openDatabase } from '#server/database/database.ts'
import { CountClerk } from '#tests/support/counts.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { DumpClerk } from '#tests/support/dumps.ts'
import { findClients, findPostgres, startPostgres } from '#tests/support/postgres.mjs'
import { ReturnClerk } from '#tests/support/returns.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { TransferClerk } from '#tests/support/transfers.ts'
import { barcodeOf, Clerk, fillWarehouse } from '#tests/support/warehouse.ts'
import type { PendingCall, ReleasedDocument } from './fixture.ts'

const wat: Place = { location: 'WAT', season: { id: 'S1', name: 'Straw 2026', commodity: 'STRAW' } }
const sal: Place = { ...wat, location: 'SAL' }

// npm sets it from package.json.
const version = process.env['npm_package_version'] ?? ''

const programs = findPostgres()
const clients = findClients()
if (!programs || !clients) throw new Error('No PostgreSQL programs were found')
const cluster = await startPostgres(programs)
try {
  await makeFixture(cluster.url, clients)
} finally {
  await cluster.stop()
}

async function makeFixture(clusterUrl: string, folder: string): Promise<void> {
  const { url } = await createTestDatabase(clusterUrl)
  const opened = await openDatabase({ kind: 'postgres', url })
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  const database = opened.value
  const server = await startTestServer({}, { database })
  await fillWarehouse(database)
  const paths = await makeDocuments(server)
  const pending = await makePendingCalls(server)
  const documents = await Promise.all(paths.map((path) => readDocument(server, path)))
  await server.close()
  await database.close()
  const dump = execFileSync(
    join(folder, 'pg_dump'),
    ['--inserts', '--no-owner', '--no-privileges', '--no-comments', url],
    { encoding: 'utf8' },
  )
  const target = join(import.meta.dirname, version)
  mkdirSync(target, { recursive: true })
  // psql's own commands begin with a backslash.
  writeFileSync(join(target, 'database.sql'), dump.replaceAll(/^\\.*\n/gm, ''))
  writeFileSync(join(target, 'documents.json'), `${JSON.stringify(documents, null, 1)}\n`)
  writeFileSync(join(target, 'pending.json'), `${JSON.stringify(pending, null, 1)}\n`)
}

async function readDocument(server: TestServer, path: string): Promise<ReleasedDocument> {
  const response = await server.call('ada.admin', 'GET', path)
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return { path, answer: await response.json() }
}

// Makes documents of each kind in each status and returns their paths.
async function makeDocuments(server: TestServer): Promise<readonly string[]> {
  const clerk = new Clerk(server, 'ada.admin')
  return [
    ...(await makeIssuances(clerk)),
    ...(await makeTransfers(new TransferClerk(clerk))),
    ...(await makeReturns(new ReturnClerk(clerk))),
    ...(await makeDumps(new DumpClerk(clerk))),
    ...(await makeDumps(new DumpClerk(clerk, 'GROWERSTORAGE'))),
    ...(await makeCounts(new CountClerk(clerk))),
  ]
}

async function makeIssuances(clerk: Clerk): Promise<readonly string[]> {
  const open = await clerk.create({ Comments: 'Call before delivery' })
  const reserved = await clerk.create({ IssueToType: 'Nursery', IssueToNbr: 'N1' })
  const toNursery = { header: { IssueToType: 'Nursery', IssueToNbr: 'N1' } }
  await clerk.order(reserved, barcodeOf(1), 10, toNursery)
  const picked = await clerk.create()
  await clerk.order(picked, barcodeOf(1), 10)
  await clerk.order(picked, barcodeOf(2), 20)
  const [line] = (await clerk.detail(picked)).InventoryLines ?? []
  await clerk.line(picked, line?.ID ?? null, line?.BarcodeID ?? '', 'PICKED', 8)
  const shipped = await new ReturnClerk(clerk).issued({ [barcodeOf(3)]: 30 })
  const cancelled = await clerk.create()
  await clerk.order(cancelled, barcodeOf(4), 5)
  await clerk.cancel(cancelled)
  return [open, reserved, picked, shipped, cancelled].map((tag) => `issuance/${tag}?storagetype=INVENTORY`)
}

async function makeTransfers(clerk: TransferClerk): Promise<readonly string[]> {
  const open = await clerk.create({ CarrierName: 'Coast Freight', ShipPlantTemperature: '-2' })
  const reserved = await clerk.create()
  await clerk.order(reserved, barcodeOf(5), 10)
  await clerk.order(reserved, barcodeOf(6), 10)
  await clerk.step(await clerk.line(reserved, barcodeOf(6)), 'PICKED', 9)
  const shipped = await clerk.shipped({ [barcodeOf(5)]: 10, [barcodeOf(6)]: 20 })
  await clerk.step(await clerk.line(shipped, barcodeOf(5)), 'RECEIVED', 10)
  const received = await clerk.shipped({ [barcodeOf(7)]: 10 })
  await clerk.receive(received, {})
  const short = await clerk.shipped({ [barcodeOf(7)]: 10, [barcodeOf(8)]: 10 })
  await clerk.receive(short, { [barcodeOf(7)]: 7, [barcodeOf(8)]: 9 })
  const request = await clerk.requestOf(short)
  await clerk.decide(request?.RequestID ?? '', request?.lines[0]?.LineID ?? '', 'ACCEPT')
  const shorter = await clerk.shipped({ [barcodeOf(8)]: 10 })
  await clerk.receive(shorter, { [barcodeOf(8)]: 6 })
  const decided = await clerk.requestOf(shorter)
  await clerk.decide(decided?.RequestID ?? '', decided?.lines[0]?.LineID ?? '', 'REJECT')
  const cancelled = await clerk.create()
  await clerk.end(cancelled, 'CANCELLED')
  const numbers = [open, reserved, shipped, received, short, cancelled]
  const requests = [request, decided].map((each) => `adjustmentrequest/${each?.RequestID}`)
  return [...numbers.map((number) => `transfers/${number}`), ...requests]
}

async function makeReturns(clerk: ReturnClerk): Promise<readonly string[]> {
  await clerk.issued({ [barcodeOf(9)]: 40 })
  const open = await clerk.create()
  await clerk.add(open, barcodeOf(9), 3)
  const posted = await clerk.create({ InventoryEffect: 'DUMP' })
  await clerk.add(posted, barcodeOf(9), 5, { ReasonCode: 'DISEASE' }, { InventoryEffect: 'DUMP' })
  await clerk.post(posted)
  return [open, posted].map((number) => `return/${number}`)
}

async function makeDumps(clerk: DumpClerk): Promise<readonly string[]> {
  const barcode = barcodeOf(clerk.storageType === 'INVENTORY' ? 10 : 17)
  const open = await clerk.create()
  await clerk.add(open, barcode, 2)
  const dumped = await clerk.create({ Comments: 'After the frost' })
  await clerk.add(dumped, barcode, 3)
  await clerk.step(await clerk.line(dumped), 'DUMPED', 3)
  await clerk.end(dumped, 'DUMPED')
  const cancelled = await clerk.create()
  await clerk.add(cancelled, barcode, 1)
  await clerk.end(cancelled, 'CANCELLED')
  return [open, dumped, cancelled].map((number) => `dump/${number}?storagetype=${clerk.storageType}`)
}

async function makeCounts(clerk: CountClerk): Promise<readonly string[]> {
  const headerOf = (number: string, shelf: string) => ({ CountNbr: number, Shelf: shelf })
  const open = await clerk.create('A-02')
  await clerk.count(headerOf(open, 'A-02'), barcodeOf(15), 99)
  const closed = await clerk.create('B-02')
  await clerk.count(headerOf(closed, 'B-02'), barcodeOf(11), 50)
  await clerk.close(headerOf(closed, 'B-02'))
  return [open, closed].map((number) => `count/${number}`)
}

// Returns pending calls of a device, built by this release's app from the documents that it reads.
async function makePendingCalls(server: TestServer): Promise<readonly PendingCall[]> {
  const clerk = new Clerk(server, 'pia.picker')
  const tag = await clerk.create()
  await clerk.order(tag, barcodeOf(2), 10)
  await clerk.order(tag, barcodeOf(3), 10)
  const transfers = new TransferClerk(new Clerk(server, 'ada.admin'))
  const transfer = await transfers.shipped({ [barcodeOf(4)]: 10 })
  const build = await Promise.all([
    buildLine(server, 'issuance', wat, tag, { barcode: barcodeOf(2), step: 'pick', quantity: 9 }),
    buildLine(server, 'transfer', sal, transfer, { barcode: barcodeOf(4), step: 'receive', quantity: 8 }),
    buildHeader(server, 'issuance', wat, tag, { Comments: 'Gate 3' }),
  ])
  return build
}

interface LineStep {
  readonly barcode: string
  readonly step: string
  readonly quantity: number
}

async function buildLine(
  server: TestServer,
  kind: 'issuance' | 'transfer',
  place: Place,
  number: string,
  { barcode, step, quantity }: LineStep,
): Promise<PendingCall> {
  const document = await readAsApp(server, kind, place, number)
  const line = document.lines.find((each) => each.barcode === barcode)
  if (!line) throw new Error(`${barcode} is not on ${number}`)
  return asCall(kind, place, { type: 'line', step, document, line, quantity })
}

async function buildHeader(
  server: TestServer,
  kind: 'issuance',
  place: Place,
  number: string,
  values: HeaderValues,
): Promise<PendingCall> {
  const document = await readAsApp(server, kind, place, number)
  const seen = document.header
  return asCall(kind, place, { type: 'header', document, seen, values: { ...seen, ...values } })
}

async function readAsApp(server: TestServer, kind: 'issuance' | 'transfer', place: Place, number: string) {
  const ask = kindNamed(kind).wire.detail(place, 'inventory', number)
  const path = kind === 'issuance' ? `issuance/${number}?storagetype=INVENTORY` : `transfers/${number}`
  const response = await server.call('ada.admin', 'GET', path)
  const json: unknown = await response.json()
  const document = ask.read(json as never, json)
  if (!document) throw new Error(`${path} was not read`)
  return document
}

function asCall(kind: 'issuance' | 'transfer', place: Place, change: Change): PendingCall {
  const { input } = kindNamed(kind).wire.save(place, 'inventory', change)
  const path = kind === 'issuance' ? 'issuance' : 'transfers'
  return { person: 'ada.admin', path, key: `released-${kind}-${change.type}`, body: input.body }
}
