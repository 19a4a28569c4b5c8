import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core'
import { PRINT_FORMATS } from '#contract/constants.ts'
import { oneOf } from './checks.ts'
import { location } from './reference.ts'

/** A print agent and one of its printers (part 1 section 3). */
export const printServer = pgTable(
  'print_server',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** The printer's location. */
    location: text('location')
      .notNull()
      .references(() => location.code),
    host: text('host').notNull(),
    port: integer('port').notNull(),
    /** The agent's name for the printer. */
    printer: text('printer').notNull(),
    format: text('format').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    changedBy: text('changed_by').notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('print_server_location').on(table.location, table.printer),
    unique('print_server_once').on(table.location, table.host, table.port, table.printer),
    check('print_server_port', sql`${table.port} between 1 and 65535`),
    check('print_server_format', oneOf(table.format, PRINT_FORMATS)),
  ],
)
