import { and, asc, eq, exists, gt, type SQL, sql } from 'drizzle-orm'
import { COMMODITIES, type Commodity, REASON_TYPES } from '#core/wire/constants.ts'
import type { TrimSeason } from '#core/wire/master-data.ts'
import type { ReferencesPort } from '#server/domain/references.ts'
import { compareSeasons } from '#server/domain/seasons.ts'
import { growerColumns } from './maintained-tables.ts'
import { grower, location, nursery, reasonCode, trimSeason, trimType, variety } from './schema/reference.ts'
import { balance } from './schema/stock.ts'
import type { Queries, Transaction } from './transaction.ts'

/** Narrows a commodity. A database check guarantees it. */
export function readCommodity(value: string): Commodity {
  const commodity = COMMODITIES.find((each) => each === value)
  if (!commodity) throw new Error(`${value} is no commodity`)
  return commodity
}

const readSeason = (row: { id: string; name: string; commodity: string }): TrimSeason => ({
  Id: row.id,
  TrimSeason: row.name,
  Commodity: readCommodity(row.commodity),
})

/** Reads master data, active entries only. */
export function createReferenceStore(queries: Queries | Transaction): ReferencesPort {
  const growersWhere = (conditions: (SQL | undefined)[], ...order: SQL[]) =>
    queries
      .select(growerColumns)
      .from(grower)
      .where(and(eq(grower.active, true), ...conditions))
      .orderBy(...order, asc(grower.name), asc(grower.id))
  const hasRows = async (rows: PromiseLike<readonly unknown[]>) => (await rows).length > 0

  return {
    locations: ({ activeOnly }) =>
      queries
        .select({ Code: location.code, Descript: location.description, LocalTimeZone: location.timeZone })
        .from(location)
        .where(activeOnly ? eq(location.active, true) : undefined)
        .orderBy(asc(location.code)),
    seasons: async () => {
      const rows = await queries.select().from(trimSeason).where(eq(trimSeason.active, true))
      return rows.map(readSeason).toSorted(compareSeasons)
    },
    season: async (id) => {
      const [row] = await queries
        .select()
        .from(trimSeason)
        .where(and(eq(trimSeason.id, id), eq(trimSeason.active, true)))
      return row ? readSeason(row) : null
    },
    trimTypes: () =>
      queries
        .select({ Id: trimType.id, TrimType: trimType.name })
        .from(trimType)
        .where(eq(trimType.active, true))
        .orderBy(asc(trimType.name)),
    growers: ({ commodity, location: preferredLocation }) =>
      growersWhere(
        [commodity && eq(grower.commodity, commodity)],
        ...(preferredLocation === undefined ? [] : [sql`${grower.pickUpLocation} <> ${preferredLocation}`]),
      ),
    growersWithStorage: ({ commodity, location: code }) => {
      const storage = queries
        .select({ one: sql`1` })
        .from(balance)
        .where(
          and(
            eq(balance.kind, 'grower-storage'),
            eq(balance.owner, code),
            eq(balance.place, grower.id),
            gt(balance.qty, 0),
          ),
        )
      return growersWhere([eq(grower.commodity, commodity), exists(storage)])
    },
    nurseries: () =>
      queries
        .select({ Id: nursery.id, Name: nursery.name })
        .from(nursery)
        .where(eq(nursery.active, true))
        .orderBy(asc(nursery.name), asc(nursery.id)),
    varieties: ({ commodity, code }) =>
      queries
        .select({ Code: variety.code, Descript: variety.description })
        .from(variety)
        .where(
          and(
            eq(variety.active, true),
            eq(variety.commodity, commodity),
            code === undefined ? undefined : eq(variety.code, code),
          ),
        )
        .orderBy(asc(variety.description), asc(variety.code)),
    reasonCodes: async (type) => {
      const rows = await queries
        .select()
        .from(reasonCode)
        .where(and(eq(reasonCode.active, true), eq(reasonCode.type, type)))
        .orderBy(asc(reasonCode.code))
      return rows.map((row) => ({
        Id: String(row.id),
        ReasonType: REASON_TYPES.find((each) => each === row.type) ?? type,
        ReasonCode: row.code,
        ReasonDescript: row.description,
      }))
    },
    allReasonCodes: async (type) => {
      const rows = await queries
        .select({ code: reasonCode.code })
        .from(reasonCode)
        .where(eq(reasonCode.type, type))
      return rows.map(({ code }) => code)
    },
    lockIfActive: (code) =>
      hasRows(
        queries
          .select({ code: location.code })
          .from(location)
          .where(and(eq(location.code, code), eq(location.active, true)))
          .for('share'),
      ),
    canBeIssuedTo: (type, id) => {
      const table = type === 'Grower' ? grower : nursery
      return hasRows(
        queries
          .select({ id: table.id })
          .from(table)
          .where(and(eq(table.id, id), eq(table.active, true))),
      )
    },
  }
}
