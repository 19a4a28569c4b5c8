import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { location } from './reference.ts'

/** A label template that an administrator added. */
export const labelTemplate = pgTable('label_template', {
  /** Its own name in its file. */
  id: text('id').primaryKey(),
  /** As the file has it; what another version stored may not be valid any more. */
  template: jsonb('template').$type<unknown>().notNull(),
  version: integer('version').notNull(),
  changedBy: text('changed_by').notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
})

/** The usual template of a location: one of those, or of the product's. */
export const labelTemplateUse = pgTable('label_template_use', {
  location: text('location')
    .primaryKey()
    .references(() => location.code),
  template: text('template').notNull(),
  changedBy: text('changed_by').notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
})
