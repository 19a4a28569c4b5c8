import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seedDemo } from '#server/boot/demo/load.ts'
import { type Database, openDatabase } from '#server/database/database.ts'
import { classifyDatabaseError, sqlState, violatedConstraint } from '#server/database/transaction.ts'
import { demoUsers } from '#server/identity/demo-users.ts'
import { createTestDatabase, openTestDatabase, testDatabaseUrl } from '#tests/support/database.ts'
import { memoryAfterGc } from '#tests/support/held-memory.ts'

let database: Database

beforeAll(async () => {
  database = await openTestDatabase()
  await database.pool.query(
    'create table crate (id int primary key, plants int constraint plants_not_negative check (plants >= 0), tags text[], label bytea)',
  )
})
beforeEach(() => database.pool.query('truncate crate'))
afterAll(() => database.close())

const caught = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )
const count = async () => Number((await database.pool.query('select count(*) from crate')).rows[0].count)

test('a connection stays usable after a failed query with parameters', async () => {
  for (let round = 0; round < 20; round += 1) {
    const error = await caught(database.pool.query('select $1::int / $2::int', [round, 0]))
    expect(sqlState(error)).toBe('22012')
    expect((await database.pool.query('select $1::int as n', [round])).rows).toEqual([{ n: round }])
  }
})

test('errors have their code and constraint, through drizzle too', async () => {
  await database.pool.query('insert into crate (id, plants) values (1, 5)')
  const double = await caught(database.queries.execute(sql`insert into crate (id, plants) values (1, 5)`))
  expect([sqlState(double), violatedConstraint(double)]).toEqual(['23505', 'crate_pkey'])
  const negative = await caught(database.queries.execute(sql`update crate set plants = -1`))
  expect([sqlState(negative), violatedConstraint(negative)]).toEqual(['23514', 'plants_not_negative'])
  expect(classifyDatabaseError(negative)).toBe(undefined)
})

test('a failed savepoint rolls back only its own part', async () => {
  await database.transaction(async (transaction) => {
    await transaction.execute(sql`insert into crate (id, plants) values (1, 1)`)
    const error = await caught(
      transaction.transaction(async (savepoint) => {
        await savepoint.execute(sql`insert into crate (id, plants) values (2, 2)`)
        await savepoint.execute(sql`insert into crate (id, plants) values (3, -3)`)
      }),
    )
    expect(sqlState(error)).toBe('23514')
    await transaction.execute(sql`insert into crate (id, plants) values (4, 4)`)
  })
  expect((await database.pool.query('select id from crate order by id')).rows).toEqual([{ id: 1 }, { id: 4 }])
})

test('an error in a transaction rolls everything back and reaches the caller', async () => {
  const error = await caught(
    database.transaction(async (transaction) => {
      await transaction.execute(sql`insert into crate (id) values (1)`)
      throw new Error('a bug')
    }),
  )
  expect(error).toMatchObject({ message: 'a bug' })
  expect(await count()).toBe(0)
})

test('arrays, bytes and nulls are stored and read back unchanged', async () => {
  const tags = ['a "quoted" tag', 'comma, {brace}', '', 'NULL']
  const label = Buffer.from([0, 1, 2, 255])
  await database.pool.query('insert into crate (id, tags, label) values ($1, $2, $3)', [1, tags, label])
  const { rows } = await database.pool.query(
    'select tags, label, plants from crate where id = any($1::int[])',
    [[1, 2]],
  )
  expect(rows).toEqual([{ tags, label, plants: null }])
})

test('memory of read rows is released', async () => {
  const read = () =>
    database.pool.query("select n, 'the plants of row ' || n as words from generate_series(1, 20000) n")
  await read()
  const before = memoryAfterGc().heapUsed
  for (let round = 0; round < 10; round += 1) expect((await read()).rows).toHaveLength(20_000)
  // If they were retained, these would be 200,000 rows of more than 100 bytes each.
  expect(memoryAfterGc().heapUsed - before).toBeLessThan(5_000_000)
})

test('a client that is destroyed in a transaction leaves no state to the next client', async () => {
  const client = await database.pool.connect()
  await client.query('begin')
  await client.query('insert into crate (id) values (1)')
  await client.query("set time zone 'Asia/Tokyo'")
  client.release(true)
  expect(await count()).toBe(0)
  const { rows } = await database.pool.query('show time zone')
  expect(rows[0].TimeZone).not.toBe('Asia/Tokyo')
})

test('a client that is destroyed with pending queries does not run them in the next client’s transaction', async () => {
  const client = await database.pool.connect()
  client.on('error', () => {})
  await client.query('begin')
  const lost = [1, 2, 3].map((id) => caught(client.query('insert into crate (id) values ($1)', [id])))
  client.release(true)
  await database.transaction(async (transaction) => {
    await transaction.execute(sql`insert into crate (id) values (9)`)
  })
  await Promise.all(lost)
  expect((await database.pool.query('select id from crate')).rows).toEqual([{ id: 9 }])
})

test('many simultaneous queries each get their own answer', async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) => database.pool.query('select $1::int as n', [n])),
  )
  expect(answers.map(({ rows }) => rows[0].n)).toEqual(Array.from({ length: 100 }, (_, n) => n))
})

test('timers run while the database is busy', async () => {
  let ticks = 0
  const timer = setInterval(() => {
    ticks += 1
  }, 1)
  for (let n = 0; n < 300; n += 1) await database.pool.query('select sum(i) from generate_series(1, 2000) i')
  clearInterval(timer)
  expect(ticks).toBeGreaterThan(0)
})

test('a serialisation failure is retried a limited number of times', async () => {
  const failing = (times: number) => {
    let attempts = 0
    const done = database.transaction(async (transaction) => {
      attempts += 1
      await transaction.execute(sql`insert into crate (id) values (${attempts})`)
      if (attempts <= times)
        await transaction.execute(sql`do $$ begin raise exception 'busy' using errcode = '40001'; end $$`)
      return attempts
    })
    return { done, attempts: () => attempts }
  }
  expect(await failing(2).done).toBe(3)
  expect(await count()).toBe(1)
  await database.pool.query('truncate crate')
  const alwaysFailing = failing(1000)
  expect(sqlState(await caught(alwaysFailing.done))).toBe('40001')
  expect(alwaysFailing.attempts()).toBe(6)
})

// PGlite has no lock waits, and there is no server that could refuse a connection.
if (testDatabaseUrl) describeServer(new URL(testDatabaseUrl))

function describeServer(server: URL) {
  const url = () => new URL(server)

  test('two people who block each other both succeed', async () => {
    await database.pool.query('insert into crate (id, plants) values (1, 0), (2, 0)')
    const add = (first: number, second: number) =>
      database.transaction(async (transaction) => {
        await transaction.execute(sql`update crate set plants = plants + 1 where id = ${first}`)
        await transaction.execute(sql`select pg_sleep(0.02)`)
        await transaction.execute(sql`update crate set plants = plants + 1 where id = ${second}`)
      })
    await Promise.all([add(1, 2), add(2, 1), add(1, 2), add(2, 1)])
    expect((await database.pool.query('select plants from crate')).rows).toEqual([
      { plants: 4 },
      { plants: 4 },
    ])
  })

  test('a connection that the server ends is distinguished from a bug, and replaced', async () => {
    const error = await caught(
      database.transaction((transaction) =>
        transaction.execute(sql`select pg_terminate_backend(pg_backend_pid())`),
      ),
    )
    expect(classifyDatabaseError(error)).toBe('unreachable')
    expect(await count()).toBe(0)
  })

  test('servers that start together migrate once, and one of them seeds', async () => {
    const fresh = await createTestDatabase(url().href)
    const opened = await Promise.all([1, 2, 3].map(() => openDatabase({ kind: 'postgres', url: fresh.url })))
    try {
      expect(opened.map((one) => one.ok)).toEqual([true, true, true])
      const databases = opened.flatMap((one) => (one.ok ? [one.value] : []))
      const demo = { today: '2026-11-22', users: demoUsers }
      const seeded = await Promise.all(databases.map((database) => seedDemo(database, demo)))
      expect(seeded.filter(Boolean)).toHaveLength(1)
    } finally {
      for (const one of opened) if (one.ok) await one.value.close()
      await fresh.drop()
    }
  })

  test('distinguishes a missing database from a user without access', async () => {
    const missing = url()
    missing.pathname = '/no_such_database'
    expect(await openDatabase({ kind: 'postgres', url: missing.href })).toMatchObject({
      error: { code: 'database_missing', database: 'no_such_database' },
    })
    const unknownUser = url()
    unknownUser.username = 'no_such_user'
    unknownUser.password = 'wrong'
    expect(await openDatabase({ kind: 'postgres', url: unknownUser.href })).toMatchObject({
      error: { code: 'password_refused', user: 'no_such_user' },
    })
  })
}

test('reports a server that does not listen by name', async () => {
  expect(await openDatabase({ kind: 'postgres', url: 'postgres://a:b@127.0.0.1:1/c' })).toMatchObject({
    ok: false,
    error: { code: 'server_unreachable', address: '127.0.0.1:1' },
  })
})

describe('a data folder', () => {
  let directory: string
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'trimline-data-'))
  })
  afterAll(() => rmSync(directory, { recursive: true }))

  test('belongs to one process at a time, and keeps its data', async () => {
    const place = { kind: 'directory', directory } as const
    const first = await openDatabase(place)
    if (!first.ok) throw new Error(first.error.code)
    await first.value.pool.query("insert into identity_secret (name, value) values ('kept', '1')")
    expect(await openDatabase(place)).toMatchObject({
      error: { code: 'directory_in_use', processId: String(process.pid) },
    })
    await first.value.close()
    const second = await openDatabase(place)
    if (!second.ok) throw new Error(second.error.code)
    expect(
      (await second.value.pool.query("select name from identity_secret where name = 'kept'")).rows,
    ).toHaveLength(1)
    await second.value.close()
  })

  test('that cannot be created is refused with a short message', async () => {
    expect(await openDatabase({ kind: 'directory', directory: '/dev/null/data' })).toMatchObject({
      error: { code: 'directory_not_writable', directory: '/dev/null/data' },
    })
  })
})
