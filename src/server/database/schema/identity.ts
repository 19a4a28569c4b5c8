import { index, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * State of the embedded development provider (sessions, codes, grants, refresh tokens), and this server's
 * state about tokens. `model` distinguishes them; ours begins with `trimline:`.
 */
export const identityState = pgTable(
  'identity_state',
  {
    model: text('model').notNull(),
    id: text('id').notNull(),
    payload: jsonb('payload').notNull(),
    grantId: text('grant_id'),
    uid: text('uid'),
    userCode: text('user_code'),
    expiresAt: timestamp('expires_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.model, table.id] }),
    index('identity_state_grant').on(table.grantId),
    index('identity_state_uid').on(table.uid),
    index('identity_state_expiry').on(table.expiresAt),
  ],
)

/** Signing and cookie keys of the embedded provider, shared by all servers on this database. */
export const identitySecret = pgTable('identity_secret', {
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
