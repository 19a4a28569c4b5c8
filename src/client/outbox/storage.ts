// The outbox in the browser's database. What it answers stands on the disk: each transaction is waited for to its end, with strict
// durability.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Writing } from '#outbox/index.ts'
import type { AppOperation, AppParcel, Intent, KeptDocument, Request } from './intent.ts'

interface Schema extends DBSchema {
  readonly operations: { key: string; value: AppOperation; indexes: { seq: number } }
  readonly parcels: { key: string; value: AppParcel }
  readonly documents: { key: string; value: KeptDocument; indexes: { at: number } }
}

/** What the outbox needs of a place that lasts. Each promise is kept once it is on the disk, or fails. */
export interface OutboxStorage {
  readonly read: () => Promise<{
    readonly operations: readonly AppOperation[]
    readonly parcels: readonly AppParcel[]
  }>
  /** Appends an operation behind all others, whichever page they came from; answers it with its place. */
  readonly append: (
    operation: Omit<AppOperation, 'seq'>,
    documents: readonly KeptDocument[],
  ) => Promise<AppOperation>
  readonly write: (writing: Writing<Intent, Request>, documents: readonly KeptDocument[]) => Promise<void>
  readonly document: (lane: string) => Promise<KeptDocument | undefined>
}

// So many documents are kept for reading; the oldest go, but none that something waits for.
const MOST_DOCUMENTS = 300
const strict = { durability: 'strict' } as const

/** The storage of this browser. A connection that was lost is opened anew, once for each attempt. */
export function createStorage(name = 'trimline-outbox'): OutboxStorage {
  let opened: Promise<IDBPDatabase<Schema>> | undefined
  const open = () =>
    (opened ??= openDB<Schema>(name, 1, {
      upgrade: (database) => {
        database.createObjectStore('operations', { keyPath: 'id' }).createIndex('seq', 'seq')
        database.createObjectStore('parcels', { keyPath: 'key' })
        database.createObjectStore('documents', { keyPath: 'lane' }).createIndex('at', 'at')
      },
      // A newer app in another tab needs it; the next use opens it again.
      blocking: () => close(),
      terminated: () => {
        opened = undefined
      },
    }))
  const close = () => {
    void opened?.then((database) => database.close()).catch(() => undefined)
    opened = undefined
  }
  const attempt = async <Value>(work: (database: IDBPDatabase<Schema>) => Promise<Value>): Promise<Value> => {
    try {
      return await work(await open())
    } catch {
      close()
      return work(await open())
    }
  }

  return {
    read: () =>
      attempt(async (database) => {
        const transaction = database.transaction(['operations', 'parcels'])
        const [operations, parcels] = await Promise.all([
          transaction.objectStore('operations').getAll(),
          transaction.objectStore('parcels').getAll(),
        ])
        return { operations, parcels }
      }),
    append: (operation, documents) =>
      attempt(async (database) => {
        const transaction = database.transaction(['operations', 'documents'], 'readwrite', strict)
        const operations = transaction.objectStore('operations')
        // The same deed again, where the first attempt was stored and its end was not heard of.
        const known = await operations.get(operation.id)
        const last = await operations.index('seq').openKeyCursor(null, 'prev')
        const appended = known ?? { ...operation, seq: (last?.key ?? 0) + 1 }
        await Promise.all([
          operations.put(appended),
          ...documents.map((each) => transaction.objectStore('documents').put(each)),
          transaction.done,
        ])
        return appended
      }),
    write: ({ put, gone, parcels, parcelsGone }, documents) =>
      attempt(async (database) => {
        const transaction = database.transaction(['operations', 'parcels', 'documents'], 'readwrite', strict)
        const [operations, parcelStore, documentStore] = [
          transaction.objectStore('operations'),
          transaction.objectStore('parcels'),
          transaction.objectStore('documents'),
        ]
        await Promise.all([
          ...gone.map((id) => operations.delete(id)),
          ...put.map((each) => operations.put(each)),
          ...parcelsGone.map((key) => parcelStore.delete(key)),
          ...parcels.map((each) => parcelStore.put(each)),
          ...documents.map((each) => documentStore.put(each)),
        ])
        if (documents.length > 0) {
          const waiting = new Set((await operations.getAll()).map(({ lane }) => lane))
          let excess = (await documentStore.count()) - MOST_DOCUMENTS
          let cursor = excess > 0 ? await documentStore.index('at').openCursor() : null
          for (; cursor && excess > 0; cursor = await cursor.continue()) {
            if (waiting.has(cursor.value.lane)) continue
            await cursor.delete()
            excess -= 1
          }
        }
        await transaction.done
      }),
    document: (lane) => attempt((database) => database.get('documents', lane)),
  }
}
