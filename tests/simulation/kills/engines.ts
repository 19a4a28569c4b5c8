// Opens the databases of the kill simulation and reads what a killed server has left in them.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Database, type DatabaseTarget, openDatabase } from '#server/database/database.ts'
import { createTestDatabase } from '#tests/support/database.ts'

/** A database for servers that are killed. */
export interface KillEngine {
  readonly name: 'PGlite' | 'PostgreSQL'
  /** The settings of a server that uses this database. */
  readonly settings: Readonly<Record<string, string>>
  /** Fills the database, before the first server starts. */
  readonly fill: (work: (database: Database) => Promise<void>) => Promise<void>
  /** Reads what a killed server has left; on PGlite from a copy, as the next server may open the folder. */
  readonly inspect: <Value>(read: (pool: pg.Pool) => Promise<Value>) => Promise<Value>
  /** Whether `inspect` must end before the next server starts. */
  readonly inspectsBeforeRestart: boolean
  readonly close: () => Promise<void>
}

/** PGlite in a temporary folder. */
export function openPgliteEngine(): KillEngine {
  const directory = mkdtempSync(join(tmpdir(), 'trimline-kills-'))
  const data = join(directory, 'data')
  return {
    name: 'PGlite',
    settings: { DATA_DIR: data },
    fill: (fill) => withDatabase({ kind: 'directory', directory: data }, fill),
    inspect: async (read) => {
      const copy = mkdtempSync(join(directory, 'copy-'))
      cpSync(join(data, 'database'), join(copy, 'database'), { recursive: true })
      try {
        return await withDatabase({ kind: 'directory', directory: copy }, ({ pool }) => read(pool))
      } finally {
        rmSync(copy, { recursive: true, force: true })
      }
    },
    inspectsBeforeRestart: false,
    close: async () => rmSync(directory, { recursive: true, force: true }),
  }
}

/** A fresh database on the PostgreSQL of this address. */
export async function openPostgresEngine(server: string): Promise<KillEngine> {
  const { url, drop } = await createTestDatabase(server)
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  // `drop` may end a connection that is closing. A failing query still rejects.
  pool.on('error', () => undefined)
  const servers = async () => {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int from pg_stat_activity
       where datname = current_database() and application_name like 'trimline%'`,
    )
    return rows[0]?.count ?? 0
  }
  return {
    name: 'PostgreSQL',
    settings: { DATABASE_URL: url },
    fill: (fill) => withDatabase({ kind: 'postgres', url }, fill),
    inspect: async (read) => {
      // PostgreSQL ends the transactions of a killed server a moment after its process.
      while ((await servers()) > 0) await pause(5)
      return read(pool)
    },
    inspectsBeforeRestart: true,
    close: async () => {
      await pool.end()
      await drop()
    },
  }
}

async function withDatabase<Value>(
  place: DatabaseTarget,
  work: (database: Database) => Promise<Value>,
): Promise<Value> {
  const opened = await openDatabase(place)
  if (!opened.ok) throw new Error(`The database did not open: ${JSON.stringify(opened.error)}`)
  try {
    return await work(opened.value)
  } finally {
    await opened.value.close()
  }
}
