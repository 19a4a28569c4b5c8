import { and, asc, count, desc, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm'
import { growerKey } from '#contract/grower-key.ts'
import { type FoundPlants, type PlantFacts, type StockPort, type StockSearch } from '#server/domain/stock.ts'
import { insertJson } from './insert-json.ts'
import { document, documentLine } from './schema/documents.ts'
import { trimType, variety } from './schema/reference.ts'
import { balance, barcode } from './schema/stock.ts'
import { tellStock } from './tell-change.ts'
import type { Queries, Transaction } from './transaction.ts'

/** The plants' columns of a record or line, by their wire names. */
export const plantColumns = {
  Commodity: barcode.commodity,
  VarietyCode: barcode.varietyCode,
  VarietyID: sql<string>`${variety.id}::text`,
  PlantCode: barcode.plantCode,
  TrimType: barcode.trimType,
  StockType: barcode.stockType,
  Grade: barcode.grade,
  UOM: barcode.uom,
  Rate: barcode.rate,
  CodeID: barcode.codeId,
  InventoryType: barcode.inventoryType,
  Attributes: barcode.attributes,
  AttributesID: barcode.attributesId,
}

/** Conditions on the plants; a trim type is given by name or id. */
export function plantConditions(
  queries: Queries | Transaction,
  asked: Pick<StockSearch, 'barcode' | 'varietyCode' | 'trimType' | 'stockType'>,
): (SQL | undefined)[] {
  const { barcode: code, varietyCode, trimType: trim, stockType } = asked
  const named =
    trim !== undefined && queries.select({ name: trimType.name }).from(trimType).where(eq(trimType.id, trim))
  return [
    code === undefined ? undefined : eq(barcode.barcode, code),
    varietyCode === undefined ? undefined : eq(barcode.varietyCode, varietyCode),
    named ? or(eq(barcode.trimType, trim), inArray(barcode.trimType, named)) : undefined,
    stockType === undefined || stockType === 'ALL' ? undefined : eq(barcode.stockType, stockType),
  ]
}

/** The wire's storage location of an account: the place itself, or `#GR{id}` for a grower's plants. */
export function storageLocationOf(kind: string, place: string): string {
  return kind === 'grower-storage' ? growerKey(place) : place
}

// The row of a barcode, without its database id.
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
})

export function createStockStore(queries: Queries | Transaction): StockPort {
  return {
    search: async (search) => {
      const kind = search.storageType === 'GROWERSTORAGE' ? 'grower-storage' : 'stock'
      const available = sql<number>`(${balance.qty} - ${balance.reserved})`.mapWith(Number)
      const where = and(
        eq(balance.kind, kind),
        eq(balance.owner, search.location),
        search.place === undefined ? undefined : eq(balance.place, search.place),
        eq(barcode.commodity, search.commodity),
        search.barcode === undefined ? gt(balance.qty, 0) : undefined,
        ...plantConditions(queries, search),
      )
      const found = queries
        .select({
          ID: sql<string>`${barcode.id}::text`,
          BarcodeID: barcode.barcode,
          ...plantColumns,
          place: balance.place,
          Qty: balance.qty,
          AvailableQty: available,
        })
        .from(balance)
        .innerJoin(barcode, eq(barcode.barcode, balance.barcode))
        .innerJoin(variety, eq(variety.code, barcode.varietyCode))
        .where(where)
        .orderBy(desc(sql`${balance.qty} > ${balance.reserved}`), asc(balance.barcode), asc(balance.place))
      const { page } = search
      const rows = page ? await found.limit(page.limit).offset(page.offset) : await found
      const [counted] = page
        ? await queries
            .select({ n: count() })
            .from(balance)
            .innerJoin(barcode, eq(barcode.barcode, balance.barcode))
            .where(where)
        : []
      const nowhere =
        search.known && search.barcode !== undefined && rows.length === 0
          ? await queries
              .select({ ID: sql<string>`${barcode.id}::text`, BarcodeID: barcode.barcode, ...plantColumns })
              .from(barcode)
              .innerJoin(variety, eq(variety.code, barcode.varietyCode))
              .where(and(eq(barcode.commodity, search.commodity), eq(barcode.barcode, search.barcode)))
          : []
      const none = nowhere.map((row) => ({ ...row, place: search.place ?? '', Qty: 0, AvailableQty: 0 }))
      const records = [...rows, ...none].map(({ place, ...row }) => ({
        ...row,
        StorageType: search.storageType,
        StorageLocation: storageLocationOf(kind, place),
        InventoryLocation: search.location,
        ReceivedQty: row.Qty,
      }))
      return { records, total: counted?.n ?? records.length }
    },
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
        .where(inArray(barcode.barcode, [...barcodes]))
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
    uncovered: async ({ number }, { location, place, commodity }) => {
      const here = and(eq(balance.kind, 'stock'), eq(balance.owner, location))
      // Stock at several places is counted per place.
      const elsewhere = sql`exists (select from balance as other where other.barcode = ${balance.barcode}
        and other.kind = 'stock' and other.owner = ${location} and other.place <> ${balance.place} and other.qty > 0)`
      const [found] = await queries
        .select({ first: sql<string | null>`min(${balance.barcode})`, n: count() })
        .from(balance)
        .innerJoin(barcode, eq(barcode.barcode, balance.barcode))
        .where(
          and(
            here,
            gt(balance.qty, 0),
            eq(barcode.commodity, commodity),
            place === undefined ? sql`not ${elsewhere}` : eq(balance.place, place),
            sql`not exists (select from ${documentLine} where ${documentLine.number} = ${Number(number)}
              and ${documentLine.barcode} = ${balance.barcode} and ${documentLine.sourcePlace} = ${balance.place})`,
          ),
        )
      return found ?? { first: null, n: 0 }
    },
    knowsPlace: async (location, place) => {
      const [known] = await queries
        .select({ place: balance.place })
        .from(balance)
        .where(and(eq(balance.kind, 'stock'), eq(balance.owner, location), eq(balance.place, place)))
        .limit(1)
      return known !== undefined
    },
    tellCorrected: async (corrected) => void (await queries.execute(tellStock(corrected))),
    record: (plants) => insertJson(queries, barcode, plants.map(rowOf), sql`on conflict do nothing`),
  }
}
