import { setTimeout as sleep } from 'node:timers/promises'
import {
  createStagedRows,
  createStagedRowTable,
  dropStagedRows,
} from '#features/stock-files/server/staged-rows/store.ts'
import type { ImportJob, Staging } from '#features/stock-files/server/stock-import/import-stock.ts'
import { analyzeStock, createStockImportStore } from '#features/stock-files/server/stock-import-store.ts'
import type { Database } from '#server/database/database.ts'
import { createPorts } from '#server/database/ports.ts'
import type { Transaction } from '#server/database/transaction.ts'

// Milliseconds between checks whether another import has ended.
const pollIntervalMs = 200

/** The database functions of an import: staged rows, and `analyze` afterwards. */
export function importParts(
  database: Database,
): Pick<ImportJob, 'staged'> & { readonly afterImport: () => Promise<void> } {
  return {
    staged: (work) =>
      database.engine === 'postgres' ? importInOneTransaction(database, work) : importInSteps(database, work),
    afterImport: () => analyzeStock(database.queries),
  }
}

type Work<Value> = (staging: Staging) => Promise<Value>

// On PostgreSQL the whole import is one transaction: other requests continue, and a failure leaves nothing.
async function importInOneTransaction<Value>(database: Database, work: Work<Value>): Promise<Value> {
  return runOrRollBack(database, async (transaction) => {
    await createStagedRowTable(transaction, 'transaction')
    const step: Staging['step'] = (each) => each(stepPorts(database, transaction))
    let shouldKeep = true
    const value = await work({
      step,
      atomically: async (steps) => {
        const result = await steps(step)
        shouldKeep = result.keep
        return result.value
      },
      pause: () => sleep(pollIntervalMs),
    })
    return { value, keep: shouldKeep }
  })
}

// On PGlite, other requests run between the steps, because it has one session.
// Atomic work is one step, and imports run one after the other.
const queues = new WeakMap<Database, Promise<unknown>>()

function importInSteps<Value>(database: Database, work: Work<Value>): Promise<Value> {
  const current = (queues.get(database) ?? Promise.resolve()).then(() => stagedInSession(database, work))
  queues.set(
    database,
    current.catch(() => undefined),
  )
  return current
}

async function stagedInSession<Value>(database: Database, work: Work<Value>): Promise<Value> {
  await database.transaction((transaction) => createStagedRowTable(transaction, 'session'))
  try {
    return await work({
      step: (each) => database.transaction((transaction) => each(stepPorts(database, transaction))),
      atomically: (steps) =>
        runOrRollBack(database, (transaction) => steps((each) => each(stepPorts(database, transaction)))),
      pause: () => sleep(pollIntervalMs),
    })
  } finally {
    await database.transaction(dropStagedRows)
  }
}

const stepPorts = (database: Database, transaction: Transaction) => ({
  ...createPorts(transaction),
  imports: createStockImportStore(transaction),
  rows: createStagedRows(transaction, database),
})

class RollBack extends Error {}

// Runs work in one transaction, and rolls back if `keep` is false.
async function runOrRollBack<Value>(
  database: Database,
  work: (transaction: Transaction) => Promise<{ readonly value: Value; readonly keep: boolean }>,
): Promise<Value> {
  let result: { readonly value: Value; readonly keep: boolean } | undefined
  try {
    await database.transaction(async (transaction) => {
      result = undefined
      result = await work(transaction)
      if (!result.keep) throw new RollBack('What is not kept is undone')
    })
  } catch (error) {
    if (!(error instanceof RollBack) || !result) throw error
  }
  if (!result) throw new Error('The work has no result')
  return result.value
}
