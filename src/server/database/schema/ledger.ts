import { sql } from 'drizzle-orm'
import { bigint, check, customType, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { ACCOUNT_KINDS } from '#core/kinds/accounts.ts'
import { DOCUMENT_KINDS } from '#core/wire/constants.ts'
import { oneOf } from './checks.ts'
import { document, documentLine } from './documents.ts'
import { barcode } from './stock.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Every change of a quantity. Append-only: a trigger refuses UPDATE, DELETE and TRUNCATE. */
export const movement = pgTable(
  'movement',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
    by: text('by').notNull(),
    barcode: text('barcode')
      .notNull()
      .references(() => barcode.barcode),
    fromKind: text('from_kind').notNull(),
    fromOwner: text('from_owner').notNull(),
    fromPlace: text('from_place').notNull(),
    toKind: text('to_kind').notNull(),
    toOwner: text('to_owner').notNull(),
    toPlace: text('to_place').notNull(),
    qty: integer('qty').notNull(),
    documentKind: text('document_kind'),
    documentNumber: integer('document_number').references(() => document.number),
    lineId: bigint('line_id', { mode: 'number' }).references(() => documentLine.id),
    reason: text('reason').notNull().default(''),
    /** Device time of the movement: unverified, never used for ordering. */
    claimedAt: timestamp('claimed_at', { withTimezone: true }),
    /** Position in its barcode's chain, from 1, and hash. A trigger sets both (docs/stock-ledger.md). */
    position: integer('position').notNull().default(0),
    hash: bytes('hash').notNull().default(sql`''::bytea`),
  },
  (table) => [
    index('movement_barcode').on(table.barcode, table.id),
    index('movement_document').on(table.documentNumber),
    index('movement_line').on(table.lineId),
    // Movements arrive in time order, so a BRIN index finds days with few bytes and cheap writes.
    index('movement_time').using('brin', table.at),
    // Finds plants returned from a grower or nursery.
    index('movement_returned')
      .on(table.barcode, table.fromOwner, table.fromPlace)
      .where(sql`from_kind = 'issued'`),
    check('movement_from_kind', oneOf(table.fromKind, ACCOUNT_KINDS)),
    check('movement_to_kind', oneOf(table.toKind, ACCOUNT_KINDS)),
    check('movement_document_kind', oneOf(table.documentKind, DOCUMENT_KINDS)),
    check('movement_some_plants', sql`${table.qty} > 0`),
    check(
      'movement_goes_somewhere',
      sql`(${table.fromKind}, ${table.fromOwner}, ${table.fromPlace}) <> (${table.toKind}, ${table.toOwner}, ${table.toPlace})`,
    ),
    check('movement_by_someone', sql`${table.by} <> ''`),
    check(
      'movement_has_a_cause',
      sql`${table.reason} <> '' or (${table.documentKind} is not null and ${table.documentNumber} is not null and ${table.lineId} is not null)`,
    ),
  ],
)

/**
 * A hash chain of database states. Each response contains the latest mark, so that devices detect a restored
 * older backup (docs/stock-ledger.md, Marks).
 */
export const ledgerMark = pgTable('ledger_mark', {
  position: bigint('position', { mode: 'number' }).primaryKey(),
  hash: text('hash').notNull(),
  /** Changes whenever the database starts, is restored or fails over. */
  run: text('run').notNull(),
  /** The last live update before this mark. */
  change: bigint('change', { mode: 'number' }).notNull(),
  at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
})

/** The end of each barcode's hash chain: number of movements and last hash. Written by a trigger. */
export const movementChain = pgTable('movement_chain', {
  barcode: text('barcode').primaryKey(),
  movements: integer('movements').notNull(),
  hash: bytes('hash').notNull(),
})
