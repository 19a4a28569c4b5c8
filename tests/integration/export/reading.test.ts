import { parse } from 'csv-parse/sync'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createChangeFeed } from '#features/live/server/change-feed.ts'
import { readSettings } from '#server/boot/environment.ts'
import { type Database, openDatabase } from '#server/database/database.ts'
import { testDatabaseUrl } from '#tests/support/database.ts'
import { findPostgres, startPostgres } from '#tests/support/postgres.mjs'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { type Standby, startStandby } from '#tests/support/standby.ts'
import { startTcpProxy, type TcpProxy } from '#tests/support/tcp-proxy.ts'
import { barcodeOf, Clerk, fillWarehouse, moreLots } from '#tests/support/warehouse.ts'

test('a standby for exports must follow the primary database', () => {
  const read = readSettings({ DATABASE_READ_URL: 'postgres://a@b/c' })
  expect(read).toEqual({ ok: false, error: ['DATABASE_URL must be set as well when DATABASE_READ_URL is.'] })
})

const programs = findPostgres()
if (testDatabaseUrl && programs) describeStandby(programs)

// In this order: each test damages the standby further.
function describeStandby(folder: string) {
  let primary: Awaited<ReturnType<typeof startPostgres>>
  let standby: Standby
  let proxy: TcpProxy
  let database: Database
  let server: TestServer
  let standbyPool: pg.Pool

  beforeAll(async () => {
    primary = await startPostgres(folder)
    const opened = await openDatabase({ kind: 'postgres', url: primary.url })
    if (!opened.ok) throw new Error('The test database did not open')
    database = opened.value
    // Enough lots for more than one part.
    await fillWarehouse(database, moreLots(1000, 4200, 3))
    standby = await startStandby(folder, primary.url)
    standbyPool = new pg.Pool({ connectionString: standby.url, max: 1 })
    // The last connection may still be open when the standby stops; the pool then emits an error.
    standbyPool.on('error', () => {})
    proxy = await startTcpProxy(Number(new URL(standby.url).port))
    const through = new URL(standby.url)
    through.port = String(proxy.port)
    server = await startTestServer({ readUrl: through.href }, { database })
  })
  afterAll(async () => {
    await server.close()
    await database.close()
    await standbyPool.end()
    await proxy.close()
    await standby.stop()
    await primary.stop()
  })

  const rows = async (name: 'stock' | 'movements') => {
    const answer = await server.call('pia.picker', 'GET', `export/${name}`)
    expect(answer.status).toBe(200)
    return parse<Readonly<Record<string, string>>>(await answer.text(), { columns: true, bom: true })
  }
  const correct = async (quantity: number) => {
    const body = {
      TransactionType: 'ADJUST',
      TransactionReason: 'OPENING',
      InventoryLocation: 'WAT',
      StorageLocation: 'A-01',
      BarcodeID: barcodeOf(1),
      Qty: quantity,
      TrimSeason: 'S1',
    }
    const { status } = await new Clerk(server, 'ada.admin').call('POST', 'plantinventory', { body })
    expect(status).toBe(200)
  }
  const exported = async () => (await rows('stock')).find(({ Barcode }) => Barcode === barcodeOf(1))?.Quantity
  // Returns how many connections of exports last read balances on the standby.
  const standbyReads = async () => {
    const { rows: found } = await standbyPool.query<{ query: string }>(
      "select query from pg_stat_activity where application_name = 'trimline reading' and query like '%balance%'",
    )
    return found.length
  }

  test('an export reads the standby and includes the last saved change', async () => {
    await correct(77)
    expect(await exported()).toBe('77')
    expect(await standbyReads()).toBe(1)
    const movements = await rows('movements')
    expect(movements.at(-1)).toMatchObject({ Barcode: barcodeOf(1), Quantity: '23' })
  })

  test('a read-only primary can be exported from', async () => {
    const { pool } = database
    const name = new URL(primary.url).pathname.slice(1)
    const newConnections = async () => {
      const all = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
      for (const client of all) client.release(true)
    }
    await pool.query(`alter database ${name} set default_transaction_read_only = on`)
    await newConnections()
    try {
      expect(await exported()).toBe('77')
    } finally {
      const client = await pool.connect()
      await client.query('set default_transaction_read_only = off')
      await client.query(`alter database ${name} reset default_transaction_read_only`)
      client.release()
      await newConnections()
    }
  })

  test('reads the primary if the standby is behind for longer than a moment', async () => {
    await standbyPool.query('select pg_wal_replay_pause()')
    await expect
      .poll(async () => (await standbyPool.query('select pg_get_wal_replay_pause_state() as is')).rows)
      .toEqual([{ is: 'paused' }])
    await correct(78)
    expect(await exported()).toBe('78')
    await standbyPool.query('select pg_wal_replay_resume()')
    expect(await exported()).toBe('78')
  })

  test('continues on the primary when the standby is lost during an export', async () => {
    // Cuts the connection after the first part.
    proxy.cutAfter('> (')
    expect(await rows('stock')).toHaveLength(4200 + 10 + 2 + 2)
  })

  test('positions of the former primary are not continued on the promoted standby', async () => {
    const former = createChangeFeed(() => database.queries)
    const position = await former.position()
    expect(await former.since(position)).toMatchObject({ changes: [] })
    await standbyPool.query('select pg_promote()')
    const opened = await openDatabase({ kind: 'postgres', url: standby.url })
    if (!opened.ok) throw new Error('The new primary did not open')
    const now = createChangeFeed(() => opened.value.queries)
    try {
      expect(await now.since(position)).toBe('unknown')
      expect(await now.since(await now.position())).toMatchObject({ changes: [] })
    } finally {
      await opened.value.close()
    }
    // The standby is promoted and follows no server any more: exports read the primary.
    await correct(79)
    expect(await exported()).toBe('79')
  })

  test('reads the primary if the standby is lost', async () => {
    await standbyPool.end()
    await standby.stop()
    standbyPool = new pg.Pool({ connectionString: primary.url, max: 1 })
    standby = { url: '', stop: async () => {} }
    await correct(80)
    expect(await exported()).toBe('80')
  })
}
