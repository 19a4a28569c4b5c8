import { sql } from 'drizzle-orm'
import { bigint, customType, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' })

/**
 * Live updates: one row per change of a document or stock correction, written in its transaction.
 * Kept for two days (docs/live.md).
 */
export const change = pgTable(
  'change',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Determines which rows are new to a reader, because ids do not follow the commit order. */
    xid: xid8('xid').notNull().default(sql`pg_current_xact_id()`),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
    by: text('by').notNull(),
    kind: text('kind').notNull(),
    storageType: text('storage_type').notNull(),
    /** The document number, or the barcode of a correction. */
    number: text('number').notNull(),
    seasonId: text('season_id'),
    /** The affected locations. Only their users are notified. */
    locations: text('locations').array().notNull(),
    step: text('step').notNull(),
    /** The request's Idempotency-Key; `''` for none. */
    key: text('key').notNull().default(sql`coalesce(current_setting('trimline.key', true), '')`),
  },
  (table) => [index('change_xid').on(table.xid), index('change_at').on(table.at)],
)
