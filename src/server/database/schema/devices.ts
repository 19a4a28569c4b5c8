import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { ScannerProfile } from '#core/wire/scanner-profile.ts'

/** The scanner profile of all devices with this name (docs/scanning.md, Profiles). */
export const deviceProfile = pgTable('device_profile', {
  /** In capitals. */
  name: text('name').primaryKey(),
  profile: jsonb('profile').$type<ScannerProfile>().notNull(),
  changedBy: text('changed_by').notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
})
