import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testDatabaseUrl } from '#tests/support/database.ts'
import {
  barcodeOf,
  type Clerk,
  openWarehouse,
  type ProblemBody,
  type Warehouse,
} from '#tests/support/warehouse.ts'

// Counts how often a change waits for the database, its main cost. Changes from other servers and health
// checks use their own connections.

let warehouse: Warehouse
let pia: Clerk
let querySpy: ReturnType<typeof vi.spyOn>
const requestClients = new Set<unknown>()

beforeAll(async () => {
  warehouse = await openWarehouse()
  warehouse.database.pool.on('acquire', (client) => requestClients.add(client))
  pia = warehouse.clerk('pia.picker')
  querySpy = vi.spyOn(pg.Client.prototype, 'query')
})
afterAll(async () => {
  querySpy.mockRestore()
  await warehouse.close()
})

async function roundTrips(work: () => Promise<{ readonly status: number }>): Promise<number> {
  querySpy.mockClear()
  expect((await work()).status).toBe(200)
  return querySpy.mock.contexts.filter((client: unknown) => requestClients.has(client)).length
}

test('a pick takes two round trips', async () => {
  const tag = await pia.create()
  const { InventoryLines: lines } = (await pia.order(tag, barcodeOf(1), 10)).body
  const id = lines[0]?.ID ?? ''
  const pick = (quantity: number, key?: string) =>
    pia.save(
      { TagNbr: tag, Status: 'RESERVED' },
      [{ ID: id, BarcodeID: barcodeOf(1), Status: 'PICKED', PickQty: quantity }],
      key,
    )
  // The first pick also makes her the owner.
  expect(await roundTrips(() => pick(9, 'first'))).toBe(2)
  expect(await roundTrips(() => pick(8, 'second'))).toBe(2)
  // The repeated request gets its first answer.
  expect(await roundTrips(() => pick(8, 'second'))).toBe(2)
  expect((await pia.detail(tag)).InventoryLines[0]).toMatchObject({ PickQty: 8 })
})

test('a pick writes line, document, balance and key in one statement', async () => {
  const tag = await pia.create()
  const { InventoryLines: lines } = (await pia.order(tag, barcodeOf(5), 10)).body
  await pia.line(tag, lines[0]?.ID ?? '', barcodeOf(5), 'PICKED', 9)
  await pia.save(
    { TagNbr: tag, Status: 'RESERVED' },
    [{ ID: lines[0]?.ID ?? '', BarcodeID: barcodeOf(5), Status: 'PICKED', PickQty: 8 }],
    'one statement',
  )
  // Looks at the connection that was used last.
  const { rows } = await warehouse.database.pool.query<{ name: string }>(
    `select name from pg_prepared_statements where name like '%+key'`,
  )
  expect(rows.map(({ name }) => name.split('+').toSorted())).toContainEqual([
    'balance',
    'document',
    'key',
    'line',
  ])
})

test('ordering a new line takes three round trips, since it first reads its plants', async () => {
  const tag = await pia.create()
  await pia.order(tag, barcodeOf(3), 1)
  expect(await roundTrips(() => pia.order(tag, barcodeOf(4), 10))).toBe(3)
  const { InventoryLines: lines } = await pia.detail(tag)
  expect(lines.map(({ BarcodeID, OrderQty }) => [BarcodeID, OrderQty])).toEqual([
    [barcodeOf(3), 1],
    [barcodeOf(4), 10],
  ])
  expect(
    (await pia.line(tag, lines[1]?.ID ?? '', barcodeOf(4), 'PICKED', 10)).body.InventoryLines[0]?.Status,
  ).toBe('PICKED')
})

test('a pick changes no indexed column, so its row stays in place', async () => {
  // Includes the conditions of partial indexes. `stocked` changes only when plants run out or come back.
  const { rows } = await warehouse.database.pool.query<{ index: string }>(`
    select pg_get_indexdef(indexrelid) as index from pg_index
    where indrelid in ('document_line'::regclass, 'balance'::regclass)`)
  const changing = /\b(?:status|ordered|picked|received|held|reason|changed_by|changed_at|qty|reserved)\b/
  expect(rows.length).toBeGreaterThan(4)
  expect(rows.filter(({ index }) => changing.test(index))).toEqual([])
})

// The embedded database has no lock waits.
if (testDatabaseUrl) onServer()

function onServer() {
  test('a request whose key another server works on is refused, and waits for no document', async () => {
    const tag = await pia.create()
    const other = await warehouse.database.pool.connect()
    try {
      await other.query('begin')
      const slot = JSON.stringify(['pia.picker', 'held'])
      await other.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [slot])
      await other.query('select from document where number = $1 for update', [tag])
      const order = () =>
        pia.save<ProblemBody>(
          { TagNbr: tag, Status: 'RESERVED' },
          [{ ID: null, BarcodeID: barcodeOf(2), Status: 'RESERVED', OrderQty: 1, StorageLocation: 'A-01' }],
          'held',
        )
      expect(await order()).toMatchObject({ status: 409, body: { code: 'request_in_progress' } })
      await other.query('rollback')
      expect((await order()).status).toBe(200)
    } finally {
      other.release()
    }
  })
}
