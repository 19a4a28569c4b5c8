import { lt, type SQL, sql } from 'drizzle-orm'
import { modeOf, STORAGE_TYPES } from '#core/wire/constants.ts'
import type { Database } from '#server/database/database.ts'
import { memberOf } from '#server/database/document-rows.ts'
import { change } from '#server/database/schema/changes.ts'
import { type Queries, sqlState } from '#server/database/transaction.ts'
import type { ChangesPort, CommittedChange } from '#server/domain/changes.ts'

// Retention of changes in days, and validity of a position in hours.
// Validity is shorter, because a row has the start time of its transaction.
const retentionDays = 2
const validityHours = 47
// Maximum changes sent one by one. Beyond this, reading everything again is cheaper.
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

// A position is a PostgreSQL snapshot, its time in seconds, and the database's timeline.
// A snapshot lists transactions in progress, so their changes count as new after they commit.
// A promoted standby has a new timeline. It may reuse transaction numbers, so old snapshots are invalid.
const positionPattern = /^(\d{1,19}:\d{1,19}:[\d,]{0,4000})@(\d{1,12})@([0-9A-F]{0,8})$/
const timeline = sql`case when pg_is_in_recovery() then '' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end`
const now = sql`pg_current_snapshot()::text || '@' || extract(epoch from now())::bigint || '@' || ${timeline}`

/** Reads changes in commit-visibility order (docs/live.md). */
export function createChangeFeed(queries: () => Queries): ChangesPort {
  const execute = (statement: SQL) => queries().execute<Row>(statement)
  return {
    position: async () => {
      const { rows } = await execute(sql`select ${now} as position`)
      return rows[0]?.position ?? ''
    },
    since: async (position) => {
      const [, snapshot, second, timelineOfPosition] = positionPattern.exec(position) ?? []
      if (snapshot === undefined) return 'unknown'
      const seen = sql`${snapshot}::pg_snapshot`
      // A restored database may hold transaction numbers above the current snapshot: skip them.
      const reading = execute(sql`
        select ${now} as position, id, kind, storage_type, number, locations, step, by, at::text as at, key
        from (select) as always left join ${change}
          on xid >= pg_snapshot_xmin(${seen}) and not pg_visible_in_snapshot(xid, ${seen})
          and xid < pg_snapshot_xmax(pg_current_snapshot())
        where pg_snapshot_xmax(${seen}) <= pg_snapshot_xmax(pg_current_snapshot())
          and ${timelineOfPosition} = ${timeline}
          and to_timestamp(${Number(second)}) > now() - make_interval(hours => ${validityHours})
        order by xid, id limit ${maxChanges + 1}`)
      const { rows } = await reading.catch((error: unknown) => {
        // An invalid snapshot; other failures are rethrown.
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
          mode: modeOf(memberOf(STORAGE_TYPES, row.storage_type)),
          number: row.number,
          locations: row.locations,
          step: row.step,
          by: row.by,
          at: new Date(row.at).toISOString(),
          key: row.key,
        },
      ]

/** Deletes old changes and returns their number. */
export async function purgeChanges({ queries }: Pick<Database, 'queries'>): Promise<number> {
  const removed = await queries
    .delete(change)
    .where(lt(change.at, sql`now() - make_interval(days => ${retentionDays})`))
  return removed.rowCount ?? 0
}
