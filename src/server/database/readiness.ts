// Checks whether the database is usable, outside the pool: a full pool must not make the server look dead.
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { PgliteSession } from './pglite-socket.ts'

/** The state of the database. `milliseconds`: response time, or null without a response. */
export interface Readiness {
  readonly milliseconds: number | null
  /** All migrations of this release are applied. */
  readonly migrated: boolean
  readonly writable: boolean
}

/** Checks the database on its own connection until `close`. */
export interface ReadinessCheck {
  readonly check: () => Promise<Readiness>
  readonly close: () => Promise<void>
}

// The response timeout, and the bytes of a trial write.
const responseTimeoutMs = 3000
const trialBytes = 65_536

const unavailable: Readiness = { milliseconds: null, migrated: false, writable: false }

/** Checks PostgreSQL on its own connection, opened at the first check. `migrations`: the required number. */
export function checkPostgres(url: string, migrations: number): ReadinessCheck {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: responseTimeoutMs,
    query_timeout: responseTimeoutMs,
    application_name: 'trimline readiness',
  })
  pool.on('error', () => {}) // the next check reports it
  return {
    check: async () => {
      const startedAt = performance.now()
      try {
        const { rows } = await pool.query<{ n: string }>(
          'select count(*) as n from drizzle.__drizzle_migrations',
        )
        const milliseconds = since(startedAt)
        const migrated = Number(rows[0]?.n ?? 0) >= migrations
        return { milliseconds, migrated, writable: migrated && (await canWrite(pool)) }
      } catch {
        return unavailable
      }
    },
    close: () => pool.end(),
  }
}

// Rewrites one row. A standby, a read-only database and a full disk refuse it.
async function canWrite(pool: pg.Pool): Promise<boolean> {
  try {
    await pool.query(`insert into identity_state (model, id, payload, expires_at)
      values ('trimline:ready', '', '{}', now() + interval '1 day')
      on conflict (model, id) do update set expires_at = excluded.expires_at`)
    return true
  } catch {
    return false
  }
}

/** Checks PGlite, which this process migrated: queues a check and writes a file, unless in memory. */
export function checkPglite(session: PgliteSession, directory: string | undefined): ReadinessCheck {
  return {
    check: async () => {
      const startedAt = performance.now()
      const answered = session.enqueue(async () => {}).then(() => true)
      if (!(await Promise.race([answered, sleep(responseTimeoutMs, false, { ref: false })])))
        return unavailable
      const milliseconds = since(startedAt)
      return {
        milliseconds,
        migrated: true,
        writable: directory === undefined || (await canWriteFile(directory)),
      }
    },
    close: async () => {},
  }
}

/** Whether the folder accepts a file. */
export async function canWriteFile(directory: string): Promise<boolean> {
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

const since = (startedAt: number) => Math.round((performance.now() - startedAt) * 10) / 10
