import { lt, type SQL, sql } from 'drizzle-orm'
import { modeOf, STORAGE_TYPES } from '#core/wire/constants.ts'
import type { ChangesPort, CommittedChange } from '#server/domain/changes.ts'
import type { Database } from './database.ts'
import { known } from './document-rows.ts'
import { change } from './schema/changes.ts'
import { type Queries, sqlState } from './transaction.ts'

// Days that changes are kept, and hours that a position is valid: somewhat less, because a row has its
// transaction's start time.
const daysKept = 2
const hoursGood = 47
// More changes than this are not sent one by one: reading everything again is cheaper.
const maxChanges = 1_000

interface Row extends Record<string, unknown> {
  position: string
  id: string | null
  kind: string
  storage_type: string
  number: string
  locations: string[]
  step: string
  by: string
  at: string
  key: string
}

// A position is PostgreSQL's snapshot as text, its second, and the database's timeline. A snapshot knows the
// transactions in progress, so their changes count as new when they commit. A standby that has become the
// primary starts a new timeline; it may use transaction numbers again that the former primary has used
// without a trace, so that its snapshots say nothing there.
const readPosition = /^(\d{1,19}:\d{1,19}:[\d,]{0,4000})@(\d{1,12})@([0-9A-F]{0,8})$/
const timeline = sql`case when pg_is_in_recovery() then '' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end`
const now = sql`pg_current_snapshot()::text || '@' || extract(epoch from now())::bigint || '@' || ${timeline}`

/** Changes in the order in which they became visible (docs/live.md, What is told). */
export function createChangeFeed(queries: () => Queries): ChangesPort {
  const execute = (statement: SQL) => queries().execute<Row>(statement)
  return {
    position: async () => {
      const { rows } = await execute(sql`select ${now} as position`)
      return rows[0]?.position ?? ''
    },
    since: async (position) => {
      const [, snapshot, second, line] = readPosition.exec(position) ?? []
      if (snapshot === undefined) return 'unknown'
      const seen = sql`${snapshot}::pg_snapshot`
      // Rows of a restored database may have transaction numbers of the future: not news.
      const reading = execute(sql`
        select ${now} as position, id, kind, storage_type, number, locations, step, by, at::text as at, key
        from (select) as always left join ${change}
          on xid >= pg_snapshot_xmin(${seen}) and not pg_visible_in_snapshot(xid, ${seen})
          and xid < pg_snapshot_xmax(pg_current_snapshot())
        where pg_snapshot_xmax(${seen}) <= pg_snapshot_xmax(pg_current_snapshot())
          and ${line} = ${timeline}
          and to_timestamp(${Number(second)}) > now() - make_interval(hours => ${hoursGood})
        order by xid, id limit ${maxChanges + 1}`)
      const { rows } = await reading.catch((error: unknown) => {
        // An invalid snapshot; any other failure is thrown.
        if (sqlState(error) === '22P02') return { rows: [] }
        throw error
      })
      const [first] = rows
      if (!first || rows.length > maxChanges) return 'unknown'
      return { changes: rows.flatMap(readChange), position: first.position }
    },
  }
}

const readChange = (row: Row): readonly CommittedChange[] =>
  row.id === null
    ? []
    : [
        {
          kind: row.kind,
          mode: modeOf(known(STORAGE_TYPES, row.storage_type)),
          number: row.number,
          locations: row.locations,
          step: row.step,
          by: row.by,
          at: new Date(row.at).toISOString(),
          key: row.key,
        },
      ]

/** Deletes old changes; returns how many. */
export async function purgeChanges({ queries }: Pick<Database, 'queries'>): Promise<number> {
  const removed = await queries
    .delete(change)
    .where(lt(change.at, sql`now() - make_interval(days => ${daysKept})`))
  return removed.rowCount ?? 0
}
