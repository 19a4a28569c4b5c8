// Stores barcodes and reads stock: holders, accounts and uncounted stock.
import { and, asc, count, desc, eq, gt, sql } from 'drizzle-orm'
import type { FoundPlants, PlantFacts, StockPort } from '#server/domain/stock.ts'
import { insertJson } from './insert-json.ts'
import { stockLiveUpdate } from './live-update-statements.ts'
import { runDeferred } from './prepared.ts'
import { document, documentLine } from './schema/documents.ts'
import { balance, barcode } from './schema/stock.ts'
import { searchStock } from './stock-search.ts'
import type { Queries, Transaction } from './transaction.ts'

// A barcode's row, without its database id.
const rowOf = (plant: PlantFacts) => ({
  barcode: plant.barcode,
  commodity: plant.commodity,
  seasonId: plant.seasonId,
  varietyCode: plant.varietyCode,
  plantCode: plant.plantCode,
  trimType: plant.trimType,
  stockType: plant.stockType,
  grade: plant.grade,
  uom: plant.uom,
  rate: plant.rate,
  codeId: plant.codeId,
  inventoryType: plant.inventoryType,
  attributes: plant.attributes,
  attributesId: plant.attributesId,
  origin: plant.origin,
})

export function createStockStore(queries: Queries | Transaction): StockPort {
  return {
    search: (search) => searchStock(queries, search),
    holders: async ({ barcode: code, location, seasonId }) =>
      queries
        .select({
          Kind: document.kind,
          Number: sql<string>`${document.number}::text`,
          StorageType: document.storageType,
          DocumentStatus: document.status,
          Status: documentLine.status,
          Qty: documentLine.held,
          ChangedBy: documentLine.changedBy,
        })
        .from(documentLine)
        .innerJoin(document, eq(document.number, documentLine.number))
        .where(
          and(
            eq(documentLine.barcode, code),
            gt(documentLine.held, 0),
            eq(document.location, location),
            eq(document.seasonId, seasonId),
          ),
        )
        .orderBy(desc(document.changedAt), desc(document.number)),
    find: async (barcodes, { kind, owner }) => {
      const rows = await queries
        .select({
          barcode: barcode.barcode,
          commodity: barcode.commodity,
          place: balance.place,
          qty: balance.qty,
        })
        .from(barcode)
        .leftJoin(
          balance,
          and(eq(balance.barcode, barcode.barcode), eq(balance.kind, kind), eq(balance.owner, owner)),
        )
        .where(sql`${barcode.barcode} = any (${sql.param([...barcodes])}::text[])`)
        .orderBy(desc(sql`${balance.qty} - ${balance.reserved}`), asc(balance.place))
      const found = new Map<string, FoundPlants>()
      for (const { barcode: code, commodity, place, qty } of rows) {
        const { accounts, stocked } = found.get(code) ?? { accounts: [], stocked: [] }
        const account = place === null ? [] : [{ kind, owner, place }]
        found.set(code, {
          barcode: code,
          commodity,
          accounts: [...accounts, ...account],
          stocked: [...stocked, ...((qty ?? 0) > 0 ? account : [])],
        })
      }
      return [...found.values()]
    },
    findUncounted: async ({ number }, { location, place, commodity }) => {
      const isInStock = and(eq(balance.kind, 'stock'), eq(balance.owner, location), gt(balance.stocked, 0))
      // Stock at several places is counted per place.
      const isAtOtherPlace = sql`exists (select from balance as other where other.barcode = ${balance.barcode}
        and other.kind = 'stock' and other.owner = ${location} and other.place <> ${balance.place} and other.stocked > 0)`
      const [found] = await queries
        .select({ first: sql<string | null>`min(${balance.barcode})`, n: count() })
        .from(balance)
        .innerJoin(barcode, eq(barcode.barcode, balance.barcode))
        .where(
          and(
            isInStock,
            eq(barcode.commodity, commodity),
            place === undefined ? sql`not ${isAtOtherPlace}` : eq(balance.place, place),
            sql`not exists (select from ${documentLine} where ${documentLine.number} = ${Number(number)}
              and ${documentLine.barcode} = ${balance.barcode} and ${documentLine.sourcePlace} = ${balance.place})`,
          ),
        )
      return found ?? { first: null, n: 0 }
    },
    hasPlace: async (location, place) => {
      const [known] = await queries
        .select({ place: balance.place })
        .from(balance)
        .where(and(eq(balance.kind, 'stock'), eq(balance.owner, location), eq(balance.place, place)))
        .limit(1)
      return known !== undefined
    },
    writeLiveUpdate: (corrected) => runDeferred(queries, stockLiveUpdate(corrected)),
    record: (plants) => insertJson(queries, barcode, plants.map(rowOf), sql`on conflict do nothing`),
  }
}
