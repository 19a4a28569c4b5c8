import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { location } from './reference.ts'

/** A label template added by an administrator. */
export const labelTemplate = pgTable('label_template', {
  /** The name in its file. */
  id: text('id').primaryKey(),
  /** The file's content. One stored by another version may be invalid. */
  template: jsonb('template').$type<unknown>().notNull(),
  version: integer('version').notNull(),
  changedBy: text('changed_by').notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
})

/** The default template of a location: an added one or a built-in one. */
export const labelTemplateUse = pgTable('label_template_use', {
  location: text('location')
    .primaryKey()
    .references(() => location.code),
  template: text('template').notNull(),
  changedBy: text('changed_by').notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
})
