// Opens a database of this browser at first use.
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb'

/** For writing: the promise resolves once the transaction is stored. */
export const strictDurability = { durability: 'strict' } as const

// Timeout for opening the database, in milliseconds: another page may block it forever.
const openTimeoutMs = 5000
// Delays before a cleared database is reopened, in milliseconds.
const reopenDelaysMs = [50, 500, 5000]

/** Runs work on a database. */
export type Attempt<Schema> = <Value>(
  work: (database: IDBPDatabase<Schema>) => Promise<Value>,
) => Promise<Value>

/**
 * Runs work on a database; `upgrade` creates its stores if it is new. A lost connection is reopened once per
 * attempt. A database that was cleared while the page is open is reopened automatically.
 */
export function createDatabase<Schema = unknown>(
  name: string,
  upgrade: (database: IDBPDatabase<Schema>) => void,
  patience = openTimeoutMs,
): Attempt<Schema> {
  let opened: Promise<IDBPDatabase<Schema>> | undefined
  const open = () =>
    (opened ??= openDB<Schema>(name, 1, {
      upgrade,
      // A newer version in another tab needs it; the next use reopens it.
      blocking: () => close(opened),
      terminated: () => {
        opened = undefined
        scheduleOpen(reopenDelaysMs)
      },
    }))
  // The browser may still be deleting it, which closes the new connection again.
  const scheduleOpen = ([first, ...others]: readonly number[]) => {
    if (first === undefined) return
    setTimeout(() => {
      const trying = open()
      trying.catch(() => {
        close(trying)
        scheduleOpen(others)
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

/** Values under keys of their own. What is read may come from another version of the app. */
export interface ValueStore<Key extends IDBValidKey> {
  readonly get: (key: Key) => Promise<unknown>
  readonly entries: () => Promise<readonly (readonly [IDBValidKey, unknown])[]>
  /** Stores and deletes values in one transaction. */
  readonly change: (
    values: readonly (readonly [Key, unknown])[],
    gone?: readonly IDBValidKey[],
  ) => Promise<void>
  readonly clear: () => Promise<void>
}

/** The only store of a database, created at first use. */
export function createValueStore<Key extends IDBValidKey>(name: string, storeName: string): ValueStore<Key> {
  const attempt = createDatabase(name, (database) => void database.createObjectStore(storeName))
  return {
    get: (key) => attempt((database) => database.get(storeName, key)),
    entries: () =>
      attempt(async (database) => {
        const { store } = database.transaction(storeName)
        const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()])
        return keys.map((key, index) => [key, values[index]] as const)
      }),
    change: (values, gone = []) =>
      attempt(async (database) => {
        const transaction = database.transaction(storeName, 'readwrite')
        const { store } = transaction
        const changes = [
          ...values.map(([key, value]) => store.put(value, key)),
          ...gone.map((key) => store.delete(key)),
        ]
        // Commit explicitly: a page that unloads would not complete the transaction.
        transaction.commit()
        await Promise.all([...changes, transaction.done])
      }),
    clear: () => attempt((database) => database.clear(storeName)),
  }
}

/** Runs a transaction that is stored completely or not at all: a failure rolls it back. */
export async function runAtomically<Schema extends DBSchema, Stores extends StoreNames<Schema>[], Value>(
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
      // It has already ended.
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
