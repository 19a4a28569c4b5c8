import { desc, sql } from 'drizzle-orm'
import type { StockImportPort } from '#features/stock-files/server/stock-import/past-imports.ts'
import { stockImport } from '#server/database/schema/maintenance.ts'
import type { Queries, Transaction } from '#server/database/transaction.ts'

const maxListed = 20

/** Stores the history of imports. */
export function createStockImportStore(queries: Queries | Transaction): StockImportPort {
  return {
    note: async (note) => {
      await queries.insert(stockImport).values(note)
    },
    past: async () => {
      const rows = await queries.select().from(stockImport).orderBy(desc(stockImport.id)).limit(maxListed)
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

/** Updates the planner's statistics after an import, because PGlite has no autovacuum. */
export async function analyzeStock(queries: Queries): Promise<void> {
  await queries.execute(sql`analyze barcode, balance, movement`)
}
