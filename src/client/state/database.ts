// A database of this browser, opened when it is first used.
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb'

/** For writing: the promise of a transaction is kept once it stands on the disk. */
export const strict = { durability: 'strict' } as const

// Timeout for opening the database, in milliseconds: another page may block it for ever.
const PATIENCE = 5000
// When a database that was cleared is opened again, in milliseconds.
const REOPENED_AFTER = [50, 500, 5000]

/**
 * Runs work on a database, which `upgrade` fills with its stores where it is new. A connection that was lost is opened anew, once for
 * each attempt; one that was cleared under the open page is opened anew by itself.
 */
export function createDatabase<Schema extends DBSchema>(
  name: string,
  upgrade: (database: IDBPDatabase<Schema>) => void,
  patience = PATIENCE,
): <Value>(work: (database: IDBPDatabase<Schema>) => Promise<Value>) => Promise<Value> {
  let opened: Promise<IDBPDatabase<Schema>> | undefined
  const open = () =>
    (opened ??= openDB<Schema>(name, 1, {
      upgrade,
      // A newer version in another tab needs it; the next use reopens it.
      blocking: () => close(opened),
      terminated: () => {
        opened = undefined
        openSoon(REOPENED_AFTER)
      },
    }))
  // The browser may still be at its deletion: what is opened meanwhile is closed again.
  const openSoon = ([first, ...others]: readonly number[]) => {
    if (first === undefined) return
    setTimeout(() => {
      const trying = open()
      trying.catch(() => {
        close(trying)
        openSoon(others)
      })
    }, first)
  }
  const close = (which: typeof opened) => {
    void which?.then((database) => database.close()).catch(() => undefined)
    // A concurrent attempt may have reopened it.
    if (opened === which) opened = undefined
  }
  return async (work) => {
    const first = open()
    try {
      return await work(await within(first, patience))
    } catch {
      close(first)
      return work(await within(open(), patience))
    }
  }
}

/** A transaction is stored completely or not at all: a failure rolls it back. */
export async function whole<Schema extends DBSchema, Stores extends StoreNames<Schema>[], Value>(
  transaction: IDBPTransaction<Schema, Stores, 'readwrite'>,
  work: (transaction: IDBPTransaction<Schema, Stores, 'readwrite'>) => Promise<Value>,
): Promise<Value> {
  try {
    const [value] = await Promise.all([work(transaction), transaction.done])
    return value
  } catch (error) {
    try {
      transaction.abort()
    } catch {
      // It has ended by itself.
    }
    throw error
  }
}

function within<Value>(promise: Promise<Value>, ms: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('It takes too long to open')), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
