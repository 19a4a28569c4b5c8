import { and, eq, lt, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { idempotencyKey } from './schema/idempotency.ts'
import { sqlState, type Transaction, violatedConstraint } from './transaction.ts'

/** An answer as it was sent. */
export interface KeptAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

/** A change: the key may be absent; the fingerprint stands for method, path, query and body. */
export interface ChangeRequest {
  readonly username: string
  readonly key: string | undefined
  readonly fingerprint: string
}

/** The result of a change: its answer, and whether its effect is kept or rolled back. */
export interface ChangeEffect {
  readonly answer: KeptAnswer
  readonly keep: boolean
}

export type ChangeResult =
  | { readonly kind: 'answered'; readonly answer: KeptAnswer; readonly repeated: boolean }
  | { readonly kind: 'in_progress' }
  | { readonly kind: 'key_reused' }

// How long a key is kept, in days (docs/stock-ledger.md, Answers).
const daysKept = 30

class Undo extends Error {
  readonly effect: ChangeEffect
  constructor(effect: ChangeEffect) {
    super('The effect of a refused change is undone')
    this.effect = effect
  }
}

/**
 * Creates the function that runs each change once (docs/stock-ledger.md, Answers). `work` runs in one
 * transaction with its key's record. The same key, user and fingerprint gives the first answer again,
 * refusals included; another fingerprint gives `key_reused`; while the first request runs, `in_progress`. If
 * `work` throws, everything is rolled back and the key is free.
 */
export function createChangeRunner(database: Database) {
  const underWay = new Set<string>()

  return async (
    request: ChangeRequest,
    work: (transaction: Transaction) => Promise<ChangeEffect>,
  ): Promise<ChangeResult> => {
    const { username, key, fingerprint } = request
    if (key === undefined) return runOnce(database, work)
    // This process first: on PGlite, a second request would wait for the only connection.
    const slot = JSON.stringify([username, key])
    if (underWay.has(slot)) return { kind: 'in_progress' }
    underWay.add(slot)
    try {
      return await runKeyed(database, { username, key, fingerprint }, work)
    } finally {
      underWay.delete(slot)
    }
  }
}

async function runOnce(
  database: Database,
  work: (transaction: Transaction) => Promise<ChangeEffect>,
): Promise<ChangeResult> {
  const effect = await database.transaction((transaction) => undoRefused(transaction, work))
  return { kind: 'answered', answer: effect.answer, repeated: false }
}

async function runKeyed(
  database: Database,
  request: ChangeRequest & { readonly key: string },
  work: (transaction: Transaction) => Promise<ChangeEffect>,
): Promise<ChangeResult> {
  const { username, key, fingerprint } = request
  const attempt = () =>
    database.transaction<ChangeResult>(async (transaction) => {
      // Other servers on the database: the lock ends with the transaction, and so does the setting, which
      // puts the key into the live update.
      const lock = await transaction.execute<{ free: boolean }>(
        sql`select pg_try_advisory_xact_lock(hashtextextended(${JSON.stringify([username, key])}, 0)) as free,
          set_config('trimline.key', ${key}, true)`,
      )
      if (!lock.rows[0]?.free) return { kind: 'in_progress' }
      const isSlot = and(eq(idempotencyKey.username, username), eq(idempotencyKey.key, key))
      const [kept] = await transaction.select().from(idempotencyKey).where(isSlot)
      if (kept && kept.fingerprint !== fingerprint) return { kind: 'key_reused' }
      if (kept) {
        // The first request may have lost its connection while it waited for a standby. A write makes this one wait too: an
        // answer must survive the loss of the primary.
        await transaction.update(idempotencyKey).set({ fingerprint }).where(isSlot)
        const answer = { status: kept.status, contentType: kept.contentType, body: kept.answer }
        return { kind: 'answered', answer, repeated: true }
      }
      const { answer } = await undoRefused(transaction, work)
      await transaction.insert(idempotencyKey).values({
        username,
        key,
        fingerprint,
        status: answer.status,
        contentType: answer.contentType,
        answer: answer.body,
      })
      return { kind: 'answered', answer, repeated: false }
    })
  try {
    return await attempt()
  } catch (error) {
    if (!isKeyTaken(error)) throw error
    return attempt() // a database without real advisory locks: the other request was first, its answer is there now
  }
}

// Runs `work` in a savepoint; a refusal keeps its answer and rolls back its effect.
async function undoRefused(
  transaction: Transaction,
  work: (transaction: Transaction) => Promise<ChangeEffect>,
): Promise<ChangeEffect> {
  try {
    return await transaction.transaction(async (savepoint) => {
      const effect = await work(savepoint)
      if (!effect.keep) throw new Undo(effect)
      return effect
    })
  } catch (error) {
    if (error instanceof Undo) return error.effect
    throw error
  }
}

function isKeyTaken(error: unknown): boolean {
  return sqlState(error) === '23505' && violatedConstraint(error) === 'idempotency_key_username_key_pk'
}

/** Deletes expired keys; returns how many. */
export async function purgeIdempotencyKeys(database: Database): Promise<number> {
  const removed = await database.queries
    .delete(idempotencyKey)
    .where(lt(idempotencyKey.createdAt, sql`now() - make_interval(days => ${daysKept})`))
  return removed.rowCount ?? 0
}
