import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { COMMODITIES, REASON_TYPES } from '#core/wire/constants.ts'
import { oneOf } from './checks.ts'

// Master data. Rows are deactivated, never deleted, so that old documents keep their names.

export const location = pgTable('location', {
  code: text('code').primaryKey(),
  description: text('description').notNull(),
  /** An IANA name, such as `America/Los_Angeles`. */
  timeZone: text('time_zone').notNull(),
  /** Registration number of the professional operator, for plant passports; '' for none. */
  operatorNumber: text('operator_number').notNull().default(''),
  /** 'Plant Passport' in another official language; '' for English only. */
  passportWords: text('passport_words').notNull().default(''),
  /** The protected-zone variant, 'Plant Passport – PZ'. */
  zoneWords: text('zone_words').notNull().default(''),
  active: boolean('active').notNull().default(true),
})

export const trimSeason = pgTable(
  'trim_season',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    commodity: text('commodity').notNull(),
    active: boolean('active').notNull().default(true),
  },
  (table) => [check('trim_season_commodity', oneOf(table.commodity, COMMODITIES))],
)

export const trimType = pgTable('trim_type', {
  id: text('id').primaryKey(),
  name: text('name').notNull().unique(),
  active: boolean('active').notNull().default(true),
})

export const variety = pgTable(
  'variety',
  {
    code: text('code').primaryKey(),
    /** The number in other systems (`VarietyID`). */
    id: integer('id').notNull().unique(),
    description: text('description').notNull(),
    commodity: text('commodity').notNull(),
    /** Botanical name of the taxon; '' for the commodity's genus. */
    botanicalName: text('botanical_name').notNull().default(''),
    /** EPPO codes of the protected-zone pests that the plants are free from; '' for none. */
    zonePests: text('zone_pests').notNull().default(''),
    active: boolean('active').notNull().default(true),
  },
  (table) => [check('variety_commodity_known', oneOf(table.commodity, COMMODITIES))],
)

export const grower = pgTable(
  'grower',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    commodity: text('commodity').notNull(),
    /** A location code, or '' if the grower picks up anywhere. */
    pickUpLocation: text('pick_up_location').notNull().default(''),
    growingArea: text('growing_area').notNull().default(''),
    growingDistrict: text('growing_district').notNull().default(''),
    vendorInvoiceAccount: text('vendor_invoice_account').notNull().default(''),
    fieldType: text('field_type').notNull().default(''),
    active: boolean('active').notNull().default(true),
  },
  (table) => [check('grower_commodity_known', oneOf(table.commodity, COMMODITIES))],
)

export const nursery = pgTable('nursery', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  active: boolean('active').notNull().default(true),
})

export const reasonCode = pgTable(
  'reason_code',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    type: text('type').notNull(),
    code: text('code').notNull(),
    description: text('description').notNull(),
    active: boolean('active').notNull().default(true),
  },
  (table) => [
    unique('reason_code_once').on(table.type, table.code),
    check('reason_code_type', oneOf(table.type, REASON_TYPES)),
    check('reason_code_filled', sql`${table.code} <> ''`),
  ],
)
