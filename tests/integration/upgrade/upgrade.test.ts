// Upgrades databases of earlier releases, on PGlite or PostgreSQL.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sentenceOf } from '#server/boot/start-refusals.ts'
import { type Database, type DatabaseTarget, openDatabase } from '#server/database/database.ts'
import { verifyChains } from '#server/database/verify-chains.ts'
import { createTestDatabase, testDatabaseUrl } from '#tests/support/database.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import type { PendingCall, ReleasedDocument } from './fixture.ts'

const releases = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const read = (release: string, file: string) => readFileSync(join(import.meta.dirname, release, file), 'utf8')
const documentsOf = (release: string): ReleasedDocument[] => JSON.parse(read(release, 'documents.json'))
const pendingOf = (release: string): PendingCall[] => JSON.parse(read(release, 'pending.json'))

// Creates a database from these statements.
async function makeDatabase(
  statements: string,
): Promise<{ place: DatabaseTarget; drop: () => Promise<void> }> {
  if (!testDatabaseUrl) {
    const pglite = await PGlite.create()
    await pglite.exec(statements)
    const copied = await pglite.dumpDataDir('none')
    await pglite.close()
    return { place: { kind: 'memory', copied }, drop: async () => {} }
  }
  const { url, drop } = await createTestDatabase(testDatabaseUrl)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statements)
  await client.end()
  return { place: { kind: 'postgres', url }, drop }
}

describe.each(releases)('a database of %s', (release) => {
  let database: Database
  let server: TestServer
  let drop: () => Promise<void>
  beforeAll(async () => {
    const made = await makeDatabase(read(release, 'database.sql'))
    drop = made.drop
    const opened = await openDatabase(made.place)
    if (!opened.ok) throw new Error(sentenceOf(opened.error))
    database = opened.value
    server = await startTestServer({}, { database })
  })
  afterAll(async () => {
    await server.close()
    await database.close()
    await drop()
  })

  test('has a ledger without faults', async () => {
    expect(await findBrokenInvariants(database.pool)).toEqual([])
    expect((await verifyChains(database)).faults).toEqual([])
  })

  test.each(documentsOf(release))('answers $path as before', async (before) => {
    const response = await server.call('ada.admin', 'GET', before.path)
    expect(await response.json()).toMatchObject(before.answer)
  })

  test.each(pendingOf(release))('accepts the pending call $key', async (call) => {
    const { person, path, key, body } = call
    const send = async () => (await server.call(person, 'POST', path, { body, key })).json()
    const answer = await send()
    expect(JSON.stringify(answer)).toMatch(/successfully/)
    expect(JSON.stringify(answer)).not.toMatch(/changed meanwhile|Insufficient|urn:/)
    // A retry gets the same answer.
    expect(await send()).toEqual(answer)
  })
})

test('a database of a preview is refused with one sentence', async () => {
  const [release = ''] = releases
  const preview = `${read(release, 'database.sql')}; update drizzle.__drizzle_migrations set hash = 'of a preview'`
  const { place, drop } = await makeDatabase(preview)
  const opened = await openDatabase(place)
  expect(opened.ok ? '' : sentenceOf(opened.error)).toMatch(
    /^This database was made by a preview of Trimline/,
  )
  await drop()
})
