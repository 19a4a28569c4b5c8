// Maps each kind of master data to its table and columns.
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { RecordKind } from '#features/maintenance/common/maintenance.ts'
import { person, personKey, personLocation } from './schema/people.ts'
import { grower, location, nursery, reasonCode, trimSeason, trimType, variety } from './schema/reference.ts'

/** A set of codes in its own table: one row per code of `owner`. */
export interface SetTable {
  readonly table: PgTable
  readonly owner: PgColumn
  readonly code: PgColumn
}

export interface MaintainedTable {
  readonly table: PgTable
  readonly active: PgColumn
  /** Column by field, including the key's fields. */
  readonly columns: Readonly<Record<string, PgColumn>>
  readonly sets?: Readonly<Record<string, SetTable>>
  /** Unique fields besides the key. */
  readonly once?: readonly string[]
  /** Defaults for empty fields. */
  readonly defaults?: Readonly<Record<string, SQL>>
}

/** A grower's columns by wire name. */
export const growerColumns = {
  Id: grower.id,
  GrowerEntity: grower.name,
  Commodity: grower.commodity,
  PickUpLocationId: grower.pickUpLocation,
  GrowingArea: grower.growingArea,
  GrowingDistrict: grower.growingDistrict,
  VendorInvoiceAccNum: grower.vendorInvoiceAccount,
  FieldType: grower.fieldType,
} as const

export const maintainedTables: Readonly<Record<RecordKind, MaintainedTable>> = {
  people: {
    table: person,
    active: person.active,
    columns: { UserName: person.username, Name: person.name, Role: person.role },
    sets: {
      Keys: { table: personKey, owner: personKey.username, code: personKey.securityKey },
      Locations: { table: personLocation, owner: personLocation.username, code: personLocation.location },
    },
  },
  growers: {
    table: grower,
    active: grower.active,
    columns: growerColumns,
  },
  nurseries: { table: nursery, active: nursery.active, columns: { Id: nursery.id, Name: nursery.name } },
  varieties: {
    table: variety,
    active: variety.active,
    columns: {
      Code: variety.code,
      Descript: variety.description,
      Commodity: variety.commodity,
      VarietyID: variety.id,
      BotanicalName: variety.botanicalName,
      ZonePests: variety.zonePests,
    },
    once: ['VarietyID'],
    defaults: { VarietyID: sql`(select coalesce(max(${variety.id}), 0) + 1 from ${variety})` },
  },
  trimTypes: {
    table: trimType,
    active: trimType.active,
    columns: { Id: trimType.id, TrimType: trimType.name },
    // Unique, because stock refers to trim types by name.
    once: ['TrimType'],
  },
  seasons: {
    table: trimSeason,
    active: trimSeason.active,
    columns: { Id: trimSeason.id, TrimSeason: trimSeason.name, Commodity: trimSeason.commodity },
  },
  locations: {
    table: location,
    active: location.active,
    columns: {
      Code: location.code,
      Descript: location.description,
      LocalTimeZone: location.timeZone,
      OperatorNumber: location.operatorNumber,
      PassportWords: location.passportWords,
      ZoneWords: location.zoneWords,
    },
  },
  reasonCodes: {
    table: reasonCode,
    active: reasonCode.active,
    columns: {
      ReasonType: reasonCode.type,
      ReasonCode: reasonCode.code,
      ReasonDescript: reasonCode.description,
    },
  },
}
