import { desc, inArray, sql } from 'drizzle-orm'
import { STOCK_TYPES, type StockType } from '#contract/constants.ts'
import { ACCOUNT_KINDS } from '#kinds/accounts.ts'
import type { StockImportPort } from '#server/domain/stock-import/apply-rows.ts'
import { known } from './document-rows.ts'
import { readCommodity } from './reference-store.ts'
import { stockImport } from './schema/maintenance.ts'
import { balance, barcode } from './schema/stock.ts'
import type { Queries, Transaction } from './transaction.ts'

// Number of listed imports.
const listed = 20

const kept: readonly Exclude<StockType, 'ALL'>[] = STOCK_TYPES.filter((type) => type !== 'ALL')

/** Stock data for imports, and the record of past imports. */
export function createStockImportStore(queries: Queries | Transaction): StockImportPort {
  return {
    known: async (barcodes) => {
      if (barcodes.length === 0) return { plants: [], balances: [] }
      const plants = await queries
        .select()
        .from(barcode)
        .where(inArray(barcode.barcode, [...barcodes]))
      const balances = await queries
        .select()
        .from(balance)
        .where(inArray(balance.barcode, [...barcodes]))
      return {
        plants: plants.map(({ commodity, stockType, ...plant }) => ({
          ...plant,
          commodity: readCommodity(commodity),
          stockType: known(kept, stockType),
        })),
        balances: balances.map(({ barcode: code, kind, owner, place, qty, reserved }) => ({
          barcode: code,
          account: { kind: known(ACCOUNT_KINDS, kind), owner, place },
          qty,
          reserved,
        })),
      }
    },
    note: async (note) => {
      await queries.insert(stockImport).values(note)
    },
    past: async () => {
      const rows = await queries.select().from(stockImport).orderBy(desc(stockImport.id)).limit(listed)
      return rows.map(({ at, by, fileName, rows: count, opened, adjusted, unchanged, refused }) => ({
        At: at.toISOString(),
        By: by,
        FileName: fileName,
        Rows: count,
        Opened: opened,
        Adjusted: adjusted,
        Unchanged: unchanged,
        Refused: refused,
      }))
    },
  }
}

/** Updates the planner's statistics after an import: the embedded database has no autovacuum. */
export async function analyzeStock(queries: Queries): Promise<void> {
  await queries.execute(sql`analyze barcode, balance, movement`)
}
