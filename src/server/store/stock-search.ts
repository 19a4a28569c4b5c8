// Searches of stock, in the order of an index: a page costs the same in a large warehouse and far down.
import { and, asc, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { growerKey } from '#core/wire/grower-key.ts'
import type { InventoryRecord } from '#core/wire/inventory.ts'
import { countedTo, type RecordPage } from '#server/domain/paging.ts'
import type { StockSearch } from '#server/domain/stock.ts'
import { trimType, variety } from './schema/reference.ts'
import { balance, barcode } from './schema/stock.ts'
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

// What is found of a balance.
const columns = {
  ID: sql<string>`${barcode.id}::text`,
  BarcodeID: barcode.barcode,
  ...plantColumns,
  place: balance.place,
  Qty: balance.qty,
  AvailableQty: sql<number>`(${balance.qty} - ${balance.reserved})`.mapWith(Number),
  stocked: balance.stocked,
}
type Row = Awaited<ReturnType<ReturnType<typeof found>['execute']>>[number]

const found = (queries: Queries | Transaction, where: SQL | undefined) =>
  queries
    .select(columns)
    .from(balance)
    .innerJoin(barcode, eq(barcode.barcode, balance.barcode))
    .innerJoin(variety, eq(variety.code, barcode.varietyCode))
    .where(where)
    .orderBy(desc(balance.stocked), asc(balance.barcode), asc(balance.place))
    .$dynamic()

/** A search at one location: see `StockPort.search`. Without a page all is found. */
export async function searchStock(
  queries: Queries | Transaction,
  search: StockSearch,
): Promise<RecordPage<InventoryRecord>> {
  const kind = search.storageType === 'GROWERSTORAGE' ? 'grower-storage' : 'stock'
  const ofBalance = and(
    eq(balance.kind, kind),
    eq(balance.owner, search.location),
    search.place === undefined ? undefined : eq(balance.place, search.place),
    // Literally: the database has to see that the index of what has plants is enough.
    search.barcode === undefined ? sql`${balance.stocked} > 0` : undefined,
  )
  const ofPlants = and(eq(barcode.commodity, search.commodity), ...plantConditions(queries, search))
  const where = and(ofBalance, ofPlants)
  const { page } = search
  const { rows, next } =
    page?.after === undefined
      ? await byOffset(queries, where, page)
      : await behind(queries, where, {
          after: page.after,
          limit: page.limit,
          least: search.barcode === undefined ? 1 : 0,
        })
  const counting = {
    ofBalance,
    ofPlants,
    most: countedTo(page ?? {}),
    isRare: search.varietyCode !== undefined,
  }
  const total = page ? await counted(queries, counting) : rows.length
  const nowhere = rows.length === 0 && search.known ? await knownOf(queries, search) : []
  const records = [...rows, ...nowhere].map(({ place, stocked: _stocked, ...row }) => ({
    ...row,
    StorageType: search.storageType,
    StorageLocation: storageLocationOf(kind, place),
    InventoryLocation: search.location,
    ReceivedQty: row.Qty,
  }))
  return { records, total: total + nowhere.length, ...(page?.after !== undefined && { next }) }
}

async function byOffset(queries: Queries | Transaction, where: SQL | undefined, page: StockSearch['page']) {
  const all = found(queries, where)
  return { rows: page ? await all.limit(page.limit).offset(page.offset) : await all, next: null }
}

// Each kind of stock in its turn, from behind the last record on: as the index has them.
async function behind(
  queries: Queries | Transaction,
  where: SQL | undefined,
  { after, limit, least }: { readonly after: string; readonly limit: number; readonly least: 0 | 1 },
): Promise<{ readonly rows: readonly Row[]; readonly next: string | null }> {
  const [, begun = '2', lastBarcode, lastPlace] = /^(\d) (\S+) (.*)$/.exec(after) ?? []
  const rows: Row[] = []
  for (let stocked = Number(begun); stocked >= least && rows.length <= limit; stocked -= 1) {
    const rest =
      lastBarcode !== undefined && stocked === Number(begun)
        ? // The facts of earlier barcodes are passed over, too: a merge would read them all.
          sql`(${balance.barcode}, ${balance.place}) > (${lastBarcode}, ${lastPlace}) and ${barcode.barcode} >= ${lastBarcode}`
        : undefined
    const more = found(queries, and(where, eq(balance.stocked, stocked), rest))
    rows.push(...(await more.limit(limit + 1 - rows.length)))
  }
  const last = rows[limit - 1]
  const next = rows.length > limit && last ? `${last.stocked} ${last.BarcodeID} ${last.place}` : null
  return { rows: rows.slice(0, limit), next }
}

interface Counting {
  readonly ofBalance: SQL | undefined
  readonly ofPlants: SQL | undefined
  readonly most: number | undefined
  /** Few of the stock are such plants. */
  readonly isRare: boolean
}

// `offset 0` keeps the database from reading all stock to find the little that is asked for: it begins with the plants.
async function counted(
  queries: Queries | Transaction,
  { ofBalance, ofPlants, most, isRare }: Counting,
): Promise<number> {
  const { rows } = await queries.execute<{ n: string }>(sql`
    select count(*) as n from (
      select from ${barcode} cross join lateral (
        select from ${balance} where ${and(eq(balance.barcode, barcode.barcode), ofBalance)} ${isRare ? sql`offset 0` : sql``}) as here
      where ${ofPlants} ${most === undefined ? sql`` : sql`limit ${most}`}) as counted`)
  return Number(rows[0]?.n ?? 0)
}

// A barcode that has never been in stock here.
async function knownOf(queries: Queries | Transaction, search: StockSearch) {
  if (search.barcode === undefined) return []
  const known = await queries
    .select({ ID: columns.ID, BarcodeID: barcode.barcode, ...plantColumns })
    .from(barcode)
    .innerJoin(variety, eq(variety.code, barcode.varietyCode))
    .where(and(eq(barcode.commodity, search.commodity), eq(barcode.barcode, search.barcode)))
  return known.map((row) => ({ ...row, place: search.place ?? '', Qty: 0, AvailableQty: 0, stocked: 0 }))
}
