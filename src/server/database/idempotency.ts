import { and, eq, lt, sql } from 'drizzle-orm'
import type { Prefetch } from '#server/domain/prefetch.ts'
import { batchedWrite } from './batched-write.ts'
import type { Database } from './database.ts'
import { preparedStatement, runDeferred, runPrepared } from './prepared.ts'
import { idempotencyKey } from './schema/idempotency.ts'
import { sqlState, type Transaction, violatedConstraint } from './transaction.ts'
import { inSavepoint } from './transaction-client.ts'

/** A stored response. */
export interface StoredResponse {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

/** A change. `key` is optional; the fingerprint hashes method, path, query and body. */
export interface ChangeRequest {
  readonly username: string
  readonly key: string | undefined
  readonly fingerprint: string
  /** The rows to prefetch, if known. */
  readonly ahead?: Prefetch | undefined
}

/** Sends the reads of a change together with the claim of its key. */
export type SendPrefetch = (
  transaction: Transaction,
  username: string,
  ahead: Prefetch | undefined,
) => Promise<unknown>

/** The result of a change: its response, and whether to commit or roll back its effect. */
export interface ChangeEffect {
  readonly answer: StoredResponse
  readonly keep: boolean
}

export type ChangeResult =
  | { readonly kind: 'answered'; readonly answer: StoredResponse; readonly repeated: boolean }
  | { readonly kind: 'in_progress' }
  | { readonly kind: 'key_reused' }

interface KeyRow {
  readonly fingerprint: string
  readonly status: number
  readonly contentType: string
  readonly body: string
}

const isSameKey = and(
  eq(idempotencyKey.username, sql.placeholder('username')),
  eq(idempotencyKey.key, sql.placeholder('key')),
)
// Claims the key against other servers. The lock and both settings end with the transaction.
// `trimline.key` goes into the live update; `trimline.free` records whether this request holds the key.
const claimKey = preparedStatement(
  'claim-key',
  () => sql`select set_config('trimline.free',
      pg_try_advisory_xact_lock(hashtextextended(${sql.placeholder('slot')}, 0))::text, true) as free,
    set_config('trimline.key', ${sql.placeholder('key')}, true)`,
)
const readKey = preparedStatement(
  'read-key',
  () =>
    sql`select fingerprint, status, content_type as "contentType", answer as body from ${idempotencyKey} where ${isSameKey}`,
)
const rewriteKey = preparedStatement(
  'write-key-again',
  () => sql`update ${idempotencyKey} set fingerprint = fingerprint where ${isSameKey}`,
)
const storeAnswer = batchedWrite('key', () => ({
  tables: sql`kept as (insert into ${idempotencyKey} (username, key, fingerprint, status, content_type, answer)
    values (${sql.placeholder('username')}, ${sql.placeholder('key')}, ${sql.placeholder('fingerprint')},
      ${sql.placeholder('status')}, ${sql.placeholder('contentType')}, ${sql.placeholder('body')}))`,
}))

// Retention of a key in days (docs/stock-ledger.md, Answers).
const retentionDays = 30

class RefusedChange extends Error {
  readonly effect: ChangeEffect
  constructor(effect: ChangeEffect) {
    super('The effect of a refused change is undone')
    this.effect = effect
  }
}

/**
 * Creates the function that runs each change once (docs/stock-ledger.md, Answers).
 * `work` runs in one transaction with its key. The same user, key and fingerprint gets the stored response.
 * Another fingerprint returns `key_reused`; a first request still running returns `in_progress`.
 * If `work` throws, everything is rolled back and the key is free again.
 */
export function createChangeRunner(database: Database, prefetch: SendPrefetch) {
  const inProgress = new Set<string>()

  return async (
    request: ChangeRequest,
    work: (transaction: Transaction) => Promise<ChangeEffect>,
  ): Promise<ChangeResult> => {
    const { username, key } = request
    if (key === undefined) return runOnce(database, prefetch, request, work)
    // Check this process first: on PGlite a second request would wait for the only connection.
    const slot = JSON.stringify([username, key])
    if (inProgress.has(slot)) return { kind: 'in_progress' }
    inProgress.add(slot)
    try {
      return await runKeyed(database, prefetch, { ...request, key }, work)
    } finally {
      inProgress.delete(slot)
    }
  }
}

async function runOnce(
  database: Database,
  prefetch: SendPrefetch,
  { username, ahead }: ChangeRequest,
  work: (transaction: Transaction) => Promise<ChangeEffect>,
): Promise<ChangeResult> {
  const effect = await database.transaction(async (transaction) => {
    await prefetch(transaction, username, ahead)
    return rollBackRefused(transaction, work)
  })
  return { kind: 'answered', answer: effect.answer, repeated: false }
}

async function runKeyed(
  database: Database,
  prefetch: SendPrefetch,
  request: ChangeRequest & { readonly key: string },
  work: (transaction: Transaction) => Promise<ChangeEffect>,
): Promise<ChangeResult> {
  const { username, key, fingerprint, ahead } = request
  const attempt = () =>
    database.transaction<ChangeResult>(async (transaction) => {
      // One round trip. The later statements see what the previous lock holder committed.
      const [[lock], [stored]] = await Promise.all([
        runPrepared<{ free: string }>(transaction, claimKey({ slot: JSON.stringify([username, key]), key })),
        runPrepared<KeyRow>(transaction, readKey({ username, key })),
        prefetch(transaction, username, ahead),
      ])
      if (lock?.free !== 'true') return { kind: 'in_progress' }
      if (stored && stored.fingerprint !== fingerprint) return { kind: 'key_reused' }
      if (stored) {
        // A write makes this response wait for the standby too, so it survives the loss of the primary.
        // The first request may have lost its connection during that wait.
        await runDeferred(transaction, rewriteKey({ username, key }))
        const { status, contentType, body } = stored
        return { kind: 'answered', answer: { status, contentType, body }, repeated: true }
      }
      const { answer } = await rollBackRefused(transaction, work)
      await runDeferred(transaction, storeAnswer({ username, key, fingerprint, ...answer }))
      return { kind: 'answered', answer, repeated: false }
    })
  try {
    return await attempt()
  } catch (error) {
    if (!isKeyTaken(error)) throw error
    return attempt() // PGlite has no real advisory locks: the other request won, and its response is stored
  }
}

// Runs `work` in a savepoint. A refusal keeps its response and rolls back its effect.
async function rollBackRefused(
  transaction: Transaction,
  work: (transaction: Transaction) => Promise<ChangeEffect>,
): Promise<ChangeEffect> {
  try {
    return await inSavepoint(transaction, async (savepoint) => {
      const effect = await work(savepoint)
      if (!effect.keep) throw new RefusedChange(effect)
      return effect
    })
  } catch (error) {
    if (error instanceof RefusedChange) return error.effect
    throw error
  }
}

function isKeyTaken(error: unknown): boolean {
  return sqlState(error) === '23505' && violatedConstraint(error) === 'idempotency_key_username_key_pk'
}

/** Deletes expired keys and returns their number. */
export async function purgeIdempotencyKeys(database: Database): Promise<number> {
  const removed = await database.queries
    .delete(idempotencyKey)
    .where(lt(idempotencyKey.createdAt, sql`now() - make_interval(days => ${retentionDays})`))
  return removed.rowCount ?? 0
}
