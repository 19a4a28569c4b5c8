import { sql } from 'drizzle-orm'
import { bigint, check, integer, jsonb, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core'
import { RECORD_ACTIONS, RECORD_KINDS, type RecordValues } from '#features/maintenance/common/maintenance.ts'
import { oneOf } from './checks.ts'

/**
 * Every change of master data or user rights. Append-only: a trigger refuses UPDATE, DELETE and TRUNCATE.
 * A record's version is that of its last change, or 0. The unique version prevents lost updates.
 */
export const recordChange = pgTable(
  'record_change',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind').notNull(),
    key: text('key').notNull(),
    version: integer('version').notNull(),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
    by: text('by').notNull(),
    action: text('action').notNull(),
    before: jsonb('before').$type<RecordValues>().notNull(),
    after: jsonb('after').$type<RecordValues>().notNull(),
  },
  (table) => [
    unique('record_change_version_once').on(table.kind, table.key, table.version),
    check('record_change_kind', oneOf(table.kind, RECORD_KINDS)),
    check('record_change_action', oneOf(table.action, RECORD_ACTIONS)),
    check('record_change_counts', sql`${table.version} > 0`),
    check('record_change_by_someone', sql`${table.by} <> ''`),
  ],
)

/** Every stock import, including those without changes. Append-only, like `recordChange`. */
export const stockImport = pgTable(
  'stock_import',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
    by: text('by').notNull(),
    fileName: text('file_name').notNull(),
    rows: integer('rows').notNull(),
    opened: integer('opened').notNull(),
    adjusted: integer('adjusted').notNull(),
    unchanged: integer('unchanged').notNull(),
    refused: integer('refused').notNull(),
  },
  (table) => [
    check('stock_import_by_someone', sql`${table.by} <> ''`),
    check(
      'stock_import_adds_up',
      sql`${table.rows} = ${table.opened} + ${table.adjusted} + ${table.unchanged} + ${table.refused}`,
    ),
  ],
)
