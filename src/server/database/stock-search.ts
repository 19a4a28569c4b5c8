// Searches stock in index order, so that every page costs the same.
import { and, asc, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { growerStorageLocation } from '#core/wire/grower-key.ts'
import type { InventoryRecord } from '#core/wire/inventory.ts'
import { type RecordPage, totalLimitOf } from '#server/domain/paging.ts'
import type { StockSearch } from '#server/domain/stock.ts'
import { trimType, variety } from './schema/reference.ts'
import { balance, barcode } from './schema/stock.ts'
import type { Queries, Transaction } from './transaction.ts'

/** Plant columns of a record or line, by wire name. */
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

/** SQL conditions on the plants. A trim type is given by name or id. */
export function plantConditions(
  queries: Queries | Transaction,
  filter: Pick<StockSearch, 'barcode' | 'varietyCode' | 'trimType' | 'stockType'>,
): (SQL | undefined)[] {
  const { barcode: code, varietyCode, trimType: trim, stockType } = filter
  const trimTypeNames =
    trim !== undefined && queries.select({ name: trimType.name }).from(trimType).where(eq(trimType.id, trim))
  return [
    code === undefined ? undefined : eq(barcode.barcode, code),
    varietyCode === undefined ? undefined : eq(barcode.varietyCode, varietyCode),
    trimTypeNames ? or(eq(barcode.trimType, trim), inArray(barcode.trimType, trimTypeNames)) : undefined,
    stockType === undefined || stockType === 'ALL' ? undefined : eq(barcode.stockType, stockType),
  ]
}

/** The wire's storage location of an account: its place, or `#GR{id}` for grower storage. */
export function storageLocationOf(kind: string, place: string): string {
  return kind === 'grower-storage' ? growerStorageLocation(place) : place
}

// The columns of a result row.
const columns = {
  ID: sql<string>`${barcode.id}::text`,
  BarcodeID: barcode.barcode,
  ...plantColumns,
  place: balance.place,
  Qty: balance.qty,
  AvailableQty: sql<number>`(${balance.qty} - ${balance.reserved})`.mapWith(Number),
  stocked: balance.stocked,
}
type Row = Awaited<ReturnType<ReturnType<typeof selectStock>['execute']>>[number]

const selectStock = (queries: Queries | Transaction, where: SQL | undefined) =>
  queries
    .select(columns)
    .from(balance)
    .innerJoin(barcode, eq(barcode.barcode, balance.barcode))
    .innerJoin(variety, eq(variety.code, barcode.varietyCode))
    .where(where)
    .orderBy(desc(balance.stocked), asc(balance.barcode), asc(balance.place))
    .$dynamic()

/** Searches one location (see `StockPort.search`). Without a page it returns all rows. */
export async function searchStock(
  queries: Queries | Transaction,
  search: StockSearch,
): Promise<RecordPage<InventoryRecord>> {
  const kind = search.storageType === 'GROWERSTORAGE' ? 'grower-storage' : 'stock'
  const ofBalance = and(
    eq(balance.kind, kind),
    eq(balance.owner, search.location),
    search.place === undefined ? undefined : eq(balance.place, search.place),
    // A literal condition lets the planner use the partial index of accounts with plants.
    search.barcode === undefined ? sql`${balance.stocked} > 0` : undefined,
  )
  const ofPlants = and(eq(barcode.commodity, search.commodity), ...plantConditions(queries, search))
  const where = and(ofBalance, ofPlants)
  const { page } = search
  const { rows, next } =
    page?.after === undefined
      ? await byOffset(queries, where, page)
      : await afterCursor(queries, where, {
          after: page.after,
          limit: page.limit,
          minStocked: search.barcode === undefined ? 1 : 0,
        })
  const countQuery = {
    ofBalance,
    ofPlants,
    maxCount: totalLimitOf(page ?? {}),
    isRare: search.varietyCode !== undefined,
  }
  const total = page ? await countStock(queries, countQuery) : rows.length
  const unstocked = rows.length === 0 && search.known ? await findUnstocked(queries, search) : []
  const records = [...rows, ...unstocked].map(({ place, stocked: _stocked, ...row }) => ({
    ...row,
    StorageType: search.storageType,
    StorageLocation: storageLocationOf(kind, place),
    InventoryLocation: search.location,
    ReceivedQty: row.Qty,
  }))
  return { records, total: total + unstocked.length, ...(page?.after !== undefined && { next }) }
}

async function byOffset(queries: Queries | Transaction, where: SQL | undefined, page: StockSearch['page']) {
  const all = selectStock(queries, where)
  return { rows: page ? await all.limit(page.limit).offset(page.offset) : await all, next: null }
}

// Reads rows after the cursor, one `stocked` value at a time, in index order.
async function afterCursor(
  queries: Queries | Transaction,
  where: SQL | undefined,
  {
    after,
    limit,
    minStocked,
  }: { readonly after: string; readonly limit: number; readonly minStocked: 0 | 1 },
): Promise<{ readonly rows: readonly Row[]; readonly next: string | null }> {
  const [, firstStocked = '2', lastBarcode, lastPlace] = /^(\d) (\S+) (.*)$/.exec(after) ?? []
  const rows: Row[] = []
  for (let stocked = Number(firstStocked); stocked >= minStocked && rows.length <= limit; stocked -= 1) {
    const afterLast =
      lastBarcode !== undefined && stocked === Number(firstStocked)
        ? // Also skips earlier barcodes, because a merge join would read all their facts.
          sql`(${balance.barcode}, ${balance.place}) > (${lastBarcode}, ${lastPlace}) and ${barcode.barcode} >= ${lastBarcode}`
        : undefined
    const query = selectStock(queries, and(where, eq(balance.stocked, stocked), afterLast))
    rows.push(...(await query.limit(limit + 1 - rows.length)))
  }
  const last = rows[limit - 1]
  const next = rows.length > limit && last ? `${last.stocked} ${last.BarcodeID} ${last.place}` : null
  return { rows: rows.slice(0, limit), next }
}

interface CountQuery {
  readonly ofBalance: SQL | undefined
  readonly ofPlants: SQL | undefined
  readonly maxCount: number | undefined
  /** True if only little stock matches these plants. */
  readonly isRare: boolean
}

// `offset 0` is a planner fence: for rare plants, start with the plants instead of all stock.
async function countStock(
  queries: Queries | Transaction,
  { ofBalance, ofPlants, maxCount, isRare }: CountQuery,
): Promise<number> {
  const { rows } = await queries.execute<{ n: string }>(sql`
    select count(*) as n from (
      select from ${barcode} cross join lateral (
        select from ${balance} where ${and(eq(balance.barcode, barcode.barcode), ofBalance)} ${isRare ? sql`offset 0` : sql``}) as here
      where ${ofPlants} ${maxCount === undefined ? sql`` : sql`limit ${maxCount}`}) as counted`)
  return Number(rows[0]?.n ?? 0)
}

// Finds a barcode that was never in stock at this location.
async function findUnstocked(queries: Queries | Transaction, search: StockSearch) {
  if (search.barcode === undefined) return []
  const known = await queries
    .select({ ID: columns.ID, BarcodeID: barcode.barcode, ...plantColumns })
    .from(barcode)
    .innerJoin(variety, eq(variety.code, barcode.varietyCode))
    .where(and(eq(barcode.commodity, search.commodity), eq(barcode.barcode, search.barcode)))
  return known.map((row) => ({ ...row, place: search.place ?? '', Qty: 0, AvailableQty: 0, stocked: 0 }))
}
