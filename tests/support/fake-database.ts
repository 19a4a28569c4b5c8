import * as fake from 'fake-indexeddb'
import { vi } from 'vitest'

/** Installs an empty IndexedDB and its classes, until the end of the file or the next call. */
export function startFakeDatabase(): void {
  for (const [name, value] of Object.entries(fake)) {
    if (name.startsWith('IDB')) vi.stubGlobal(name, value)
  }
  vi.stubGlobal('indexedDB', new fake.IDBFactory())
}
