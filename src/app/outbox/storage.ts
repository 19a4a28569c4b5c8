// Stores the outbox in the browser's database. Every promise resolves after its transaction, with strict
// durability.
import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb'
import { type Attempt, createDatabase, runAtomically, strictDurability } from '#app/state/database.ts'
import {
  type LaneNames,
  packedIn,
  packedWriting,
  storedWriting,
  type Writing,
  withRestored,
} from '#core/outbox/index.ts'
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

// The outbox's state in this page.
interface OutboxSnapshot {
  readonly operations: readonly AppOperation[]
  readonly batches: readonly AppBatch[]
}

// Maximum number of stored documents. The oldest are deleted, except those with pending operations.
const maxDocuments = 300

/** The storage of this browser. A lost connection is reopened at the next use. */
export function createStorage(name = 'trimline-outbox', patience?: number): OutboxStorage {
  let held = (): OutboxSnapshot => ({ operations: [], batches: [] })
  const attempt = createDatabase<Schema>(name, (database) => createStores(database, held()), patience)
  return {
    read: () => attempt(readAll),
    append: (operation, documents) => append(attempt, operation, documents),
    operation: (id) => attempt((database) => database.get('operations', id)),
    write: (writing, documents) => attempt((database) => write(database, writing, documents)),
    storeBatch: (batch) => attempt((database) => storeBatch(database, batch)),
    document: (lane, known) => attempt((database) => readDocument(database, lane, known)),
    refillFrom: (known) => {
      held = known
    },
  }
}

type Database = IDBPDatabase<Schema>
type Transaction = IDBPTransaction<Schema, StoreNames<Schema>[], 'readwrite'>

function createStores(database: Database, before: OutboxSnapshot): void {
  const operations = database.createObjectStore('operations', { keyPath: 'id' })
  operations.createIndex('seq', 'seq')
  const batches = database.createObjectStore('parcels', { keyPath: 'key' })
  database.createObjectStore('documents', { keyPath: 'lane' }).createIndex('at', 'at')
  for (const each of before.operations) void operations.put(each)
  for (const each of before.batches) void batches.put(each)
}

const inTransaction = <Value>(
  database: Database,
  stores: StoreNames<Schema>[],
  work: (transaction: Transaction) => Promise<Value>,
): Promise<Value> => runAtomically(database.transaction(stores, 'readwrite', strictDurability), work)

async function readAll(database: Database): ReturnType<OutboxStorage['read']> {
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
}

async function append(
  attempt: Attempt<Schema>,
  operation: Omit<AppOperation, 'seq'>,
  documents: readonly CachedDocument[],
): ReturnType<OutboxStorage['append']> {
  let attempts = 0
  try {
    return succeed(
      await attempt((database) => {
        attempts += 1
        return appendLast(database, operation, documents)
      }),
    )
  } catch {
    // The database could not be opened, so no transaction began.
    if (attempts === 0) return fail('notSaved')
    // A failed transaction may still be stored if the connection was lost.
    if (attempts === 1) return fail('notSure')
  }
  try {
    const stored = await attempt((database) => database.get('operations', operation.id))
    return stored ? succeed(stored) : fail('notSaved')
  } catch {
    return fail('notSure')
  }
}

const appendLast = (
  database: Database,
  operation: Omit<AppOperation, 'seq'>,
  documents: readonly CachedDocument[],
): Promise<AppOperation> =>
  inTransaction(database, ['operations', 'documents'], async (transaction) => {
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
  })

const write = (
  database: Database,
  writing: AppWriting,
  documents: readonly CachedDocument[],
): Promise<AppWriting> =>
  inTransaction(database, ['operations', 'parcels', 'documents'], async (transaction) => {
    const stored = await applyWriting(transaction, writing, documents)
    if (documents.length > 0) await deleteOldDocuments(transaction)
    return stored
  })

async function applyWriting(
  transaction: Transaction,
  writing: AppWriting,
  documents: readonly CachedDocument[],
): Promise<AppWriting> {
  const { put, gone, batches, batchesGone } = writing
  const operations = transaction.objectStore('operations')
  const batchStore = transaction.objectStore('parcels')
  const documentStore = transaction.objectStore('documents')
  const before = await Promise.all(
    put.map(async ({ id, was = id }) => (await operations.get(id)) ?? (await operations.get(was))),
  )
  const keys = await Promise.all(batches.map(({ key }) => batchStore.getKey(key)))
  const stored = storedWriting(writing, before, new Set(keys))
  const packed = gone.length === 0 ? [] : packedIn(await batchStore.getAll(), writing)
  const restoredIds = packed.flatMap((each) => each.operations.filter((id) => gone.includes(id)))
  await Promise.all([
    // Async, so that a value that cannot be stored fails only this write.
    ...gone.filter((id) => !restoredIds.includes(id)).map(async (id) => operations.delete(id)),
    ...stored.put.map(async (each) => operations.put(each)),
    ...batchesGone.map(async (key) => batchStore.delete(key)),
    ...stored.batches.map(async (each) => batchStore.put(each)),
    ...documents.map(async (each) => documentStore.put(each)),
  ])
  const restored = await Promise.all(restoredIds.map((id) => operations.get(id)))
  return withRestored(stored, restored.filter(isDefined), packed)
}

// Deletes the oldest documents above the maximum, except those with pending operations.
async function deleteOldDocuments(transaction: Transaction): Promise<void> {
  const documents = transaction.objectStore('documents')
  let excess = (await documents.count()) - maxDocuments
  if (excess <= 0) return
  const operations = await transaction.objectStore('operations').getAll()
  const pendingLanes = new Set(operations.map(({ lane }) => lane))
  let cursor = await documents.index('at').openCursor()
  for (; cursor && excess > 0; cursor = await cursor.continue()) {
    if (pendingLanes.has(cursor.value.lane)) continue
    await cursor.delete()
    excess -= 1
  }
}

const storeBatch = (database: Database, batch: AppBatch): Promise<AppWriting> =>
  inTransaction(database, ['operations', 'parcels'], async (transaction) => {
    const operations = transaction.objectStore('operations')
    const batches = transaction.objectStore('parcels')
    const ids = batch.operations
    const present = (await Promise.all(ids.map((id) => operations.get(id)))).filter(isDefined)
    const writing = packedWriting(batch, present, await batches.getAll())
    if (!writing.batches.includes(batch)) return writing
    await Promise.all([...writing.put.map((each) => operations.put(each)), batches.put(batch)])
    return writing
  })

async function readDocument(
  database: Database,
  lane: string,
  known: CachedDocument | undefined,
): Promise<CachedDocument | undefined> {
  const isCurrent =
    known?.lane === lane && (await database.getKeyFromIndex('documents', 'at', known.at)) === lane
  return isCurrent ? known : database.get('documents', lane)
}

const isDefined = <Value>(value: Value | undefined): value is Value => value !== undefined
