import { afterAll, beforeAll, expect, test } from 'vitest'
import { stockAccount } from '#core/kinds/accounts.ts'
import { testDatabaseUrl } from '#tests/support/database.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { recordReadSentences } from '#tests/support/reliability/reads.ts'
import { barcodeOf, openWarehouse, type ProblemBody, type Warehouse } from '#tests/support/warehouse.ts'

// Faults of calls at the real server, each with the message of its answer. Faults in the browser are in
// tests/e2e.

let warehouse: Warehouse

beforeAll(async () => {
  warehouse = await openWarehouse()
})
afterAll(() => warehouse.close())

interface Said {
  readonly Message?: string
  readonly InventoryLines?: readonly {
    readonly ID: string
    readonly Message?: string
    readonly State?: string
  }[]
}

const order = (barcode: string, quantity: number) => ({
  ID: null,
  BarcodeID: barcode,
  Status: 'RESERVED',
  OrderQty: quantity,
  StorageLocation: 'A-01',
})
const reserved = (number: number) => warehouse.balance(barcodeOf(number), stockAccount('WAT', 'A-01'))

test('Fault 03: ten requests with one key are applied once; early retries get an error', async ({ task }) => {
  const pia = warehouse.clerk('pia.picker')
  const tag = await pia.create()
  const send = () =>
    pia.save<Said & Partial<ProblemBody>>(
      { TagNbr: tag, Status: 'RESERVED' },
      [order(barcodeOf(1), 30)],
      'ten-at-once',
    )
  const answers = await Promise.all(Array.from({ length: 10 }, send))
  const done = answers.filter(({ status }) => status === 200)
  const early = answers.filter(({ status }) => status === 409)
  expect(done.length).toBeGreaterThan(0)
  expect(done.length + early.length).toBe(10)
  for (const { body } of early) expect(body.code).toBe('request_in_progress')
  const last = await send()
  for (const { body } of done) expect(body).toEqual(last.body)
  expect(last.headers.get('idempotency-replayed')).toBe('true')
  expect(await reserved(1)).toEqual({ qty: 100, reserved: 30 })
  recordReadSentences(task, String(last.body.InventoryLines?.[0]?.Message))
})

test('Fault 04: a key with another body is refused, and nothing is changed', async ({ task }) => {
  const pia = warehouse.clerk('pia.picker')
  const tag = await pia.create()
  const send = (quantity: number) =>
    pia.save<Said & Partial<ProblemBody>>(
      { TagNbr: tag, Status: 'RESERVED' },
      [order(barcodeOf(2), quantity)],
      'one-key',
    )
  const first = await send(20)
  expect(first.status).toBe(200)
  const other = await send(25)
  expect([other.status, other.body.code]).toEqual([422, 'key_reused'])
  expect(await reserved(2)).toEqual({ qty: 100, reserved: 20 })
  expect((await send(20)).body).toEqual(first.body)
  recordReadSentences(task, String(other.body.detail))
})

test('Fault 16: an older server accepts new fields of a newer app, and refuses unknown calls', async ({
  task,
}) => {
  const pia = warehouse.clerk('pia.picker')
  const tag = await pia.create({ AddedLater: 'a newer app' })
  const { status, body } = await pia.save<Said>({ TagNbr: tag, Status: 'RESERVED', AddedLater: { a: 1 } }, [
    { ...order(barcodeOf(3), 10), AddedLater: ['b'] },
  ])
  expect(status).toBe(200)
  expect(await reserved(3)).toEqual({ qty: 100, reserved: 10 })
  const unknown = await pia.call<ProblemBody>('POST', 'calls-of-the-next-release', { body: {}, key: 'next' })
  expect([unknown.status, unknown.body.code]).toEqual([404, 'call_not_available'])
  recordReadSentences(task, String(body.InventoryLines?.[0]?.Message), unknown.body.detail)
})

test('all faults leave the ledger consistent', async () => {
  expect(await findBrokenInvariants(warehouse.database.pool)).toEqual([])
})

// PGlite has a single session, so lock waits cannot occur.
if (testDatabaseUrl) describeDeadlock()

function describeDeadlock() {
  test('Fault 12: a change that meets a deadlock is retried and applied once', async ({ task }) => {
    const pia = warehouse.clerk('pia.picker')
    const tag = await pia.create()
    const [one, two] = [barcodeOf(4), barcodeOf(5)]
    const client = await warehouse.database.pool.connect()
    const lock = (barcode: string) =>
      client.query('select from balance where barcode = $1 for update', [barcode])
    try {
      await client.query('begin')
      await lock(two)
      const saved = pia.save<Said>({ TagNbr: tag, Status: 'RESERVED' }, [order(one, 10), order(two, 10)])
      await expect.poll(waiting).toBe(1)
      // Each transaction waits for the other's lock: the database ends the server's transaction.
      await lock(one)
      await client.query('commit')
      const { status, body } = await saved
      expect(status).toBe(200)
      expect(await Promise.all([reserved(4), reserved(5)])).toEqual([
        { qty: 100, reserved: 10 },
        { qty: 100, reserved: 10 },
      ])
      await expect.poll(deadlocks, { timeout: 30_000 }).toBeGreaterThan(0)
      recordReadSentences(task, String(body.InventoryLines?.[0]?.Message))
    } finally {
      client.release(true)
    }
    expect(await findBrokenInvariants(warehouse.database.pool)).toEqual([])
  })
}

const countOf = async (statement: string) => {
  const { rows } = await warehouse.database.pool.query<{ n: number }>(statement)
  return rows[0]?.n ?? 0
}
const deadlocks = () =>
  countOf('select deadlocks::int as n from pg_stat_database where datname = current_database()')
const waiting = () =>
  countOf(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
