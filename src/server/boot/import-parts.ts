import type { ImportJob } from '#server/domain/stock-import/import-stock.ts'
import type { Database } from '#server/store/database.ts'
import { createPorts } from '#server/store/ports.ts'
import { analyzeStock } from '#server/store/stock-import-store.ts'

class Undo<Value> extends Error {
  readonly value: Value
  constructor(value: Value) {
    super('What is not kept is undone')
    this.value = value
  }
}

/** What an import needs of the database: transactions with rollback, and `analyze` afterwards. */
export function importParts(
  database: Database,
): Pick<ImportJob, 'inTransaction'> & { readonly afterImport: () => Promise<void> } {
  return {
    inTransaction: async <Value>(
      work: (
        ports: ReturnType<typeof createPorts>,
      ) => Promise<{ readonly value: Value; readonly keep: boolean }>,
    ): Promise<Value> => {
      let undone: Undo<Value> | undefined
      try {
        return await database.transaction(async (transaction) => {
          undone = undefined
          const { value, keep } = await work(createPorts(transaction))
          if (keep) return value
          undone = new Undo(value)
          throw undone
        })
      } catch (error) {
        if (undone !== undefined && error === undone) return undone.value
        throw error
      }
    },
    afterImport: () => analyzeStock(database.queries),
  }
}
