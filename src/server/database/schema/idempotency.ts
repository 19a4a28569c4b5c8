import { index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * The first response to every change with an `Idempotency-Key`, written in the same transaction.
 * Stored as text, so that a repeated response is identical byte for byte.
 */
export const idempotencyKey = pgTable(
  'idempotency_key',
  {
    username: text('username').notNull(),
    key: text('key').notNull(),
    fingerprint: text('fingerprint').notNull(),
    status: integer('status').notNull(),
    contentType: text('content_type').notNull(),
    answer: text('answer').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.username, table.key] }),
    index('idempotency_key_created').on(table.createdAt),
  ],
)
