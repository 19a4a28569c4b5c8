import * as databases from 'fake-indexeddb'

// The browser's database in memory, with all its names.
const { default: indexedDB, ...names } = databases
Object.assign(globalThis, names, { indexedDB })

/** A browser's databases before anything is stored. */
export function emptyDatabases(): IDBFactory {
  return new databases.IDBFactory()
}
