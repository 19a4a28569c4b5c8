// Stores ledger marks: a hash chain of database states that devices compare with the state they last saw
// (docs/stock-ledger.md, Marks).
import { randomUUID } from 'node:crypto'
import { lt, sql } from 'drizzle-orm'
import { formatLedgerState, type LedgerState } from '#core/wire/ledger-state.ts'
import type { LedgerStatePort } from '#server/domain/check-ledger.ts'
import type { Database } from './database.ts'
import { sequenceOf } from './document-tables.ts'
import { idempotencyKey } from './schema/idempotency.ts'
import { ledgerMark } from './schema/ledger.ts'
import type { Queries, Transaction } from './transaction.ts'

// Retention in days. Devices report the marks they saw within 30 days.
const retentionDays = 40

interface Row extends Record<string, unknown> {
  readonly id: string
  readonly run: string
  readonly position: string
  readonly hash: string
  readonly at: string
}

const milliseconds = sql`ceil(extract(epoch from at) * 1000)::bigint`

// A start, failover, recreated database or rewritten table begins a new run.
const runOf = (opened: string) => sql`left(md5(concat_ws(' ', pg_postmaster_start_time(),
  case when pg_is_in_recovery() then '' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end,
  (select oid from pg_database where datname = current_database()),
  pg_relation_filenode('ledger_mark'), ${opened}::text)), 16)`

// Adds a mark if the run changed or something changed since the last mark.
// The random part separates two histories with the same changes.
const addMark = (opened: string) => sql`
  with now as (select ${runOf(opened)} as run, coalesce((select max(id) from change), 0) as change),
    last as (select position, hash, run, change from ${ledgerMark} order by position desc limit 1)
  insert into ${ledgerMark} (position, hash, run, change)
  select coalesce(last.position, 0) + 1,
    left(encode(sha256(convert_to(concat_ws(' ', last.hash, last.position, now.run, now.change,
      (select coalesce(max(id), 0) from movement), clock_timestamp(), gen_random_uuid()), 'UTF8')), 'hex'), 32),
    now.run, now.change
  from now left join last on true
  where last.position is null or last.run <> now.run or now.change > last.change
  on conflict do nothing`

async function readLatest(queries: Queries | Transaction): Promise<LedgerState> {
  const { rows } = await queries.execute<Row>(sql`
    select (select hash from ${ledgerMark} where position = 1) as id, run, position, hash, ${milliseconds} as at
    from ${ledgerMark} order by position desc limit 1`)
  const [row] = rows
  if (!row) throw new Error('The ledger has no mark')
  return { id: row.id, run: row.run, position: Number(row.position), hash: row.hash, at: Number(row.at) }
}

/** The latest known mark of a database, sent with each response. */
export interface LedgerMarks {
  /** The header value; undefined before the first mark. */
  readonly state: () => string | undefined
  /** Adds a mark if something changed, and reads the latest one. */
  readonly mark: () => Promise<void>
}

// On PGlite each opening is a run, because the folder may be another one.
const openings = new WeakMap<object, string>()

/** Caches the latest mark in memory, so that a response costs no query. */
export function createLedgerMarks({
  engine,
  pool,
  queries,
}: Pick<Database, 'engine' | 'pool' | 'queries'>): LedgerMarks {
  const opened = engine === 'pglite' ? (openings.get(pool) ?? randomUUID()) : ''
  openings.set(pool, opened)
  let state: string | undefined
  return {
    state: () => state,
    mark: async () => {
      await queries.execute(addMark(opened))
      state = formatLedgerState(await readLatest(queries))
    },
  }
}

/** Reads marks to compare with those that a device saw. */
export function createLedgerStateStore(queries: Queries | Transaction): LedgerStatePort {
  return {
    latest: () => readLatest(queries),
    hashAt: async (position) => {
      const { rows } = await queries.execute<{ hash: string }>(
        sql`select hash from ${ledgerMark} where position = ${position}`,
      )
      return rows[0]?.hash
    },
    lastMarkBefore: async (at) => {
      const { rows } = await queries.execute<{ at: string | null }>(
        sql`select max(${milliseconds}) as at from ${ledgerMark} where ${milliseconds} <= ${at}`,
      )
      const [row] = rows
      return row === undefined || row.at === null ? undefined : Number(row.at)
    },
    missingKeys: async (username, keys) => {
      if (keys.length === 0) return []
      const { rows } = await queries.execute<{ key: string }>(sql`
        select key from json_array_elements_text(${JSON.stringify(keys)}::json) as asked(key)
        where not exists (select from ${idempotencyKey} as kept where kept.username = ${username} and kept.key = asked.key)`)
      return rows.map(({ key }) => key)
    },
    skipPast: async (kind, number, maxSkip) => {
      const sequence = sequenceOf(kind)
      // Draw numbers one by one: setting the sequence could revert numbers that others draw at the same time.
      await queries.execute(sql`
        select nextval(${sequence}::regclass)
        from generate_series((select last_value + 1 from ${sql.identifier(sequence)}), ${number}::bigint)
        where ${number}::bigint - (select last_value from ${sql.identifier(sequence)}) <= ${maxSkip}`)
    },
  }
}

/** Deletes old marks and returns their number. Keeps the first, which is the database's id. */
export async function purgeMarks({ queries }: Pick<Database, 'queries'>): Promise<number> {
  const removed = await queries
    .delete(ledgerMark)
    .where(
      sql`${ledgerMark.position} > 1 and ${lt(ledgerMark.at, sql`now() - make_interval(days => ${retentionDays})`)}`,
    )
  return removed.rowCount ?? 0
}
