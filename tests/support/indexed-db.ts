import * as databases from 'fake-indexeddb'

// Installs IndexedDB in memory, with all its global names.
const { default: indexedDB, ...names } = databases
Object.assign(globalThis, names, { indexedDB })

/** Returns IndexedDB without any database. */
export function emptyDatabases(): IDBFactory {
  return new databases.IDBFactory()
}
