import { setTimeout as pause } from 'node:timers/promises'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient } from 'pg'
import type { GroupCommit } from './group-commit.ts'
import { transactionOn } from './transaction-client.ts'

/** What a query runs on: the pool (each query on its own), or a transaction. */
export type Queries = NodePgDatabase
/** A transaction of drizzle; `transaction.transaction(…)` inside it is a savepoint. */
export type Transaction = Parameters<Parameters<Queries['transaction']>[0]>[0]

const serializationFailure = '40001'
const deadlockDetected = '40P01'
const mostAttempts = 6

/** PostgreSQL's five-letter error code, found through drizzle's wrapper; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    // `EPIPE` has five letters too, but no digit.
    if ('code' in cause && typeof cause.code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(cause.code))
      return cause.code
  }
  return undefined
}

/** The name of the violated constraint, where the error is a constraint violation. */
export function violatedConstraint(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('constraint' in cause && typeof cause.constraint === 'string') return cause.constraint
  }
  return undefined
}

function mayTryAgain(error: unknown): boolean {
  const state = sqlState(error)
  return state === serializationFailure || state === deadlockDetected
}

// Delay before the next retry in milliseconds: doubling, with a random part against repeated collisions.
function pauseAfter(attempt: number): number {
  return 5 * 2 ** attempt * (0.5 + Math.random())
}

/**
 * Runs `work` in one transaction and commits it; if `work` throws, rolls back and throws on. Retries
 * deadlocks and serialisation failures up to five times (docs/stock-ledger.md, Answers), so `work` must have
 * no effect outside its transaction. Do not query the pool inside: with PGlite it has a single connection.
 * With `group` it may share the wait for the disk with others; it ends after that wait, too.
 */
export async function inTransaction<Result>(
  pool: Pool,
  work: (transaction: Transaction) => Promise<Result>,
  group?: GroupCommit,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const result = await runOnce(pool, work, group)
      await group?.onDisk()
      return result
    } catch (error) {
      // What it has seen of others is true by then.
      await group?.onDisk().catch(() => undefined)
      if (!mayTryAgain(error) || attempt === mostAttempts) throw error
      await pause(pauseAfter(attempt))
    }
  }
}

async function runOnce<Result>(
  pool: Pool,
  work: (transaction: Transaction) => Promise<Result>,
  group: GroupCommit | undefined,
): Promise<Result> {
  const client: PoolClient = await pool.connect()
  let broken = false
  const notice = () => {
    broken = true
  }
  client.on('error', notice)
  try {
    return await transactionOn(client, work, group)
  } catch (error) {
    // A connection to a former primary stays there for ever, and the idle ones may lead there too.
    if (troubleOf(error) === 'read_only') {
      broken = true
      dropIdle(pool)
    }
    // Whatever failed, the connection is gone, and its work with it.
    throw broken && !troubleOf(error)
      ? new Error('Connection terminated in a transaction', { cause: error })
      : error
  } finally {
    client.off('error', notice)
    client.release(broken)
  }
}

// Ends the connections that nobody uses; the next requests open new ones.
function dropIdle(pool: Pool): void {
  for (let left = pool.idleCount; left > 0; left -= 1) {
    void pool.connect().then(
      (client) => client.release(true),
      () => undefined,
    )
  }
}

/**
 * Is it that a sequence has no number left? Only those of documents end within any time
 * (`schema/documents.ts`).
 */
export function areNumbersUsedUp(error: unknown): boolean {
  return sqlState(error) === '2200H'
}

/** Is it that a number is larger than its column: a sum of plants, for changes whose parts are checked? */
export function isNumberTooLarge(error: unknown): boolean {
  return sqlState(error) === '22003'
}

/**
 * Why the database does no work now: all connections in use, too much contention or a statement that took too
 * long (`busy`), no connection (`unreachable`), disk full (`full`), or a standby without writes
 * (`read_only`).
 */
export type DatabaseTrouble = 'busy' | 'unreachable' | 'full' | 'read_only'

const troubleOfState: readonly (readonly [RegExp, DatabaseTrouble])[] = [
  [/^(53300|40001|40P01|57014)$/, 'busy'],
  [/^(53100)$/, 'full'],
  [/^(25006)$/, 'read_only'],
  [/^(08|57P0|25P03)/, 'unreachable'],
]
// Messages of the driver and its pool without a code.
const troubleOfMessage: readonly (readonly [RegExp, DatabaseTrouble])[] = [
  [/^timeout exceeded when trying to connect/, 'busy'],
  [/^Connection terminated|is not queryable$|^Cannot use a pool after calling end/, 'unreachable'],
]
const troubleOfSystem: readonly (readonly [RegExp, DatabaseTrouble])[] = [
  [/^(ENOSPC|EDQUOT)$/, 'full'],
  [
    /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)$/,
    'unreachable',
  ],
]

/** The database trouble of an error; undefined: something else, such as a bug. */
export function troubleOf(error: unknown): DatabaseTrouble | undefined {
  const kind = (text: string, table: typeof troubleOfState) => table.find(([form]) => form.test(text))?.[1]
  const state = sqlState(error)
  if (state !== undefined) return kind(state, troubleOfState)
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const found =
      ('code' in cause ? kind(String(cause.code), troubleOfSystem) : undefined) ??
      kind(cause.message, troubleOfMessage)
    if (found) return found
  }
  return undefined
}
