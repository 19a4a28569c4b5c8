import { setTimeout as pause } from 'node:timers/promises'
import type { ImportJob, Staging } from '#server/domain/stock-import/import-stock.ts'
import type { Database } from '#server/store/database.ts'
import { createPorts } from '#server/store/ports.ts'
import { createStagedRows, dropStagedRows, makeStagedRows } from '#server/store/staged-rows/store.ts'
import { analyzeStock } from '#server/store/stock-import-store.ts'
import type { Transaction } from '#server/store/transaction.ts'

// Milliseconds between two questions whether another import has ended.
const patience = 200

/** What an import needs of the database: a place for its rows, and `analyze` afterwards. */
export function importParts(
  database: Database,
): Pick<ImportJob, 'staged'> & { readonly afterImport: () => Promise<void> } {
  return {
    staged: (work) => (database.engine === 'postgres' ? inOne(database, work) : inMany(database, work)),
    afterImport: () => analyzeStock(database.queries),
  }
}

type Work<Value> = (staging: Staging) => Promise<Value>

// On PostgreSQL all of it is one transaction: others work beside it, and whatever ends it leaves nothing.
async function inOne<Value>(database: Database, work: Work<Value>): Promise<Value> {
  return undoable(database, async (transaction) => {
    await makeStagedRows(transaction, 'transaction')
    const step: Staging['step'] = (each) => each(stepPorts(database, transaction))
    let isKept = true
    const value = await work({
      step,
      whole: async (steps) => {
        const done = await steps(step)
        isKept = done.keep
        return done.value
      },
      pause: () => pause(patience),
    })
    return { value, keep: isKept }
  })
}

// The embedded database has one session, in which others work between the steps; what is to stay as a whole
// is one step. Imports come one after the other.
const turns = new WeakMap<Database, Promise<unknown>>()

function inMany<Value>(database: Database, work: Work<Value>): Promise<Value> {
  const mine = (turns.get(database) ?? Promise.resolve()).then(() => stagedInSession(database, work))
  turns.set(
    database,
    mine.catch(() => undefined),
  )
  return mine
}

async function stagedInSession<Value>(database: Database, work: Work<Value>): Promise<Value> {
  await database.transaction((transaction) => makeStagedRows(transaction, 'session'))
  try {
    return await work({
      step: (each) => database.transaction((transaction) => each(stepPorts(database, transaction))),
      whole: (steps) =>
        undoable(database, (transaction) => steps((each) => each(stepPorts(database, transaction)))),
      pause: () => pause(patience),
    })
  } finally {
    await database.transaction(dropStagedRows)
  }
}

const stepPorts = (database: Database, transaction: Transaction) => ({
  ...createPorts(transaction),
  rows: createStagedRows(transaction, database),
})

class Undo extends Error {}

// Runs work in one transaction, and takes it back if `keep` is false.
async function undoable<Value>(
  database: Database,
  work: (transaction: Transaction) => Promise<{ readonly value: Value; readonly keep: boolean }>,
): Promise<Value> {
  let done: { readonly value: Value; readonly keep: boolean } | undefined
  try {
    await database.transaction(async (transaction) => {
      done = undefined
      done = await work(transaction)
      if (!done.keep) throw new Undo('What is not kept is undone')
    })
  } catch (error) {
    if (!(error instanceof Undo) || !done) throw error
  }
  if (!done) throw new Error('The work has no result')
  return done.value
}
