import { setTimeout as sleep } from 'node:timers/promises'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient } from 'pg'
import type { GroupCommit } from './group-commit.ts'
import { runOnConnection } from './transaction-client.ts'

/** Runs queries: the pool (each on its own), or a transaction. */
export type Queries = NodePgDatabase
/** A drizzle transaction. `transaction.transaction(…)` inside it is a savepoint. */
export type Transaction = Parameters<Parameters<Queries['transaction']>[0]>[0]

const serializationFailure = '40001'
const deadlockDetected = '40P01'
const maxAttempts = 6

/** PostgreSQL's five-character error code, also inside drizzle's wrapper; undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    // The digit excludes system codes such as `EPIPE`.
    if ('code' in cause && typeof cause.code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(cause.code))
      return cause.code
  }
  return undefined
}

/** The name of the violated constraint, if the error is a constraint violation. */
export function violatedConstraint(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('constraint' in cause && typeof cause.constraint === 'string') return cause.constraint
  }
  return undefined
}

function isRetryable(error: unknown): boolean {
  const state = sqlState(error)
  return state === serializationFailure || state === deadlockDetected
}

// Milliseconds before the next retry: exponential backoff with jitter.
function retryDelayMs(attempt: number): number {
  return 5 * 2 ** attempt * (0.5 + Math.random())
}

/**
 * Runs `work` in one transaction and commits it; rolls back and rethrows if it throws.
 * Retries deadlocks and serialisation failures five times (docs/stock-ledger.md, Answers).
 * `work` must have no effects outside its transaction and must not query the pool: PGlite has one connection.
 * With `group`, the commit shares a flush to disk with others, and this returns after the flush.
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
      // Wait before failing too: the error may depend on commits of others that are not on disk yet.
      await group?.onDisk().catch(() => undefined)
      if (!isRetryable(error) || attempt === maxAttempts) throw error
      await sleep(retryDelayMs(attempt))
    }
  }
}

async function runOnce<Result>(
  pool: Pool,
  work: (transaction: Transaction) => Promise<Result>,
  group: GroupCommit | undefined,
): Promise<Result> {
  const client: PoolClient = await pool.connect()
  let isBroken = false
  const markBroken = () => {
    isBroken = true
  }
  client.on('error', markBroken)
  try {
    return await runOnConnection(client, work, group)
  } catch (error) {
    // Connections to a demoted primary stay read-only, so also close the idle ones.
    if (classifyDatabaseError(error) === 'read_only') {
      isBroken = true
      closeIdleConnections(pool)
    }
    // Any failure on a broken connection means that the connection and its transaction are lost.
    throw isBroken && !classifyDatabaseError(error)
      ? new Error('Connection terminated in a transaction', { cause: error })
      : error
  } finally {
    client.off('error', markBroken)
    client.release(isBroken)
  }
}

// Closes the idle connections. Later requests open new ones.
function closeIdleConnections(pool: Pool): void {
  for (let remaining = pool.idleCount; remaining > 0; remaining -= 1) {
    void pool.connect().then(
      (client) => client.release(true),
      () => undefined,
    )
  }
}

/** Whether a sequence is exhausted. Only those of document numbers can be (`schema/documents.ts`). */
export function isSequenceExhausted(error: unknown): boolean {
  return sqlState(error) === '2200H'
}

/** Whether a number exceeds its column: a sum of plants, where each part was checked. */
export function isNumberTooLarge(error: unknown): boolean {
  return sqlState(error) === '22003'
}

/**
 * Why the database is unavailable. `busy`: no free connection, contention or a slow statement.
 * `unreachable`: no connection. `full`: no disk space. `read_only`: a standby.
 */
export type DatabaseErrorKind = 'busy' | 'unreachable' | 'full' | 'read_only'

const kindsByState: readonly (readonly [RegExp, DatabaseErrorKind])[] = [
  [/^(53300|40001|40P01|57014)$/, 'busy'],
  [/^(53100)$/, 'full'],
  [/^(25006)$/, 'read_only'],
  [/^(08|57P0|25P03)/, 'unreachable'],
]
// Messages of the driver and its pool that have no code.
const kindsByMessage: readonly (readonly [RegExp, DatabaseErrorKind])[] = [
  [/^timeout exceeded when trying to connect/, 'busy'],
  [/^Connection terminated|is not queryable$|^Cannot use a pool after calling end/, 'unreachable'],
]
const kindsBySystemCode: readonly (readonly [RegExp, DatabaseErrorKind])[] = [
  [/^(ENOSPC|EDQUOT)$/, 'full'],
  [
    /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)$/,
    'unreachable',
  ],
]

/** Classifies a database error; undefined for other errors, such as bugs. */
export function classifyDatabaseError(error: unknown): DatabaseErrorKind | undefined {
  const kind = (text: string, table: typeof kindsByState) =>
    table.find(([pattern]) => pattern.test(text))?.[1]
  const state = sqlState(error)
  if (state !== undefined) return kind(state, kindsByState)
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const found =
      ('code' in cause ? kind(String(cause.code), kindsBySystemCode) : undefined) ??
      kind(cause.message, kindsByMessage)
    if (found) return found
  }
  return undefined
}
