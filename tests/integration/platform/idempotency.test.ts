import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeProblem } from '#core/wire/problem.ts'
import { fail, succeed } from '#core/wire/result.ts'
import { purgeIdempotencyKeys } from '#server/database/idempotency.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

// A change that inserts a row, so that a test can count its runs. The body selects its outcome.
let server: TestServer
let hold: Promise<void> | undefined
let entered: () => void = () => {}

async function effect(printer: string, transaction: Transaction) {
  entered()
  await transaction.execute(sql`insert into effect (name) values (${printer})`)
  if (hold) await hold
  if (printer === 'bug') throw new Error('a bug')
  if (printer === 'refused')
    return fail(makeProblem('state_conflict', 'Shipped already.', { state: 'SHIPPED' }))
  return succeed({ Message: `${printer} saved` })
}

beforeAll(async () => {
  server = await startTestServer(
    {},
    {
      business: async () => ({
        extensions: [],
        handlers: {
          'printservers.save': ({ body }, transaction) => effect(body.PrintServer, transaction),
          'printservers.delete': ({ params }, transaction) => effect(params.id, transaction),
        },
      }),
    },
  )
  await server.database.pool.query('create table effect (name text not null)')
})
beforeEach(async () => {
  hold = undefined
  entered = () => {}
  await server.database.pool.query('truncate effect')
})
afterAll(() => server.close())

const save = async (username: string, printer: string, key?: string) => {
  const body = { PrintServer: printer, Port: 12212, PrintLocation: 'dock' }
  const response = await server.call(username, 'POST', 'printservers', {
    body,
    ...(key !== undefined && { key }),
  })
  return {
    status: response.status,
    replayed: response.headers.get('idempotency-replayed') === 'true',
    text: await response.text(),
  }
}
const effects = async () => (await server.database.pool.query('select name from effect')).rows.length

test('the same key with the same body gets an identical answer and changes nothing', async () => {
  const first = await save('pia.picker', 'saved', 'key-1')
  const again = await save('pia.picker', 'saved', 'key-1')
  expect(first).toMatchObject({ status: 200, replayed: false })
  expect(again).toEqual({ ...first, replayed: true })
  expect(await effects()).toBe(1)
})

test('a refusal is remembered, but its changes are rolled back', async () => {
  const first = await save('pia.picker', 'refused', 'key-2')
  const again = await save('pia.picker', 'refused', 'key-2')
  expect(first.status).toBe(409)
  expect(JSON.parse(first.text)).toMatchObject({ code: 'state_conflict', state: 'SHIPPED' })
  expect(again).toEqual({ ...first, replayed: true })
  expect(await effects()).toBe(0)
})

test('the same key with another body, or for another call, is 422', async () => {
  await save('pia.picker', 'one', 'key-3')
  const other = await save('pia.picker', 'two', 'key-3')
  expect(other.status).toBe(422)
  expect(JSON.parse(other.text)).toMatchObject({ code: 'key_reused' })
  expect((await server.call('pia.picker', 'DELETE', 'printservers/1', { key: 'key-3' })).status).toBe(422)
  expect(await effects()).toBe(1)
})

test('another person’s key is a new key', async () => {
  await save('pia.picker', 'same', 'key-4')
  expect(await save('ravi.receiver', 'same', 'key-4')).toMatchObject({ status: 200, replayed: false })
  expect(await effects()).toBe(2)
})

test('without a key every request is applied', async () => {
  await save('pia.picker', 'same')
  await save('pia.picker', 'same')
  expect(await effects()).toBe(2)
})

test('a second request during the first gets an error, and later the first answer', async () => {
  let letGo = () => {}
  hold = new Promise((resolve) => {
    letGo = resolve
  })
  const inside = new Promise<void>((resolve) => {
    entered = resolve
  })
  const first = save('pia.picker', 'slow', 'key-5')
  await inside
  const second = await save('pia.picker', 'slow', 'key-5')
  expect(second.status).toBe(409)
  expect(JSON.parse(second.text)).toMatchObject({ code: 'request_in_progress' })
  letGo()
  const answered = await first
  expect(answered.status).toBe(200)
  expect(await save('pia.picker', 'slow', 'key-5')).toEqual({ ...answered, replayed: true })
  expect(await effects()).toBe(1)
})

test('Fault 03: two servers on one database apply it once', async () => {
  const secondServer = await startTestServer(
    { publicUrl: server.url },
    {
      database: server.database,
      business: async () => ({
        extensions: [],
        handlers: { 'printservers.save': ({ body }, transaction) => effect(body.PrintServer, transaction) },
      }),
    },
  )
  try {
    const { accessToken } = await server.tokensOf('pia.picker')
    const send = (port: number, key: string) =>
      fetch(`http://127.0.0.1:${port}/api/printservers`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${accessToken}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify({ PrintServer: 'raced', Port: 12212, PrintLocation: 'dock' }),
      })
    for (let round = 0; round < 10; round += 1) {
      const ports = [server.port, secondServer.port, server.port, secondServer.port]
      const statuses = (await Promise.all(ports.map((port) => send(port, `race-${round}`)))).map(
        ({ status }) => status,
      )
      expect(statuses).toContain(200)
      expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
    }
    expect(await effects()).toBe(10)
  } finally {
    await secondServer.close()
  }
})

test('a failure leaves the key unused: the next try counts as the first', async () => {
  expect((await save('pia.picker', 'bug', 'key-6')).status).toBe(500)
  expect(await save('pia.picker', 'mended', 'key-6')).toMatchObject({ status: 200, replayed: false })
  expect(await effects()).toBe(1)
})

test('an invalid key is 400', async () => {
  expect((await save('pia.picker', 'saved', 'with blank')).status).toBe(400)
  expect((await save('pia.picker', 'saved', 'x'.repeat(201))).status).toBe(400)
  expect(await effects()).toBe(0)
})

test('keys are stored for 30 days', async () => {
  await save('pia.picker', 'old', 'key-29')
  await save('pia.picker', 'old', 'key-31')
  const age = (key: string, days: number) =>
    server.database.pool.query(
      `update idempotency_key set created_at = now() - make_interval(days => $1) where key = $2`,
      [days, key],
    )
  await age('key-29', 29)
  await age('key-31', 31)
  expect(await purgeIdempotencyKeys(server.database)).toBe(1)
  expect((await save('pia.picker', 'old', 'key-29')).replayed).toBe(true)
  expect((await save('pia.picker', 'old', 'key-31')).replayed).toBe(false)
})
