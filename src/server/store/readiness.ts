// Whether the database is usable, checked outside of the pool: requests that wait for a connection must not
// make a server look dead.
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { PgliteSession } from './pglite-socket.ts'

/** The current state of the database; `milliseconds` is its response time, null without an answer. */
export interface Readiness {
  readonly milliseconds: number | null
  /** All migrations of this release are there. */
  readonly migrated: boolean
  readonly writable: boolean
}

/** Checks the database on its own connection, until `close`. */
export interface ReadinessCheck {
  readonly check: () => Promise<Readiness>
  readonly close: () => Promise<void>
}

// Milliseconds until an answer is overdue, and the size of a trial write in bytes.
const patience = 3000
const trialBytes = 65_536

const nothing: Readiness = { milliseconds: null, migrated: false, writable: false }

/** PostgreSQL: one connection of its own, opened at the first check. `migrations` is the required number. */
export function checkPostgres(url: string, migrations: number): ReadinessCheck {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: patience,
    query_timeout: patience,
    application_name: 'trimline readiness',
  })
  pool.on('error', () => {}) // the next check says it
  return {
    check: async () => {
      const began = performance.now()
      try {
        const { rows } = await pool.query<{ n: string }>(
          'select count(*) as n from drizzle.__drizzle_migrations',
        )
        const milliseconds = since(began)
        const migrated = Number(rows[0]?.n ?? 0) >= migrations
        return { milliseconds, migrated, writable: migrated && (await writes(pool)) }
      } catch {
        return nothing
      }
    },
    close: () => pool.end(),
  }
}

// One row, rewritten each time. A standby, a read-only database and a full log refuse it.
async function writes(pool: pg.Pool): Promise<boolean> {
  try {
    await pool.query(`insert into identity_state (model, id, payload, expires_at)
      values ('trimline:ready', '', '{}', now() + interval '1 day')
      on conflict (model, id) do update set expires_at = excluded.expires_at`)
    return true
  } catch {
    return false
  }
}

/**
 * PGlite, which this process has migrated: the check is queued among other messages, and writes a file into
 * the folder. Without a folder (memory) there is always space.
 */
export function checkPglite(session: PgliteSession, directory: string | undefined): ReadinessCheck {
  return {
    check: async () => {
      const began = performance.now()
      const answered = session.enqueue(async () => {}).then(() => true)
      if (!(await Promise.race([answered, pause(patience, false, { ref: false })]))) return nothing
      const milliseconds = since(began)
      return {
        milliseconds,
        migrated: true,
        writable: directory === undefined || (await takesFile(directory)),
      }
    },
    close: async () => {},
  }
}

/** Whether a file can be written into the folder. */
export async function takesFile(directory: string): Promise<boolean> {
  const path = join(directory, `.ready-${process.pid}`)
  try {
    const file = await open(path, 'w')
    try {
      await file.write(Buffer.alloc(trialBytes, 1))
      await file.sync()
    } finally {
      await file.close()
    }
    return true
  } catch {
    return false
  } finally {
    await rm(path, { force: true }).catch(() => undefined)
  }
}

const since = (began: number) => Math.round((performance.now() - began) * 10) / 10
