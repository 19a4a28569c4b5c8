import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { ACCOUNT_KINDS, CONTRA_KINDS } from '#core/kinds/accounts.ts'
import { BARCODE_PATTERN } from '#core/wire/codes.ts'
import { COMMODITIES, STOCK_TYPES } from '#core/wire/constants.ts'
import { oneOf } from './checks.ts'
import { trimSeason, trimType, variety } from './reference.ts'

/** The facts of a barcode. Quantities and places are in `balance`. */
export const barcode = pgTable(
  'barcode',
  {
    barcode: text('barcode').primaryKey(),
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
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
    /** ISO country codes of origin (core/wire/plant-passport.ts); '' while unknown. */
    origin: text('origin').notNull().default(''),
  },
  (table) => [
    index('barcode_of_variety').on(table.commodity, table.varietyCode, table.barcode),
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

/** The balance of a barcode in an account. Change it only with its movements (docs/stock-ledger.md). */
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
    /**
     * Search rank: 2 available, 1 all reserved, 0 no plants or not searchable.
     * It rarely changes, so most quantity updates do not move index entries.
     */
    stocked: smallint('stocked')
      .notNull()
      .generatedAlwaysAs(
        sql`case when kind not in ('stock', 'grower-storage') or qty <= 0 then 0 when qty > reserved then 2 else 1 end`,
      ),
  },
  (table) => [
    primaryKey({ columns: [table.barcode, table.kind, table.owner, table.place] }),
    // Search indexes in result order: by location, and by place. Accounts without plants are left out.
    index('balance_search')
      .on(table.kind, table.owner, table.stocked, table.barcode, table.place)
      .where(sql`stocked > 0`),
    index('balance_search_place')
      .on(table.kind, table.owner, table.place, table.stocked, table.barcode)
      .where(sql`stocked > 0`),
    // Checks whether a place is known. Few distinct values keep it small.
    index('balance_known_place').on(table.owner, table.place).where(sql`kind = 'stock'`),
    check('balance_kind', oneOf(table.kind, ACCOUNT_KINDS)),
    check('balance_not_below_zero', sql`${table.qty} >= 0 or ${oneOf(table.kind, CONTRA_KINDS)}`),
    check(
      'balance_reserved_within_quantity',
      sql`${table.reserved} >= 0 and ${table.reserved} <= greatest(${table.qty}, 0)`,
    ),
  ],
)
