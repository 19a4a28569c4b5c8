import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { identityState } from './schema/identity.ts'

/**
 * Counts requests per key and minute across all servers of the database.
 * `more` is added; the result is the count of the minute. Keys are stored as digests.
 */
export function createRequestCounts({ queries }: Pick<Database, 'queries'>) {
  return async (key: string, more: number): Promise<number> => {
    const digest = createHash('sha256').update(key).digest('base64url')
    const storedCount = sql`(${identityState.payload} ->> 'count')::int`
    const { rows } = await queries.execute<{ count: number }>(sql`
      insert into ${identityState} (model, id, payload, expires_at)
      values ('trimline:requests', ${digest} || to_char(now() at time zone 'UTC', ' YYYY-MM-DD HH24:MI'),
        jsonb_build_object('count', ${more}::int), now() + interval '2 minutes')
      on conflict (model, id) do update set payload = jsonb_build_object('count', ${storedCount} + ${more}::int)
      returning ${storedCount} as count`)
    return rows[0]?.count ?? more
  }
}
