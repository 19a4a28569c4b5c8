import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { succeed } from '#core/wire/result.ts'
import { health } from '#features/health/common/health.ts'
import { openDatabase } from '#server/database/database.ts'
import { canWriteFile } from '#server/database/readiness.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { createTestDatabase, testDatabaseUrl } from '#tests/support/database.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
const start = async (parts: Parameters<typeof startTestServer>[1] = {}) => {
  server = await startTestServer({}, parts)
}
afterEach(() => server.close())

const live = async () => (await fetch(`${server.url}/health/live`)).status
const ready = async () => {
  const response = await fetch(`${server.url}/health/ready`)
  const { status, database } = v.parse(health, await response.json())
  return [response.status, status, { ...database, milliseconds: typeof database.milliseconds }]
}
const good = { reachable: true, migrated: true, writable: true, milliseconds: 'number' }

test('a server stays ready while all connections for requests are in use', async () => {
  await start()
  const { pool, engine } = server.database
  const all = await Promise.all(Array.from({ length: pool.options.max ?? 1 }, () => pool.connect()))
  await all[0]?.query('begin')
  expect(await ready()).toEqual([200, 'ok', { engine, ...good }])
  expect(await live()).toBe(200)
  await all[0]?.query('rollback')
  for (const client of all) client.release()
})

test('a change that meets a full disk makes the server unready, but does not end it', async () => {
  await start({
    business: async () => ({
      extensions: [],
      handlers: {
        'printservers.save': async (_: unknown, transaction: Transaction) => {
          await transaction.execute(sql`do $$ begin raise exception 'no' using errcode = '53100'; end $$`)
          return succeed({ Message: '' })
        },
      },
    }),
  })
  const body = { PrintServer: 'p1', PrintLocation: 'Office', PrinterLocation: 'WAT' }
  expect((await server.call('pia.picker', 'POST', 'printservers', { body })).status).toBe(503)
  expect(await ready()).toEqual([
    503,
    'failing',
    { engine: server.database.engine, ...good, writable: false },
  ])
  expect(await live()).toBe(200)
})

test('detects a folder that accepts no files', async () => {
  await start()
  const folder = mkdtempSync(join(tmpdir(), 'trimline-ready-'))
  expect(await canWriteFile(folder)).toBe(true)
  rmSync(folder, { recursive: true })
  expect(await canWriteFile(folder)).toBe(false)
})

if (testDatabaseUrl) describeServer(testDatabaseUrl)

function describeServer(url: string) {
  let fresh: Awaited<ReturnType<typeof createTestDatabase>>
  beforeAll(async () => {
    fresh = await createTestDatabase(url)
  })
  afterAll(() => fresh.drop())

  test('a read-only database, a missing migration or a lost database makes the server unready', async () => {
    const opened = await openDatabase({ kind: 'postgres', url: fresh.url })
    if (!opened.ok) throw new Error('The test database did not open')
    const { value: database } = opened
    await start({ database })
    expect(await ready()).toEqual([200, 'ok', { engine: 'postgres', ...good }])
    const name = new URL(fresh.url).pathname.slice(1)
    const end =
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'trimline readiness'"

    await database.pool.query(`alter database ${name} set default_transaction_read_only = on`)
    await database.pool.query(end)
    await expect.poll(ready).toEqual([503, 'failing', { engine: 'postgres', ...good, writable: false }])
    await database.pool.query('set default_transaction_read_only = off')
    await database.pool.query(`alter database ${name} reset default_transaction_read_only`)
    await database.pool.query(end)
    await expect.poll(ready).toEqual([200, 'ok', { engine: 'postgres', ...good }])

    await database.pool.query('create table kept as table drizzle.__drizzle_migrations')
    await database.pool.query(
      'delete from drizzle.__drizzle_migrations where id = (select max(id) from kept)',
    )
    expect(await ready()).toEqual([
      503,
      'failing',
      { engine: 'postgres', ...good, migrated: false, writable: false },
    ])
    const lostDatabase = { reachable: false, migrated: false, writable: false, milliseconds: 'object' }
    await database.close()
    expect(await ready()).toEqual([503, 'failing', { engine: 'postgres', ...lostDatabase }])
    expect(await live()).toBe(200)
  })
}
