import { randomBytes } from 'node:crypto'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import { type Database, migrationsFolder, openDatabase } from '#server/database/database.ts'
import { openPgliteInMemory } from '#server/database/pglite-database.ts'

/** URL of the PostgreSQL server for the tests. If it is unset, they run on PGlite. */
export const testDatabaseUrl: string | undefined = process.env.TEST_DATABASE_URL || undefined

/**
 * Opens a separate database for one test file: PGlite in memory, or a new database on `TEST_DATABASE_URL`.
 */
export async function openTestDatabase(): Promise<Database> {
  if (!testDatabaseUrl) return unwrap(await openDatabase({ kind: 'memory', copied: await emptyTables() }))
  const fresh = await createTestDatabase(testDatabaseUrl)
  const database = unwrap(await openDatabase({ kind: 'postgres', url: fresh.url }))
  return {
    ...database,
    close: async () => {
      await database.close()
      await fresh.drop()
    },
  }
}

/** Creates an empty database on the server of `url`. `drop` removes it and ends all its connections. */
export async function createTestDatabase(url: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `trimline_test_${randomBytes(6).toString('hex')}`
  await runOn(url, `create database ${name}`)
  const fresh = new URL(url)
  fresh.pathname = `/${name}`
  return { url: fresh.href, drop: () => runOn(url, `drop database if exists ${name} with (force)`) }
}

// A worker creates the empty tables in PGlite once: a copy opens in a quarter of the time.
let made: Promise<Blob> | undefined
const emptyTables = (): Promise<Blob> => (made ??= makeTables())

async function makeTables(): Promise<Blob> {
  const pglite = await openPgliteInMemory()
  await migrate(drizzle({ client: pglite }), { migrationsFolder })
  const copy = await pglite.dumpDataDir('none')
  await pglite.close()
  return copy
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function unwrap(opened: Awaited<ReturnType<typeof openDatabase>>): Database {
  if (!opened.ok) throw new Error(`The test database did not open: ${JSON.stringify(opened.error)}`)
  return opened.value
}
