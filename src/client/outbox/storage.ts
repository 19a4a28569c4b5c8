// The outbox in the browser's database. Every promise resolves after its transaction, with strict durability.
import type { DBSchema } from 'idb'
import { createDatabase, strict, whole } from '#client/state/database.ts'
import { type Names, NO_CHANGES, type Writing } from '#outbox/index.ts'
import {
  type AppOperation,
  type AppParcel,
  type Intent,
  isLocalLane,
  type KeptDocument,
  laneNow,
  type Request,
} from './intent.ts'

interface Schema extends DBSchema {
  readonly operations: { key: string; value: AppOperation; indexes: { seq: number } }
  readonly parcels: { key: string; value: AppParcel }
  readonly documents: { key: string; value: KeptDocument; indexes: { at: number } }
}

export type AppWriting = Writing<Intent, Request>

/** The storage of the outbox. Each promise resolves once stored, or rejects. */
export interface OutboxStorage {
  /** Everything; `names`: the renamed lanes of local documents. */
  readonly read: () => Promise<{
    readonly operations: readonly AppOperation[]
    readonly parcels: readonly AppParcel[]
    readonly names: Names
  }>
  /** Appends an operation after all others, from any page; returns it with its place. */
  readonly append: (
    operation: Omit<AppOperation, 'seq'>,
    documents: readonly KeptDocument[],
  ) => Promise<AppOperation>
  readonly write: (writing: AppWriting, documents: readonly KeptDocument[]) => Promise<void>
  /**
   * Stores a parcel and marks its operations as sent, unless another page has packed one of them or one is
   * gone. Returns what is stored now.
   */
  readonly pack: (parcel: AppParcel) => Promise<AppWriting>
  readonly document: (lane: string) => Promise<KeptDocument | undefined>
  /** The known state: a database that was deleted while the page was open is filled with it again. */
  readonly refillFrom?: (held: () => Held) => void
}

/** The state of the outbox in a page. */
export interface Held {
  readonly operations: readonly AppOperation[]
  readonly parcels: readonly AppParcel[]
}

// Maximum number of stored documents; the oldest are deleted, except those with pending operations.
const MOST_DOCUMENTS = 300

/** The storage of this browser. A lost connection is reopened at the next use. */
export function createStorage(name = 'trimline-outbox', patience?: number): OutboxStorage {
  let held = (): Held => ({ operations: [], parcels: [] })
  const attempt = createDatabase<Schema>(
    name,
    (database) => {
      const operations = database.createObjectStore('operations', { keyPath: 'id' })
      operations.createIndex('seq', 'seq')
      const parcels = database.createObjectStore('parcels', { keyPath: 'key' })
      database.createObjectStore('documents', { keyPath: 'lane' }).createIndex('at', 'at')
      const before = held()
      for (const each of before.operations) void operations.put(each)
      for (const each of before.parcels) void parcels.put(each)
    },
    patience,
  )

  return {
    read: () =>
      attempt(async (database) => {
        const transaction = database.transaction(['operations', 'parcels', 'documents'])
        const documents = transaction.objectStore('documents')
        const [operations, parcels, lanes] = await Promise.all([
          transaction.objectStore('operations').getAll(),
          transaction.objectStore('parcels').getAll(),
          documents.getAllKeys(),
        ])
        const local = await Promise.all(lanes.filter(isLocalLane).map((lane) => documents.get(lane)))
        const names = local.flatMap((kept) => (kept ? [[kept.lane, laneNow(kept)] as const] : []))
        return {
          operations,
          parcels,
          names: Object.fromEntries(names.filter(([lane, now]) => lane !== now)),
        }
      }),
    append: (operation, documents) =>
      attempt((database) =>
        whole(database.transaction(['operations', 'documents'], 'readwrite', strict), async (transaction) => {
          const operations = transaction.objectStore('operations')
          // The same operation again: the first attempt was stored, but its caller did not learn of it.
          const known = await operations.get(operation.id)
          const last = await operations.index('seq').openKeyCursor(null, 'prev')
          const appended = known ?? { ...operation, seq: (last?.key ?? 0) + 1 }
          await Promise.all([
            operations.put(appended),
            ...documents.map((each) => transaction.objectStore('documents').put(each)),
          ])
          return appended
        }),
      ),
    write: ({ put, gone, parcels, parcelsGone }, documents) =>
      attempt((database) =>
        whole(
          database.transaction(['operations', 'parcels', 'documents'], 'readwrite', strict),
          async (transaction) => {
            const operations = transaction.objectStore('operations')
            const parcelStore = transaction.objectStore('parcels')
            const documentStore = transaction.objectStore('documents')
            await Promise.all([
              // Async, so that a value that cannot be stored fails only this write.
              ...gone.map(async (id) => operations.delete(id)),
              ...put.map(async (each) => operations.put(each)),
              ...parcelsGone.map(async (key) => parcelStore.delete(key)),
              ...parcels.map(async (each) => parcelStore.put(each)),
              ...documents.map(async (each) => documentStore.put(each)),
            ])
            if (documents.length === 0) return
            const waiting = new Set((await operations.getAll()).map(({ lane }) => lane))
            let excess = (await documentStore.count()) - MOST_DOCUMENTS
            let cursor = excess > 0 ? await documentStore.index('at').openCursor() : null
            for (; cursor && excess > 0; cursor = await cursor.continue()) {
              if (waiting.has(cursor.value.lane)) continue
              await cursor.delete()
              excess -= 1
            }
          },
        ),
      ),
    pack: (parcel) =>
      attempt((database) =>
        whole(database.transaction(['operations', 'parcels'], 'readwrite', strict), async (transaction) => {
          const operations = transaction.objectStore('operations')
          const parcels = transaction.objectStore('parcels')
          const ids = parcel.operations
          const there = (await Promise.all(ids.map((id) => operations.get(id)))).filter(isThere)
          const packed = (await parcels.getAll()).filter((each) =>
            each.operations.some((id) => ids.includes(id)),
          )
          if (there.length < ids.length || packed.length > 0) {
            const gone = ids.filter((id) => there.every((each) => each.id !== id))
            return { ...NO_CHANGES, put: there, gone, parcels: packed }
          }
          const put = there.map((each) => ({ ...each, lane: parcel.lane, state: 'sent' as const }))
          await Promise.all([...put.map((each) => operations.put(each)), parcels.put(parcel)])
          return { ...NO_CHANGES, put, parcels: [parcel] }
        }),
      ),
    document: (lane) => attempt((database) => database.get('documents', lane)),
    refillFrom: (known) => {
      held = known
    },
  }
}

const isThere = <Value>(value: Value | undefined): value is Value => value !== undefined
