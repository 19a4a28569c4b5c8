import { accessSync, constants, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { advisoryLocks } from './advisory-locks.ts'
import { type LockRefusal, lockDirectory } from './directory-lock.ts'
import { GroupCommit } from './group-commit.ts'
import { type Listener, listenOnPostgres, type Subscription } from './listen.ts'
import { channels, createNotifier } from './notify-changes.ts'
import { openDurablePglite, openPgliteInMemory } from './pglite-database.ts'
import { PgliteSession } from './pglite-socket.ts'
import { openPool } from './postgres-pool.ts'
import { checkPglite, checkPostgres, type Readiness, type ReadinessCheck } from './readiness.ts'
import { inTransaction, type Queries, sqlState, type Transaction } from './transaction.ts'
import { clientOf } from './transaction-client.ts'

/** A PostgreSQL server. A connection in use counts as lost after `inactivityTimeoutMs` without a byte. */
export interface PostgresTarget {
  readonly kind: 'postgres'
  readonly url: string
  readonly inactivityTimeoutMs?: number
}

/** Where the data is: a PostgreSQL URL, a PGlite folder, or memory (tests), optionally copied from a dump. */
export type DatabaseTarget =
  | PostgresTarget
  | { readonly kind: 'directory'; readonly directory: string }
  | { readonly kind: 'memory'; readonly copied?: Blob }

export interface Database {
  readonly engine: 'postgres' | 'pglite'
  /** PGlite has one connection: do not query the pool while a transaction is open. */
  readonly pool: pg.Pool
  /** Queries outside a transaction. */
  readonly queries: Queries
  /** See `inTransaction`. */
  readonly transaction: <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>
  /** Adds rows in COPY's text format. `into`: table and columns. Call inside a transaction. */
  readonly copyIn: (transaction: Transaction, into: string, rows: Buffer) => Promise<void>
  /** Listens for commits: of all servers on PostgreSQL, of this process on PGlite. */
  readonly listen: (listener: Listener) => Subscription
  /** Whether the database is usable; does not wait for the pool. */
  readonly readiness: () => Promise<Readiness>
  /** Ends the pool, flushes PGlite's files and releases its folder. Safe to call twice. */
  readonly close: () => Promise<void>
}

/** Why the database did not open, for the message at start. */
export type DatabaseRefusal =
  | LockRefusal
  | { readonly code: 'data_unreadable'; readonly directory: string; readonly reason: string }
  | { readonly code: 'server_unreachable'; readonly address: string; readonly reason: string }
  | { readonly code: 'password_refused'; readonly user: string }
  | { readonly code: 'database_missing'; readonly database: string }
  | { readonly code: 'server_too_old'; readonly version: string }
  | { readonly code: 'database_read_only'; readonly address: string }
  | { readonly code: 'preview_database' }
  | { readonly code: 'connection_failed'; readonly reason: string }

interface Engine {
  readonly pool: pg.Pool
  /** PGlite only: lets commits share one flush to disk. */
  readonly group?: GroupCommit
  readonly copyIn: Database['copyIn']
  readonly readiness: ReadinessCheck
  readonly release: () => Promise<void>
}

export const migrationsFolder = fileURLToPath(new URL('migrations', import.meta.url))
const minPostgresVersion = 150_000

/**
 * Opens the database and migrates it. Expected failures are returned; an exception is a bug.
 * `onConnectionError` reports idle connections that the database closed. The pool replaces them.
 */
export async function openDatabase(
  place: DatabaseTarget,
  onConnectionError: (error: Error) => void = () => {},
): Promise<Result<Database, DatabaseRefusal>> {
  const opened = place.kind === 'postgres' ? await openPostgres(place) : await openPglite(place)
  if (!opened.ok) return opened
  const { pool, group, copyIn, readiness, release } = opened.value
  pool.on('error', onConnectionError)
  const discard = async () => {
    await pool.end()
    await readiness.close()
    await release()
  }
  try {
    const refusal = await (place.kind === 'postgres' ? migratePostgres(place.url) : migrateOn(pool))
    if (refusal) {
      await discard()
      return fail(refusal)
    }
  } catch (error) {
    await discard()
    throw error
  }
  const subscriptions = new Set<Subscription>()
  // Notifies on a listening connection first, so that requests keep theirs.
  const notifier = createNotifier(async () => {
    for (const subscription of subscriptions) if (await subscription.notify()) return
    await pool.query('select pg_notify($1, $2)', [channels.change, ''])
  })
  const end = async () => {
    await notifier.settled()
    await Promise.all([pool.end(), readiness.close()])
    await release()
  }
  let closing: Promise<void> | undefined
  const close = () => (closing ??= end())
  const queries = group?.queries ?? drizzle({ client: pool })
  const common = { pool, queries, copyIn, readiness: readiness.check, close }
  if (place.kind === 'postgres') {
    return succeed({
      ...common,
      engine: 'postgres',
      transaction: async (work) => {
        const result = await inTransaction(pool, work)
        notifier.notify()
        return result
      },
      listen: (listener) => {
        const subscription = listenOnPostgres(place.url, queries, listener, onConnectionError)
        subscriptions.add(subscription)
        const close = async () => {
          subscriptions.delete(subscription)
          await subscription.close()
        }
        return { ...subscription, close }
      },
    })
  }
  const listeners = new Set<Listener>()
  return succeed({
    ...common,
    engine: 'pglite',
    transaction: async (work) => {
      const result = await inTransaction(pool, work, group)
      for (const { onChange } of listeners) onChange()
      return result
    },
    listen: (listener) => {
      listeners.add(listener)
      return {
        queries: () => queries,
        notify: async () => true,
        broadcast: async () => {},
        close: async () => void listeners.delete(listener),
      }
    },
  })
}

async function openPglite(
  place: Exclude<DatabaseTarget, { kind: 'postgres' }>,
): Promise<Result<Engine, DatabaseRefusal>> {
  if (place.kind === 'memory') {
    const database = await openPgliteInMemory(place.copied)
    const session = new PgliteSession(database)
    const readiness = checkPglite(session, undefined)
    return succeed({
      ...poolOver(session),
      copyIn: copyOn(session),
      readiness,
      release: () => database.close(),
    })
  }
  const directory = resolve(place.directory)
  try {
    mkdirSync(directory, { recursive: true })
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    return fail({ code: 'directory_not_writable', directory, reason: reasonOf(error) })
  }
  const lock = await lockDirectory(directory)
  if (!lock.ok) return lock
  try {
    const database = await openDurablePglite(join(directory, 'database'))
    const release = async () => {
      await database.close()
      await lock.value.release()
    }
    const session = new PgliteSession(database)
    return succeed({
      ...poolOver(session),
      copyIn: copyOn(session),
      readiness: checkPglite(session, directory),
      release,
    })
  } catch (error) {
    await lock.value.release()
    return fail({ code: 'data_unreadable', directory, reason: reasonOf(error) })
  }
}

// PGlite does not accept COPY over the wire. The empty select opens the transaction on its only session.
const copyOn =
  (session: PgliteSession): Database['copyIn'] =>
  async (transaction, into, rows) => {
    await transaction.execute(sql`select`)
    await session.copyIn(into, rows)
  }

const copyToPostgres: Database['copyIn'] = async (transaction, into, rows) => {
  const client = clientOf(transaction)
  if (!client) throw new Error('COPY outside of a transaction')
  await client.copyIn(`copy ${into} from stdin`, rows)
}

function poolOver(session: PgliteSession): Required<Pick<Engine, 'pool' | 'group'>> {
  const pool = new pg.Pool({
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 10_000,
    stream: () => session.connect(),
  })
  return { pool, group: new GroupCommit(pool, () => session.flush()) }
}

async function openPostgres(place: PostgresTarget): Promise<Result<Engine, DatabaseRefusal>> {
  const { url } = place
  const pool = openPool(place)
  const refuse = async (refusal: DatabaseRefusal) => {
    await pool.end()
    return fail(refusal)
  }
  try {
    const { rows } = await pool.query<{ version: string; read_only: string }>(
      `select current_setting('server_version_num') as version, current_setting('transaction_read_only') as read_only`,
    )
    const [{ version, read_only: readOnly } = { version: '0', read_only: 'off' }] = rows
    if (Number(version) < minPostgresVersion) return await refuse({ code: 'server_too_old', version })
    if (readOnly === 'on') return await refuse({ code: 'database_read_only', address: new URL(url).host })
    const { length } = readMigrationFiles({ migrationsFolder })
    return succeed({
      pool,
      copyIn: copyToPostgres,
      readiness: checkPostgres(url, length),
      release: async () => {},
    })
  } catch (error) {
    return refuse(connectionRefusal(url, error))
  }
}

function connectionRefusal(url: string, error: unknown): DatabaseRefusal {
  const { host, username, pathname } = new URL(url)
  const state = sqlState(error)
  if (state === '28P01' || state === '28000') {
    return { code: 'password_refused', user: decodeURIComponent(username) }
  }
  if (state === '3D000') return { code: 'database_missing', database: decodeURIComponent(pathname.slice(1)) }
  if (state === undefined) return { code: 'server_unreachable', address: host, reason: reasonOf(error) }
  return { code: 'connection_failed', reason: reasonOf(error) }
}

// Uses its own connection: a migration may exceed the pool's statement timeout.
async function migratePostgres(url: string): Promise<DatabaseRefusal | undefined> {
  const client = new pg.Client({ connectionString: url, application_name: 'trimline', keepAlive: true })
  // The statement in flight reports a connection error.
  client.on('error', () => {})
  await client.connect()
  try {
    return await migrateUnderLock(client)
  } finally {
    await client.end()
  }
}

async function migrateOn(pool: pg.Pool): Promise<DatabaseRefusal | undefined> {
  const client = await pool.connect()
  try {
    return await migrateUnderLock(client)
  } finally {
    client.release()
  }
}

// Drizzle's migrator takes no lock, so two servers starting together would collide.
async function migrateUnderLock(client: pg.Client | pg.PoolClient): Promise<DatabaseRefusal | undefined> {
  await client.query('select pg_advisory_lock($1)', [advisoryLocks.migration])
  try {
    if (await isFromPreview(client)) return { code: 'preview_database' }
    await migrate(drizzle({ client }), { migrationsFolder })
    return undefined
  } finally {
    await client.query('select pg_advisory_unlock($1)', [advisoryLocks.migration])
  }
}

// Previews had other migrations: their tables cannot be upgraded.
async function isFromPreview(client: pg.Client | pg.PoolClient): Promise<boolean> {
  const { rows: tables } = await client.query<{ name: string | null }>(
    "select to_regclass('drizzle.__drizzle_migrations')::text as name",
  )
  if (!tables[0]?.name) return false
  const { rows } = await client.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by id limit 1',
  )
  const [first] = readMigrationFiles({ migrationsFolder })
  return rows.length > 0 && rows[0]?.hash !== first?.hash
}

// The error message without a stack.
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  if (error instanceof Error) return error.message || error.name
  return String(error)
}
