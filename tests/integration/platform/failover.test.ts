import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { succeed } from '#core/wire/result.ts'
import { type Database, openDatabase } from '#server/database/database.ts'
import { classifyDatabaseError } from '#server/database/transaction.ts'
import { createTestDatabase, testDatabaseUrl } from '#tests/support/database.ts'
import { findPostgres, startPostgres } from '#tests/support/postgres.mjs'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { startStandby } from '#tests/support/standby.ts'
import { startTcpProxy, type TcpProxy } from '#tests/support/tcp-proxy.ts'
import { Clerk, fillWarehouse } from '#tests/support/warehouse.ts'

// Tests failover of the database: connections break, answers get lost, and the former primary is read-only.

test('a host name that does not resolve and a statement timeout are not bugs', () => {
  const withCode = (code: string) => Object.assign(new Error('no'), { code })
  expect(['ENOTFOUND', 'EAI_AGAIN', '57014'].map((code) => classifyDatabaseError(withCode(code)))).toEqual([
    'unreachable',
    'unreachable',
    'busy',
  ])
})

const programs = findPostgres()
if (testDatabaseUrl) describeServer(testDatabaseUrl)
if (testDatabaseUrl && programs) describeStandby(programs)

function describeServer(url: string) {
  let fresh: Awaited<ReturnType<typeof createTestDatabase>>
  let proxy: TcpProxy
  let database: Database
  let server: TestServer
  // Milliseconds without data after which a connection counts as lost.
  const silence = 1_000

  beforeAll(async () => {
    fresh = await createTestDatabase(url)
    proxy = await startTcpProxy(Number(new URL(url).port))
    const through = new URL(fresh.url)
    through.port = String(proxy.port)
    database = unwrap(
      await openDatabase({ kind: 'postgres', url: through.href, inactivityTimeoutMs: silence }),
    )
    await fillWarehouse(database)
    server = await startTestServer({}, { database })
    await server.tokensOf('pia.picker')
  })
  afterAll(async () => {
    await server.close()
    await proxy.close()
    await database.close()
    await fresh.drop()
  })

  const create = (key: string) => new Clerk(server, 'pia.picker').save({}, [], key)
  const documents = async () => (await database.pool.query('select number from document')).rowCount

  test('a commit without an answer is not reported as refused; its key shows later that it was applied', async () => {
    const before = (await documents()) ?? 0
    proxy.cutAfter('commit')
    expect(await create('lost-1')).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    const again = await create('lost-1')
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
    expect(await documents()).toBe(before + 1)
  })

  test('the next change after all connections broke succeeds', async () => {
    await Promise.all(['broken-1', 'broken-2', 'broken-3'].map(create))
    proxy.cut()
    await expect.poll(async () => (await create('broken-4')).status).toBe(200)
  })

  test('a connection that falls silent during a change is dropped, and the change is done on the next connection', async () => {
    await create('silent-1')
    proxy.hold()
    expect(await create('silent-2')).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect((await create('silent-2')).status).toBe(200)
  })

  test('a connection to a former primary is dropped, with the idle ones', async () => {
    await Promise.all(['former-1', 'former-2', 'former-3'].map(create))
    // All open connections are read-only; new ones are not.
    const clients = await Promise.all(
      Array.from({ length: database.pool.totalCount }, () => database.pool.connect()),
    )
    for (const client of clients) {
      await client.query('set session characteristics as transaction read only')
      client.release()
    }
    expect(await create('former-4')).toMatchObject({ status: 503, body: { code: 'no_changes_now' } })
    const answers = await Promise.all(['former-4', 'former-5', 'former-6', 'former-7'].map(create))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })
}

// Waits until commits wait for the standby: the setting takes effect with a delay, and earlier writes do not
// wait.
async function waitUntilCommitsWait(
  url: string,
  waiting: () => Promise<readonly number[]>,
  end: (pid: number | undefined) => Promise<unknown>,
): Promise<void> {
  const probe = new pg.Client(url)
  probe.on('error', () => undefined)
  await probe.connect()
  for (let waits: readonly number[] = []; waits.length === 0; ) {
    let isOver = false
    const written = probe.query("select pg_logical_emit_message(true, 'probe', '')").finally(() => {
      isOver = true
    })
    await expect
      .poll(async () => {
        waits = await waiting()
        return isOver || waits.length > 0
      })
      .toBe(true)
    if (waits.length > 0) await end(waits[0])
    await Promise.allSettled([written])
  }
  await expect.poll(waiting).toHaveLength(0)
}

function describeStandby(folder: string) {
  const body = { PrintServer: 'p1', PrintLocation: 'Office', PrinterLocation: 'WAT' }
  const business = async () => ({
    extensions: [],
    handlers: { 'printservers.save': async () => succeed({ Message: 'done' }) },
  })
  let cleanUp: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const step of cleanUp.toReversed()) await step()
    cleanUp = []
  })

  test('a replayed answer waits for the standby like the first one', async () => {
    const postgres = await startPostgres(folder)
    cleanUp.push(() => postgres.stop())
    const database = unwrap(await openDatabase({ kind: 'postgres', url: postgres.url }))
    cleanUp.push(database.close)
    const server = await startTestServer({}, { database, business })
    cleanUp.push(server.close)
    await server.tokensOf('pia.picker')
    const save = () => server.call('pia.picker', 'POST', 'printservers', { body, key: 'k' })
    const { pool } = database
    const waiting = async () => {
      const { rows } = await pool.query<{ pid: number }>(
        "select pid from pg_stat_activity where wait_event = 'SyncRep'",
      )
      return rows.map(({ pid }) => pid)
    }
    const end = (pid: number | undefined) => pool.query('select pg_terminate_backend($1)', [pid])
    const standbys = async (names: string) => {
      await pool.query(`alter system set synchronous_standby_names = '${names}'`)
      await pool.query('select pg_reload_conf()')
    }

    await standbys('away')
    await waitUntilCommitsWait(postgres.url, waiting, end)
    const first = save()
    await expect.poll(waiting).toHaveLength(1)
    // The change is committed only on the primary, and its connection is lost.
    await end((await waiting())[0])
    expect((await first).status).toBe(503)
    const second = save()
    await expect.poll(waiting).toHaveLength(1)
    await standbys('')
    expect([(await second).status, (await second).headers.get('idempotency-replayed')]).toEqual([200, 'true'])
  })

  test('a server that is routed to a standby is not ready, reports it, and recovers when it is routed back', async () => {
    const primary = await startPostgres(folder)
    cleanUp.push(() => primary.stop())
    const portOf = (url: string) => Number(new URL(url).port)
    const proxy = await startTcpProxy(portOf(primary.url))
    cleanUp.push(proxy.close)
    const through = new URL(primary.url)
    through.port = String(proxy.port)
    const database = unwrap(await openDatabase({ kind: 'postgres', url: through.href }))
    cleanUp.push(database.close)
    const server = await startTestServer({}, { database, business })
    cleanUp.push(server.close)
    await server.tokensOf('pia.picker')
    const standby = await startStandby(folder, primary.url)
    cleanUp.push(standby.stop)
    const ready = async () => (await fetch(`${server.url}/health/ready`)).status
    const save = async (key: string) => {
      const answer = await server.call('pia.picker', 'POST', 'printservers', { body, key })
      return [answer.status, ((await answer.json()) as { code?: string }).code]
    }
    expect([await ready(), await save('1')]).toEqual([200, [200, undefined]])

    proxy.setTarget(portOf(standby.url))
    proxy.cut()
    await expect.poll(ready).toBe(503)
    await expect.poll(() => save('2')).toEqual([503, 'no_changes_now'])
    // Connections to the standby stay open: the router does not know them.
    proxy.setTarget(portOf(primary.url))
    await expect.poll(ready).toBe(200)
    await expect.poll(() => save('2')).toEqual([200, undefined])
  })

  test('a server refuses to start on a standby and gives the reason', async () => {
    const postgres = await startPostgres(folder, { default_transaction_read_only: 'on' })
    cleanUp.push(() => postgres.stop())
    expect(await openDatabase({ kind: 'postgres', url: postgres.url })).toEqual({
      ok: false,
      error: { code: 'database_read_only', address: new URL(postgres.url).host },
    })
  })
}

function unwrap(opened: Awaited<ReturnType<typeof openDatabase>>): Database {
  if (!opened.ok) throw new Error(`The database did not open: ${JSON.stringify(opened.error)}`)
  return opened.value
}
