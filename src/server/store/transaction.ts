import { setTimeout as pause } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient } from 'pg'

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
    if ('code' in cause && typeof cause.code === 'string' && /^[0-9A-Z]{5}$/.test(cause.code))
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
 */
export async function inTransaction<Result>(
  pool: Pool,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(pool, work)
    } catch (error) {
      if (!mayTryAgain(error) || attempt === mostAttempts) throw error
      await pause(pauseAfter(attempt))
    }
  }
}

async function runOnce<Result>(
  pool: Pool,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const client: PoolClient = await pool.connect()
  let broken = false
  const notice = () => {
    broken = true
  }
  client.on('error', notice)
  try {
    return await drizzle({ client }).transaction(work)
  } finally {
    client.off('error', notice)
    client.release(broken)
  }
}

/**
 * Whether an error says that the database is unavailable (connection lost, shutting down, all connections
 * busy).
 */
export function isConnectionFailure(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== undefined) return /^(08|57P0|53300)/.test(state)
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && /^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH)$/.test(String(cause.code)))
      return true
    if (/^(timeout exceeded when trying to connect|Connection terminated)/.test(cause.message)) return true
  }
  return false
}
