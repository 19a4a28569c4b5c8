import * as fake from 'fake-indexeddb'
import { vi } from 'vitest'

/**
 * An empty database of the browser from now on, and all that belongs to one, for the rest of this file or
 * until the next call.
 */
export function startFakeDatabase(): void {
  for (const [name, value] of Object.entries(fake)) {
    if (name.startsWith('IDB')) vi.stubGlobal(name, value)
  }
  vi.stubGlobal('indexedDB', new fake.IDBFactory())
}
