// Stores the outbox in the browser's database. Every promise resolves after its transaction, with strict
// durability.
import type { DBSchema, IDBPDatabase } from 'idb'
import { createDatabase, runAtomically, strictDurability } from '#app/state/database.ts'
import { type LaneNames, NO_CHANGES, newerOf, type Writing } from '#core/outbox/index.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import {
  type AppBatch,
  type AppOperation,
  type CachedDocument,
  currentLaneOf,
  type Intent,
  isLocalLane,
  type Request,
} from './intent.ts'

interface Schema extends DBSchema {
  readonly operations: { key: string; value: AppOperation; indexes: { seq: number } }
  readonly parcels: { key: string; value: AppBatch }
  readonly documents: { key: string; value: CachedDocument; indexes: { at: number } }
}

export type AppWriting = Writing<Intent, Request>

/** The storage of the outbox. Each promise resolves once stored, or rejects. */
export interface OutboxStorage {
  /** Reads everything; `names`: the renamed lanes of local documents. */
  readonly read: () => Promise<{
    readonly operations: readonly AppOperation[]
    readonly batches: readonly AppBatch[]
    readonly names: LaneNames
  }>
  /**
   * Appends an operation after all others, from any page, and returns it with its `seq`. 'notSaved': it is
   * not stored. 'notSure': the database does not answer and may have stored it. Never rejects.
   */
  readonly append: (
    operation: Omit<AppOperation, 'seq'>,
    documents: readonly CachedDocument[],
  ) => Promise<Result<AppOperation, AppendFailure>>
  /** Reads one stored operation. */
  readonly operation: (id: string) => Promise<AppOperation | undefined>
  /**
   * Stores changes of existing operations. Never restores an operation that another page has deleted,
   * replaces a later change, or deletes a packed operation: it may be in flight. Returns the stored result:
   * `writing` itself, or a correction of it.
   */
  readonly write: (writing: AppWriting, documents: readonly CachedDocument[]) => Promise<AppWriting>
  /**
   * Stores a batch and marks its operations as sent, unless one is gone or another page has packed one.
   * Returns the stored result.
   */
  readonly storeBatch: (batch: AppBatch) => Promise<AppWriting>
  /**
   * Returns `known`, the caller's cached copy, if its time shows that it is the stored version; this avoids
   * reading it.
   */
  readonly document: (lane: string, known?: CachedDocument) => Promise<CachedDocument | undefined>
  /** Supplies the known state to refill a database that was deleted while the page was open. */
  readonly refillFrom?: (held: () => OutboxSnapshot) => void
}

export type AppendFailure = 'notSaved' | 'notSure'

/** The outbox's state in this page. */
export interface OutboxSnapshot {
  readonly operations: readonly AppOperation[]
  readonly batches: readonly AppBatch[]
}

// Maximum number of stored documents. The oldest are deleted, except those with pending operations.
const maxDocuments = 300

/** The storage of this browser. A lost connection is reopened at the next use. */
export function createStorage(name = 'trimline-outbox', patience?: number): OutboxStorage {
  let held = (): OutboxSnapshot => ({ operations: [], batches: [] })
  const attempt = createDatabase<Schema>(
    name,
    (database) => {
      const operations = database.createObjectStore('operations', { keyPath: 'id' })
      operations.createIndex('seq', 'seq')
      const batches = database.createObjectStore('parcels', { keyPath: 'key' })
      database.createObjectStore('documents', { keyPath: 'lane' }).createIndex('at', 'at')
      const before = held()
      for (const each of before.operations) void operations.put(each)
      for (const each of before.batches) void batches.put(each)
    },
    patience,
  )

  const append = (
    database: IDBPDatabase<Schema>,
    operation: Omit<AppOperation, 'seq'>,
    documents: readonly CachedDocument[],
  ): Promise<AppOperation> =>
    runAtomically(
      database.transaction(['operations', 'documents'], 'readwrite', strictDurability),
      async (transaction) => {
        const operations = transaction.objectStore('operations')
        // The same operation again: the first attempt was stored, but its caller was not notified.
        const [known, last] = await Promise.all([
          operations.get(operation.id),
          operations.index('seq').openKeyCursor(null, 'prev'),
        ])
        const appended = known ?? { ...operation, seq: (last?.key ?? 0) + 1 }
        await Promise.all([
          operations.put(appended),
          ...documents.map((each) => transaction.objectStore('documents').put(each)),
        ])
        return appended
      },
    )
  const find = (id: string) => attempt((database) => database.get('operations', id))

  return {
    read: () =>
      attempt(async (database): ReturnType<OutboxStorage['read']> => {
        const transaction = database.transaction(['operations', 'parcels', 'documents'])
        const documents = transaction.objectStore('documents')
        const [operations, batches, lanes] = await Promise.all([
          transaction.objectStore('operations').getAll(),
          transaction.objectStore('parcels').getAll(),
          documents.getAllKeys(),
        ])
        const local = await Promise.all(lanes.filter(isLocalLane).map((lane) => documents.get(lane)))
        const names = local.flatMap((kept) => (kept ? [[kept.lane, currentLaneOf(kept)] as const] : []))
        return {
          operations,
          batches,
          names: Object.fromEntries(names.filter(([lane, now]) => lane !== now)),
        }
      }),
    append: async (operation, documents) => {
      let attempts = 0
      try {
        return succeed(
          await attempt((database) => {
            attempts += 1
            return append(database, operation, documents)
          }),
        )
      } catch {
        // The database could not be opened, so no transaction began.
        if (attempts === 0) return fail('notSaved')
        // A failed transaction may still be stored if the connection was lost.
        if (attempts === 1) return fail('notSure')
      }
      try {
        const stored = await find(operation.id)
        return stored ? succeed(stored) : fail('notSaved')
      } catch {
        return fail('notSure')
      }
    },
    operation: find,
    write: (writing, documents) =>
      attempt((database) =>
        runAtomically(
          database.transaction(['operations', 'parcels', 'documents'], 'readwrite', strictDurability),
          async (transaction): Promise<AppWriting> => {
            const { put, gone, batches, batchesGone } = writing
            const operations = transaction.objectStore('operations')
            const batchStore = transaction.objectStore('parcels')
            const documentStore = transaction.objectStore('documents')
            const before = await Promise.all(
              put.map(async ({ id, was = id }) => (await operations.get(id)) ?? (await operations.get(was))),
            )
            const keys = await Promise.all(batches.map(({ key }) => batchStore.getKey(key)))
            const present = put.flatMap((each, index) => {
              const known = before[index]
              return known ? [known.id === each.id ? newerOf(known, each) : each] : []
            })
            const presentBatches = batches.filter((_, index) => keys[index] !== undefined)
            const packed =
              gone.length === 0 ? [] : (await batchStore.getAll()).filter((each) => isPackedIn(each, writing))
            const restoredIds = packed.flatMap((each) => each.operations.filter((id) => gone.includes(id)))
            await Promise.all([
              // Async, so that a value that cannot be stored fails only this write.
              ...gone.filter((id) => !restoredIds.includes(id)).map(async (id) => operations.delete(id)),
              ...present.map(async (each) => operations.put(each)),
              ...batchesGone.map(async (key) => batchStore.delete(key)),
              ...presentBatches.map(async (each) => batchStore.put(each)),
              ...documents.map(async (each) => documentStore.put(each)),
            ])
            const asked = corrected(writing, present, presentBatches)
            const stillThere = (await Promise.all(restoredIds.map((id) => operations.get(id)))).filter(
              isDefined,
            )
            const stored: AppWriting =
              stillThere.length === 0
                ? asked
                : {
                    ...asked,
                    put: [...asked.put, ...stillThere],
                    gone: asked.gone.filter((id) => stillThere.every((each) => each.id !== id)),
                    batches: [...asked.batches, ...packed],
                    back: stillThere.map(({ id }) => id),
                  }
            if (documents.length === 0) return stored
            let excess = (await documentStore.count()) - maxDocuments
            if (excess <= 0) return stored
            const pendingLanes = new Set((await operations.getAll()).map(({ lane }) => lane))
            let cursor = await documentStore.index('at').openCursor()
            for (; cursor && excess > 0; cursor = await cursor.continue()) {
              if (pendingLanes.has(cursor.value.lane)) continue
              await cursor.delete()
              excess -= 1
            }
            return stored
          },
        ),
      ),
    storeBatch: (batch) =>
      attempt((database) =>
        runAtomically(
          database.transaction(['operations', 'parcels'], 'readwrite', strictDurability),
          async (transaction): Promise<AppWriting> => {
            const operations = transaction.objectStore('operations')
            const batches = transaction.objectStore('parcels')
            const ids = batch.operations
            const present = (await Promise.all(ids.map((id) => operations.get(id)))).filter(isDefined)
            const packed = (await batches.getAll()).filter((each) =>
              each.operations.some((id) => ids.includes(id)),
            )
            if (present.length < ids.length || packed.length > 0) {
              const gone = ids.filter((id) => present.every((each) => each.id !== id))
              return { ...NO_CHANGES, put: present, gone, batches: packed }
            }
            const put = present.map((each) => {
              const rev = (each.rev ?? 0) + 1
              return { ...each, lane: batch.lane, state: 'sent' as const, rev }
            })
            await Promise.all([...put.map((each) => operations.put(each)), batches.put(batch)])
            return { ...NO_CHANGES, put, batches: [batch] }
          },
        ),
      ),
    document: (lane, known) =>
      attempt(async (database) => {
        const present =
          known?.lane === lane && (await database.getKeyFromIndex('documents', 'at', known.at)) === lane
        return present ? known : database.get('documents', lane)
      }),
    refillFrom: (known) => {
      held = known
    },
  }
}

// Does the batch contain an operation that is to be deleted without it?
const isPackedIn = ({ key, operations }: AppBatch, { gone, batchesGone }: AppWriting): boolean =>
  !batchesGone.includes(key) && operations.some((id) => gone.includes(id))

// The write as stored: itself, or a correction if parts were superseded.
const corrected = (
  writing: AppWriting,
  put: readonly AppOperation[],
  batches: readonly AppBatch[],
): AppWriting => {
  const isUnchanged = put.length === writing.put.length && put.every((each, at) => each === writing.put[at])
  if (isUnchanged && batches.length === writing.batches.length) return writing
  const ids = new Set(put.map(({ id }) => id))
  const keys = new Set(batches.map(({ key }) => key))
  return {
    ...writing,
    put,
    gone: [...writing.gone, ...writing.put.flatMap(({ id }) => (ids.has(id) ? [] : [id]))],
    batches,
    batchesGone: [
      ...writing.batchesGone,
      ...writing.batches.flatMap(({ key }) => (keys.has(key) ? [] : [key])),
    ],
  }
}

const isDefined = <Value>(value: Value | undefined): value is Value => value !== undefined
