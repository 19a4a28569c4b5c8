import { and, eq, lt, sql } from 'drizzle-orm'
import type { ReadAhead } from '#server/domain/read-ahead.ts'
import type { Database } from './database.ts'
import { hotWrite } from './hot-write.ts'
import { ask, hotStatement, later } from './prepared.ts'
import { readAhead } from './read-ahead.ts'
import { idempotencyKey } from './schema/idempotency.ts'
import { sqlState, type Transaction, violatedConstraint } from './transaction.ts'
import { inSavepoint } from './transaction-client.ts'

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
  /** What it reads first, if that is known. */
  readonly ahead?: ReadAhead | undefined
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

interface Kept {
  readonly fingerprint: string
  readonly status: number
  readonly contentType: string
  readonly body: string
}

const isSlot = and(
  eq(idempotencyKey.username, sql.placeholder('username')),
  eq(idempotencyKey.key, sql.placeholder('key')),
)
// Other servers on the database: the lock ends with the transaction, and so do the settings. One puts the key
// into the live update, the other says that this request has it.
const claiming = hotStatement(
  'claim-key',
  () => sql`select set_config('trimline.free',
      pg_try_advisory_xact_lock(hashtextextended(${sql.placeholder('slot')}, 0))::text, true) as free,
    set_config('trimline.key', ${sql.placeholder('key')}, true)`,
)
const reading = hotStatement(
  'read-key',
  () =>
    sql`select fingerprint, status, content_type as "contentType", answer as body from ${idempotencyKey} where ${isSlot}`,
)
const writingAgain = hotStatement(
  'write-key-again',
  () => sql`update ${idempotencyKey} set fingerprint = fingerprint where ${isSlot}`,
)
const keeping = hotWrite('key', () => ({
  tables: sql`kept as (insert into ${idempotencyKey} (username, key, fingerprint, status, content_type, answer)
    values (${sql.placeholder('username')}, ${sql.placeholder('key')}, ${sql.placeholder('fingerprint')},
      ${sql.placeholder('status')}, ${sql.placeholder('contentType')}, ${sql.placeholder('body')}))`,
}))

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
    const { username, key } = request
    if (key === undefined) return runOnce(database, request, work)
    // This process first: on PGlite, a second request would wait for the only connection.
    const slot = JSON.stringify([username, key])
    if (underWay.has(slot)) return { kind: 'in_progress' }
    underWay.add(slot)
    try {
      return await runKeyed(database, { ...request, key }, work)
    } finally {
      underWay.delete(slot)
    }
  }
}

async function runOnce(
  database: Database,
  { username, ahead }: ChangeRequest,
  work: (transaction: Transaction) => Promise<ChangeEffect>,
): Promise<ChangeResult> {
  const effect = await database.transaction(async (transaction) => {
    await readAhead(transaction, username, ahead)
    return undoRefused(transaction, work)
  })
  return { kind: 'answered', answer: effect.answer, repeated: false }
}

async function runKeyed(
  database: Database,
  request: ChangeRequest & { readonly key: string },
  work: (transaction: Transaction) => Promise<ChangeEffect>,
): Promise<ChangeResult> {
  const { username, key, fingerprint, ahead } = request
  const attempt = () =>
    database.transaction<ChangeResult>(async (transaction) => {
      // In one round trip: the later ones see what the lock's former holder has committed.
      const [[lock], [kept]] = await Promise.all([
        ask<{ free: string }>(transaction, claiming({ slot: JSON.stringify([username, key]), key })),
        ask<Kept>(transaction, reading({ username, key })),
        readAhead(transaction, username, ahead),
      ])
      if (lock?.free !== 'true') return { kind: 'in_progress' }
      if (kept && kept.fingerprint !== fingerprint) return { kind: 'key_reused' }
      if (kept) {
        // The first request may have lost its connection while it waited for a standby. A write makes this
        // one wait too: an answer must survive the loss of the primary.
        await later(transaction, writingAgain({ username, key }))
        const { status, contentType, body } = kept
        return { kind: 'answered', answer: { status, contentType, body }, repeated: true }
      }
      const { answer } = await undoRefused(transaction, work)
      await later(transaction, keeping({ username, key, fingerprint, ...answer }))
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
    return await inSavepoint(transaction, async (savepoint) => {
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
