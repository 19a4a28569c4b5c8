import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { BARCODE_PATTERN } from '#contract/codes.ts'
import { COMMODITIES, STOCK_TYPES } from '#contract/constants.ts'
import { ACCOUNT_KINDS, CONTRA_KINDS } from '#kinds/accounts.ts'
import { oneOf } from './checks.ts'
import { trimSeason, trimType, variety } from './reference.ts'

/** The facts of a barcode. Quantities and places are in `balance`. */
export const barcode = pgTable(
  'barcode',
  {
    barcode: text('barcode').primaryKey(),
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity().unique(),
    commodity: text('commodity').notNull(),
    seasonId: text('season_id').references(() => trimSeason.id),
    varietyCode: text('variety_code')
      .notNull()
      .references(() => variety.code),
    plantCode: text('plant_code').notNull().default(''),
    trimType: text('trim_type')
      .notNull()
      .references(() => trimType.name, { onUpdate: 'cascade' }),
    stockType: text('stock_type').notNull(),
    grade: text('grade').notNull().default(''),
    uom: text('uom').notNull().default('EA'),
    /** Passed through unchanged (docs/decisions.md: no prices). */
    rate: text('rate').notNull().default(''),
    codeId: text('code_id').notNull().default(''),
    inventoryType: text('inventory_type').notNull().default('TRIM'),
    attributes: text('attributes').notNull().default(''),
    attributesId: text('attributes_id').notNull().default(''),
  },
  (table) => [
    index('barcode_search').on(table.commodity, table.varietyCode, table.trimType, table.stockType),
    check('barcode_ten_characters', sql`${table.barcode} ~ ${sql.raw(`'${BARCODE_PATTERN.source}'`)}`),
    check('barcode_commodity', oneOf(table.commodity, COMMODITIES)),
    check(
      'barcode_stock_type',
      oneOf(
        table.stockType,
        STOCK_TYPES.filter((type) => type !== 'ALL'),
      ),
    ),
  ],
)

/**
 * The balance of a barcode in an account. Changed only together with the movements that explain it
 * (docs/stock-ledger.md).
 */
export const balance = pgTable(
  'balance',
  {
    barcode: text('barcode')
      .notNull()
      .references(() => barcode.barcode),
    kind: text('kind').notNull(),
    owner: text('owner').notNull(),
    place: text('place').notNull().default(''),
    qty: bigint('qty', { mode: 'number' }).notNull().default(0),
    reserved: bigint('reserved', { mode: 'number' }).notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.barcode, table.kind, table.owner, table.place] }),
    index('balance_account').on(table.kind, table.owner, table.place, table.barcode),
    check('balance_kind', oneOf(table.kind, ACCOUNT_KINDS)),
    check('balance_not_below_zero', sql`${table.qty} >= 0 or ${oneOf(table.kind, CONTRA_KINDS)}`),
    check(
      'balance_reserved_within_quantity',
      sql`${table.reserved} >= 0 and ${table.reserved} <= greatest(${table.qty}, 0)`,
    ),
  ],
)
