import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  type PgTable,
  pgSequence,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { fields as countFields } from '#core/kinds/count/fields.ts'
import { fields as dumpFields } from '#core/kinds/dump/fields.ts'
import { fields as issuanceFields } from '#core/kinds/issuance/fields.ts'
import { fields as returnFields } from '#core/kinds/return/fields.ts'
import { fields as transferFields } from '#core/kinds/transfer/fields.ts'
import {
  DOCUMENT_KINDS,
  type DocumentKind,
  INVENTORY_EFFECTS,
  ISSUE_TO_TYPES,
  STATUSES,
  STORAGE_TYPES,
} from '#core/wire/constants.ts'
import { oneOf } from './checks.ts'
import { headerColumns } from './header-columns.ts'
import { grower, location, trimSeason } from './reference.ts'
import { barcode } from './stock.ts'

// Each kind has its own range of 8-digit numbers (docs/stock-ledger.md, Answers).
export const issuanceNumber = pgSequence('issuance_number', { startWith: 10_000_001, maxValue: 19_999_999 })
export const transferNumber = pgSequence('transfer_number', { startWith: 20_000_001, maxValue: 29_999_999 })
export const dumpNumber = pgSequence('dump_number', { startWith: 30_000_001, maxValue: 39_999_999 })
export const returnNumber = pgSequence('return_number', { startWith: 40_000_001, maxValue: 49_999_999 })
export const countNumber = pgSequence('count_number', { startWith: 60_000_001, maxValue: 69_999_999 })
export const requestNumber = pgSequence('request_number', { startWith: 50_000_001, maxValue: 59_999_999 })

/** Columns of every document kind. Each kind's own columns are in another table, keyed by the same number. */
export const document = pgTable(
  'document',
  {
    number: integer('number').primaryKey(),
    /** Unique even after a restore from a backup, which may reuse a number. */
    uuid: uuid('uuid').notNull().defaultRandom(),
    /** Number of changes. */
    version: integer('version').notNull().default(1),
    kind: text('kind').notNull(),
    storageType: text('storage_type').notNull(),
    status: text('status').notNull(),
    /** The plants' source location. */
    location: text('location')
      .notNull()
      .references(() => location.code),
    seasonId: text('season_id')
      .notNull()
      .references(() => trimSeason.id),
    createdBy: text('created_by').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    changedBy: text('changed_by').notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
    /** Device time of the last change: unverified, never used for ordering. */
    claimedAt: timestamp('claimed_at', { withTimezone: true }),
    /** The owner: set by the first line of work or by a takeover; null before that and after the end. */
    ownedBy: text('owned_by'),
    ownedAt: timestamp('owned_at', { withTimezone: true }),
  },
  (table) => [
    // Read backwards: newest first.
    index('document_list').on(
      table.kind,
      table.location,
      table.seasonId,
      table.storageType,
      table.status,
      table.number,
    ),
    index('document_list_all').on(
      table.kind,
      table.location,
      table.seasonId,
      table.storageType,
      table.number,
    ),
    check('document_kind', oneOf(table.kind, DOCUMENT_KINDS)),
    check('document_status', oneOf(table.status, STATUSES)),
    check('document_storage_type', oneOf(table.storageType, STORAGE_TYPES)),
    check('document_number_digits', sql`${table.number} between 1 and 99999999`),
  ],
)

/** All owners of a document. Append-only: a trigger refuses UPDATE, DELETE and TRUNCATE. */
export const documentOwner = pgTable(
  'document_owner',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    number: integer('number')
      .notNull()
      .references(() => document.number),
    owner: text('owner').notNull(),
    /** The previous owner; '' for none. */
    previous: text('previous').notNull(),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('document_owner_number').on(table.number)],
)

/** One barcode on a document. Quantities are whole plants. */
export const documentLine = pgTable(
  'document_line',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    number: integer('number')
      .notNull()
      .references(() => document.number),
    barcode: text('barcode')
      .notNull()
      .references(() => barcode.barcode),
    status: text('status').notNull(),
    ordered: integer('ordered').notNull(),
    picked: integer('picked'),
    received: integer('received'),
    /** Plants reserved at the source; 0 once shipped, dumped or cancelled. */
    held: integer('held').notNull().default(0),
    /** The source account; see `balance`. */
    sourceKind: text('source_kind').notNull(),
    sourceOwner: text('source_owner').notNull(),
    sourcePlace: text('source_place').notNull(),
    reason: text('reason').notNull().default(''),
    isReplant: boolean('is_replant').notNull().default(false),
    /** The user who counted the source account, and the last movement before the count. */
    countedBy: text('counted_by'),
    countedAfter: bigint('counted_after', { mode: 'number' }),
    changedBy: text('changed_by').notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
    /** Device time of the last change: unverified, never used for ordering. */
    claimedAt: timestamp('claimed_at', { withTimezone: true }),
  },
  (table) => [
    unique('document_line_source_once').on(
      table.number,
      table.barcode,
      table.sourceKind,
      table.sourceOwner,
      table.sourcePlace,
    ),
    // No index contains a column that a step changes, so a pick writes only the line's page (HOT update).
    index('document_line_of_barcode').on(table.barcode),
    check('document_line_status', oneOf(table.status, STATUSES)),
    check('document_line_ordered', sql`${table.ordered} >= 0`),
    check('document_line_picked', sql`${table.picked} >= 0`),
    check('document_line_received', sql`${table.received} >= 0`),
    check('document_line_holds', sql`${table.held} >= 0`),
    check(
      'document_line_ended',
      sql`${table.held} = 0 or ${table.status} not in ('SHIPPED', 'RECEIVED', 'CANCELLED', 'DUMPED', 'POSTED')`,
    ),
  ],
)

// Tables of each kind's own header fields (src/core/kinds), with database checks.

const numbered = () => ({
  number: integer('number')
    .primaryKey()
    .references(() => document.number),
})

export const transfer = pgTable(
  'transfer',
  { ...numbered(), ...headerColumns(transferFields.header) },
  (table) => [
    foreignKey({ columns: [table.DestinationLocationID], foreignColumns: [location.code] }),
    index('transfer_destination').on(table.DestinationLocationID, table.number),
    check('transfer_ships_before_it_arrives', sql`${table.ExpectedShipDate} <= ${table.ExpectedArrivalDate}`),
  ],
)

/** The document that an adjustment request comes from. Its lines are document lines. */
export const adjustmentRequest = pgTable('adjustment_request', {
  ...numbered(),
  ofNumber: integer('of_number')
    .notNull()
    .unique('adjustment_request_once_a_document')
    .references(() => document.number),
})

export const issuance = pgTable(
  'issuance',
  { ...numbered(), ...headerColumns(issuanceFields.header) },
  (table) => [
    index('issuance_destination').on(table.IssueToType, table.IssueToNbr, table.number),
    check('issuance_issue_to_type', oneOf(table.IssueToType, ISSUE_TO_TYPES)),
  ],
)

export const dump = pgTable('dump', { ...numbered(), ...headerColumns(dumpFields.header) })

export const plantReturn = pgTable(
  'plant_return',
  { ...numbered(), ...headerColumns(returnFields.header) },
  (table) => [
    foreignKey({ columns: [table.ReturnedFromNbr], foreignColumns: [grower.id] }),
    check('plant_return_effect', oneOf(table.InventoryEffect, INVENTORY_EFFECTS)),
  ],
)

export const count = pgTable('count', { ...numbered(), ...headerColumns(countFields.header) })

/** The header table of each kind; requests have none. */
export const headerTables = {
  issuance,
  transfer,
  dump,
  return: plantReturn,
  count,
} as const satisfies Readonly<
  Record<Exclude<DocumentKind, 'request'>, PgTable & { readonly number: AnyPgColumn }>
>
