import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'
import { PRINT_FORMATS } from '#core/wire/constants.ts'
import { ROTATIONS, type Rotation } from '#features/printing/common/printer-setup.ts'
import { DOTS_PER_INCH, type DotsPerInch } from '#features/printing/common/printing.ts'
import { oneOf } from './checks.ts'
import { location } from './reference.ts'

/** One printer of a print agent (part 1 section 3). */
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
    /** null: the resolution of the label template. */
    dpi: integer('dpi').$type<DotsPerInch>(),
    /** Clockwise rotation of labels in degrees. */
    rotation: integer('rotation').$type<Rotation>().notNull().default(0),
    /** The loaded label template; '' for paper, or a label printer's default. */
    stock: text('stock').notNull().default(''),
    createdBy: text('created_by').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    changedBy: text('changed_by').notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique('print_server_once').on(table.location, table.host, table.port, table.printer),
    check('print_server_port', sql`${table.port} between 1 and 65535`),
    check('print_server_format', oneOf(table.format, PRINT_FORMATS)),
    check('print_server_dpi', sql`${table.dpi} in (${sql.raw(DOTS_PER_INCH.join(', '))})`),
    check('print_server_rotation', sql`${table.rotation} in (${sql.raw(ROTATIONS.join(', '))})`),
  ],
)

/** The default printer for a task (a report, labels) at a location, and its automatic printing. */
export const printProposal = pgTable(
  'print_proposal',
  {
    location: text('location')
      .notNull()
      .references(() => location.code),
    work: text('work').notNull(),
    /** null: no default printer. */
    printServer: integer('print_server').references(() => printServer.id, { onDelete: 'set null' }),
    /** The label template; '' for the default. */
    template: text('template').notNull().default(''),
    onShip: boolean('on_ship').notNull().default(false),
    onReceive: boolean('on_receive').notNull().default(false),
    changedBy: text('changed_by').notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.location, table.work] }),
    index('print_proposal_printer').on(table.printServer),
  ],
)
