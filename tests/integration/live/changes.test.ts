import { afterAll, beforeAll, expect, test } from 'vitest'
import { purgeChanges } from '#features/live/server/change-feed.ts'
import { type ChangeListener, openChangeStream, openStartedStream } from '#tests/support/change-listener.ts'
import { testDatabaseUrl } from '#tests/support/database.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { TransferClerk } from '#tests/support/transfers.ts'
import { barcodeOf, Clerk, openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'

let warehouse: Warehouse
let pia: Clerk
const listeners: ChangeListener[] = []

beforeAll(async () => {
  warehouse = await openWarehouse()
  pia = warehouse.clerk('pia.picker')
})
afterAll(async () => {
  await Promise.all(listeners.map((listener) => listener.close()))
  await warehouse.close()
})

const listen = async (username: string, since?: string, server: TestServer = warehouse) => {
  const listener = await openStartedStream(server, username, since)
  listeners.push(listener)
  return listener
}
const steps = (listener: ChangeListener, number: string) =>
  listener.heard.flatMap((news) => (news.Type === 'change' && news.Number === number ? [news.Step] : []))

test('people who may open a document receive each change with its step and author, and their own with its key', async () => {
  const [own, lena] = [await listen('pia.picker'), await listen('lena.lead')]
  const tag = await pia.create()
  await pia.order(tag, barcodeOf(1), 10)
  const { InventoryLines } = await pia.detail(tag)
  const line = { ID: InventoryLines[0]?.ID, BarcodeID: barcodeOf(1), Status: 'PICKED', PickQty: 10 }
  await pia.save({ TagNbr: tag, Status: 'RESERVED' }, [line], 'key-of-the-pick')
  const picked = await lena.until('change', ({ Number, Step }) => Number === tag && Step === 'pick')
  expect(picked).toMatchObject({ Kind: 'issuance', By: 'pia.picker', Key: '' })
  expect(steps(lena, tag)).toEqual(['create', 'order', 'pick'])
  const mine = await own.until('change', ({ Number, Step }) => Number === tag && Step === 'pick')
  expect(mine).toMatchObject({ By: 'pia.picker', Key: 'key-of-the-pick' })
  await pia.ship(tag)
  expect(await lena.until('change', ({ Step }) => Step === 'ship')).toMatchObject({ Number: tag })
})

test('people who may not open a document receive nothing about it', async () => {
  const ravi = await listen('ravi.receiver')
  const lena = await listen('lena.lead')
  const nora = await openChangeStream(warehouse, 'nora.noaccess')
  expect(nora.response.status).toBe(404)
  await nora.close()
  await pia.create()
  const transfers = new TransferClerk(warehouse.clerk('ravi.receiver'))
  const number = await transfers.create()
  // No stream mentions the other person's document, not even by a beat.
  expect(await ravi.until('change')).toMatchObject({ Kind: 'transfer', Number: number, Step: 'create' })
  const tag = await pia.create()
  await lena.until('change', ({ Number }) => Number === tag)
  expect(lena.heard.filter((news) => news.Type === 'change' && news.Kind === 'transfer')).toEqual([])
})

test('a location that a document leaves receives the change, too', async () => {
  const ada = warehouse.clerk('ada.admin')
  const transfers = new TransferClerk(ada)
  await warehouse.database.pool.query(
    "delete from person_location where username = 'sam.super' and location = 'WAT'",
  )
  const sam = await listen('sam.super')
  const number = await transfers.create({ DestinationLocationID: 'SAL' })
  await sam.until('change', ({ Number }) => Number === number)
  await transfers.save({ TransferNbr: number, DestinationLocationID: 'OXN' })
  expect(await sam.until('change', ({ Step }) => Step === 'edit')).toMatchObject({ Number: number })
})

test('a refused change is not announced', async () => {
  const lena = await listen('lena.lead')
  const tag = await pia.create()
  await pia.order(tag, barcodeOf(2), 1_000_000)
  expect((await pia.ship(tag)).status).toBe(409)
  const next = await pia.create()
  await lena.until('change', ({ Number }) => Number === next)
  expect(steps(lena, tag)).toEqual(['create'])
})

test('corrected stock is announced by its barcode', async () => {
  const ada = await listen('ada.admin')
  const transfers = new TransferClerk(warehouse.clerk('ada.admin'))
  expect((await transfers.adjust(barcodeOf(3), 90, { TransactionReason: 'UNSOLD' })).status).toBe(200)
  expect(await ada.until('change')).toMatchObject({ Kind: 'stock', Number: barcodeOf(3), Step: 'adjust' })
})

test('a stream continues where it was cut; a position that cannot be continued gets a reload', async () => {
  const before = await listen('lena.lead')
  expect(before.heard[0]?.Type).toBe('reload')
  const first = await pia.create()
  await before.until('change', ({ Number }) => Number === first)
  await before.until('beat', () => before.heard.at(-1)?.Type === 'beat')
  await before.close()
  const missed = await pia.create()
  const after = await listen('lena.lead', before.since())
  // Delivery is at least once: changes that arrive while the server reads the missed ones are sent again.
  expect(after.heard[0]).toMatchObject({ Type: 'change', Number: missed })
  const others = after.heard.filter(
    (each) => each.Type !== 'beat' && !('Number' in each && each.Number === missed),
  )
  expect(others).toEqual([])

  const [snapshot = '', , line = ''] = (after.since() ?? '').split('@')
  const old = `${snapshot}@${Math.round(Date.now() / 1000) - 47 * 3600 - 60}@${line}`
  const ahead = `9999999:9999999:@${Math.round(Date.now() / 1000)}@${line}`
  for (const since of [old, ahead, 'nonsense', `9:3:@${Math.round(Date.now() / 1000)}@${line}`]) {
    expect([since, (await listen('lena.lead', since)).heard[0]?.Type]).toEqual([since, 'reload'])
  }
})

test('people who may open a document see who is on it, until that person leaves', async () => {
  const lena = await listen('lena.lead')
  const ravi = await listen('ravi.receiver')
  const tag = await pia.create()
  const setPresence = (username: string, body: object) =>
    warehouse.call(username, 'POST', 'presence', { body })
  expect((await setPresence('pia.picker', { Tab: 'a', Number: tag, Barcode: barcodeOf(1) })).status).toBe(200)
  const presence = { By: 'pia.picker', Tab: 'a', Number: tag, Barcode: barcodeOf(1) }
  expect(await lena.until('presence')).toMatchObject(presence)
  // A later listener gets the people who are already there.
  expect(await (await listen('lena.lead')).until('presence')).toMatchObject(presence)
  expect((await setPresence('pia.picker', { Tab: 'a', Number: null })).status).toBe(200)
  expect(await lena.until('presence', ({ Number }) => Number === null)).toMatchObject({ Tab: 'a' })
  expect((await setPresence('ravi.receiver', { Tab: 'b', Number: tag })).status).toBe(404)
  expect((await setPresence('pia.picker', { Tab: 'a', Number: 'B1' })).status).toBe(400)
  const transfer = await new TransferClerk(warehouse.clerk('ravi.receiver')).create()
  await ravi.until('change', ({ Number }) => Number === transfer)
  expect(ravi.heard.filter(({ Type }) => Type === 'presence')).toEqual([])
})

test('only changes that are older than two days are deleted', async () => {
  await pia.create()
  const count = async () =>
    Number((await warehouse.database.pool.query('select count(*) as n from change')).rows[0].n)
  const now = await count()
  await warehouse.database.pool.query(
    "insert into change (by, kind, storage_type, number, locations, step, at) values ('x', 'issuance', 'INVENTORY', '1', '{}', 'edit', now() - interval '49 hours')",
  )
  expect(await purgeChanges(warehouse.database)).toBe(1)
  expect(await count()).toBe(now)
})

test('no proxy or compression buffers a line', async () => {
  const listener = await openChangeStream(warehouse, 'lena.lead', undefined, {
    'accept-encoding': 'gzip, br',
  })
  listeners.push(listener)
  const { headers } = listener.response
  expect(headers.get('content-encoding')).toBeNull()
  expect(headers.get('cache-control')).toContain('no-transform')
  expect(headers.get('x-accel-buffering')).toBe('no')
  expect(await listener.until('reload')).not.toBeNull()
})

test('a stopping server ends its streams immediately', async () => {
  const other = await startTestServer({}, { database: warehouse.database })
  const listener = await openChangeStream(other, 'lena.lead')
  await listener.until('beat')
  await other.close()
  expect(await listener.until('end')).toMatchObject({ Reason: 'stopping' })
})

// Tests that need a database with several servers.
const describeServers = (): void => {
  test('a change that takes its number first and commits last is still announced', async () => {
    const lena = await listen('lena.lead')
    const [slow, quick] = [await warehouse.database.pool.connect(), await warehouse.database.pool.connect()]
    const changeSql = (number: string) =>
      `with told as (insert into change (by, kind, storage_type, number, locations, step)
        values ('x', 'issuance', 'INVENTORY', '${number}', '{WAT}', 'edit') returning id)
      select id, pg_notify('trimline_change', '') from told`
    try {
      await slow.query('begin')
      const first = await slow.query<{ id: string }>(changeSql('19999991'))
      await quick.query('begin')
      const second = await quick.query<{ id: string }>(changeSql('19999992'))
      expect(Number(second.rows[0]?.id)).toBeGreaterThan(Number(first.rows[0]?.id))
      await quick.query('commit')
      // Announced without waiting for the slow transaction, which can take minutes.
      expect(await lena.until('change', ({ Number }) => Number === '19999992')).not.toBeNull()
      await lena.until('beat', () => lena.heard.at(-1)?.Type === 'beat')
      await slow.query('commit')
      expect(await lena.until('change', ({ Number }) => Number === '19999991')).not.toBeNull()
      // A client that reconnects from an earlier position gets it, too.
      const back = await listen('lena.lead', lena.heard.find((news) => news.Type === 'beat')?.Since)
      expect(steps(back, '19999991')).toEqual(['edit'])
      expect(steps(back, '19999992')).toEqual(['edit'])
    } finally {
      slow.release()
      quick.release()
    }
  })

  test('servers forward each other’s changes, also after their listening connections were cut', async () => {
    const other = await startTestServer({}, { database: warehouse.database })
    try {
      const lena = await listen('lena.lead', undefined, other)
      const tag = await pia.create()
      expect(await lena.until('change', ({ Number }) => Number === tag)).toMatchObject({ By: 'pia.picker' })
      await warehouse.call('pia.picker', 'POST', 'presence', { body: { Tab: 'a', Number: tag } })
      expect(await lena.until('presence')).toMatchObject({ By: 'pia.picker', Number: tag })
      const { rowCount } = await warehouse.database.pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'trimline live' and datname = current_database()",
      )
      expect(rowCount).toBe(2)
      const missed = await pia.create()
      expect(await lena.until('change', ({ Number }) => Number === missed)).not.toBeNull()
    } finally {
      await other.close()
    }
  })
}
if (testDatabaseUrl) describeServers()
