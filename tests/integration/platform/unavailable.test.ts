import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { succeed } from '#core/wire/result.ts'
import type { Database } from '#server/database/database.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { openTestDatabase, testDatabaseUrl } from '#tests/support/database.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let database: Database
let server: TestServer
// The work of a change in its transaction.
let work: (transaction: Transaction) => Promise<unknown>

beforeAll(async () => {
  database = await openTestDatabase()
  const business = async () => ({
    extensions: [],
    handlers: {
      warehouse: async () => {
        await database.pool.query('select')
        return succeed({ Data: [] })
      },
      'printservers.save': async (_: unknown, transaction: Transaction) => {
        await work(transaction)
        return succeed({ Message: '' })
      },
    },
  })
  server = await startTestServer({}, { database, business })
  await server.tokensOf('pia.picker')
})
afterAll(async () => {
  await server.close()
  await database.close()
})

const summaryOf = async (response: Response) => {
  const { code } = (await response.json()) as { code?: string }
  return [response.status, code, response.headers.get('retry-after')]
}
const save = (does: typeof work, key?: string) => {
  work = does
  const body = { PrintServer: 'p1', PrintLocation: 'Office', PrinterLocation: 'WAT' }
  return server.call('pia.picker', 'POST', 'printservers', { body, ...(key !== undefined && { key }) })
}
const failWith = (state: string) => (transaction: Transaction) =>
  transaction.execute(sql.raw(`do $$ begin raise exception 'no' using errcode = '${state}'; end $$`))

test.each([
  ['its disk is full', '53100', [503, 'storage_full', '60']],
  ['it is a standby', '25006', [503, 'no_changes_now', '5']],
  ['it has no connection left', '53300', [503, 'server_busy', '1']],
  ['all retries meet a deadlock', '40P01', [503, 'server_busy', '1']],
  ['it shuts down', '57P01', [503, 'unavailable', '5']],
  ['it was a bug', '22012', [500, 'internal_error', null]],
])('reports why the database refuses a change: %s', async (_, state, expected) => {
  expect(await summaryOf(await save(failWith(state)))).toEqual(expected)
  expect((await save(async () => undefined)).status).toBe(200)
})

test('a system with a full disk reports it, and the log has its message', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  const answer = await save(() => Promise.reject(new Error('Failed query: secret', { cause: full })))
  expect(await summaryOf(answer)).toEqual([503, 'storage_full', '60'])
  expect(server.logged).toContainEqual(
    expect.objectContaining({ level: 'warn', trouble: 'full', reason: full.message }),
  )
})

test('a timeout while waiting for a connection means busy, not unreachable', async () => {
  const { pool } = database
  const patience = pool.options.connectionTimeoutMillis
  const all = await Promise.all(Array.from({ length: pool.options.max ?? 1 }, () => pool.connect()))
  pool.options.connectionTimeoutMillis = 50
  try {
    expect(await summaryOf(await server.call('pia.picker', 'GET', 'warehouse'))).toEqual([
      503,
      'server_busy',
      '1',
    ])
  } finally {
    pool.options.connectionTimeoutMillis = patience
    for (const client of all) client.release()
  }
  expect((await server.call('pia.picker', 'GET', 'warehouse')).status).toBe(200)
})

// PGlite runs in this process: its connection cannot be lost.
if (testDatabaseUrl) describeServer()

function describeServer() {
  test('a connection that is lost before the rollback is not a bug, and the change can be sent again', async () => {
    const lost = async (transaction: Transaction) => {
      await transaction.execute(sql`select pg_terminate_backend(pg_backend_pid())`).catch(() => undefined)
      throw new Error('what was done next')
    }
    expect(await summaryOf(await save(lost, 'again-1'))).toEqual([503, 'unavailable', '5'])
    expect((await save(async () => undefined, 'again-1')).status).toBe(200)
  })
}
