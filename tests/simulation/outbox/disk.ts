/* oxlint-disable no-underscore-dangle, typescript/unbound-method -- names of fake-indexeddb */
// The database of one browser: fake-indexeddb with faults. Each step is an event of the clock. The disk
// records the commits itself, independent of the pages.
import {
  IDBCursor,
  IDBCursorWithValue,
  IDBDatabase,
  IDBFactory,
  IDBIndex,
  IDBKeyRange,
  IDBObjectStore,
  IDBOpenDBRequest,
  IDBRequest,
  IDBTransaction,
  IDBVersionChangeEvent,
} from 'fake-indexeddb'
import type { AppBatch, AppOperation, CachedDocument } from '#app/outbox/intent.ts'
import { replace } from './browser-globals.ts'
import type { Clock, Owner } from './clock.ts'
import type { Random } from './random.ts'

// The internals of fake-indexeddb that the simulation uses.
interface Transaction {
  _start: () => void
  _abort: (name: string) => void
  _markFinished: () => void
  _state: 'active' | 'inactive' | 'committing' | 'finished'
  readonly _requests: { readonly request: { readonly readyState: string }; operation: () => unknown }[]
  readonly db: object
  readonly mode: string
  readonly durability: string
  readonly error: unknown
  readonly dispatchEvent: (event: unknown) => void
}
interface RawDatabase {
  readonly transactions: Transaction[]
  readonly processTransactions: () => void
}
interface Connection {
  readonly _rawDatabase: RawDatabase
  _closePending: boolean
  readonly close: () => void
  readonly dispatchEvent: (event: unknown) => void
}
interface Change {
  readonly store: string
  readonly key: string
  readonly value: unknown
}

/** A page, and the browser's disk. */
export interface OnDisk extends Owner {
  readonly disk: Disk
  /** Marks the end of this transaction as irrelevant for the page. */
  readonly ignoreEnd: (transaction: IDBTransaction) => void
}

interface Meta {
  readonly disk: Disk
  readonly owner: OnDisk
}

const metas = new WeakMap<object, Meta>()
const changes = new WeakMap<object, Change[]>()

/** The committed contents of a disk. */
export interface Durable {
  readonly operations: Map<string, AppOperation>
  readonly parcels: Map<string, AppBatch>
  readonly documents: Map<string, CachedDocument>
}

export class Disk {
  readonly durable: Durable = { operations: new Map(), parcels: new Map(), documents: new Map() }
  /** Called after each commit that changes operations, before any page learns of it. */
  onCommit: (durability: string) => void = () => undefined
  /** There is no space: put fails, or the commit does. */
  full: 'no' | 'put' | 'commit' = 'no'
  /** The database cannot be opened. */
  openFailure: 'no' | 'fails' | 'hangs' = 'no'
  /** The next commit succeeds, but the page gets an error. */
  losesNextResult = false
  /** A step takes at most this time, in milliseconds. `normalSlowness`: without faults. */
  slowness: number
  readonly normalSlowness: number
  readonly #clock: Clock
  readonly #random: Random
  readonly #factory = new IDBFactory()
  #freeAt = 0

  constructor(clock: Clock, random: Random) {
    this.#clock = clock
    this.#random = random
    this.normalSlowness = random.of([0.5, 1, 3]) ?? 1
    this.slowness = this.normalSlowness
  }

  /** Queues a step of the database. */
  step(run: () => void, owner: Owner | undefined): void {
    const clock = this.#clock
    this.#freeAt = Math.max(clock.now, this.#freeAt) + 0.05 + this.#random.next() * this.slowness
    clock.in(this.#freeAt - clock.now, undefined, () => {
      clock.current = owner
      run()
    })
  }

  /**
   * Like `indexedDB.open`, for a page. Results arrive as separate steps, never during another page's event.
   */
  open(owner: OnDisk, name: string, version: number): IDBOpenDBRequest {
    const request = new IDBOpenDBRequest()
    const end = (type: 'success' | 'error', known: object) =>
      this.step(() => {
        if (owner.dead) return
        Object.assign(request, { readyState: 'done', ...known })
        request.dispatchEvent(new IDBVersionChangeEvent(type))
      }, owner)
    const fails = () => end('error', { error: new DOMException('Lost', 'UnknownError') })
    if (owner.dead || this.openFailure === 'hangs') return request
    if (this.openFailure === 'fails') {
      fails()
      return request
    }
    const opening = this.#factory.open(name, version)
    opening.addEventListener('upgradeneeded', ({ newVersion, oldVersion }) => {
      const { current } = this.#clock
      this.#clock.current = owner
      const { result, transaction } = opening
      metas.set(result, { disk: this, owner })
      if (transaction) ignoreEndOf(transaction, owner)
      Object.assign(request, { readyState: 'done', result, transaction })
      if (!owner.dead)
        request.dispatchEvent(new IDBVersionChangeEvent('upgradeneeded', { newVersion, oldVersion }))
      this.#clock.current = current
    })
    opening.addEventListener('success', () => {
      const { result } = opening
      metas.set(result, { disk: this, owner })
      end('success', { result, transaction: null })
    })
    opening.addEventListener('error', fails)
    return request
  }

  /** Aborts the uncommitted transactions of a page that is gone. */
  leave(owner: OnDisk): void {
    for (const connection of this.#connections()) {
      if (metas.get(connection)?.owner !== owner) continue
      abortAll(connection)
      connection._rawDatabase.processTransactions()
      connection.close()
    }
  }

  /** Closes all connections, as if the browser had closed the database. */
  lose(): void {
    for (const connection of this.#connections()) {
      const meta = metas.get(connection)
      if (!meta) continue
      // Each page is notified in a step of its own, so that the pages stay separate owners.
      this.step(() => {
        if (connection._closePending) return
        abortAll(connection)
        connection._rawDatabase.processTransactions()
        connection._closePending = true
        this.step(() => connection.dispatchEvent(new IDBVersionChangeEvent('close')), meta.owner)
      }, meta.owner)
    }
  }

  #connections(): readonly Connection[] {
    const { _databases } = this.#factory as unknown as {
      readonly _databases: ReadonlyMap<string, { readonly connections: readonly Connection[] }>
    }
    return [..._databases.values()].flatMap(({ connections }) => [...connections])
  }

  commit(transaction: Transaction): void {
    const committed = changes.get(transaction) ?? []
    for (const { store, key, value } of committed) {
      const map = (this.durable as unknown as Readonly<Record<string, Map<string, unknown>>>)[store]
      if (value === undefined) map?.delete(key)
      else map?.set(key, value)
    }
    if (committed.some(({ store }) => store === 'operations')) this.onCommit(transaction.durability)
  }
}

const abortAll = (connection: Connection) => {
  for (const transaction of [...connection._rawDatabase.transactions]) {
    if (transaction.db === connection && transaction._state !== 'finished') transaction._abort('AbortError')
  }
}

/** The database classes that the app reads from the globals. */
export const databaseClasses = {
  IDBCursor,
  IDBCursorWithValue,
  IDBDatabase,
  IDBFactory,
  IDBIndex,
  IDBKeyRange,
  IDBObjectStore,
  IDBOpenDBRequest,
  IDBRequest,
  IDBTransaction,
  IDBVersionChangeEvent,
}

/** Observes all databases until the returned function is called. */
export function watchDatabases(clock: Clock): () => void {
  const transactions = IDBTransaction.prototype as unknown as Transaction
  const start = transactions._start
  const { put, delete: remove } = IDBObjectStore.prototype
  const begin = IDBDatabase.prototype.transaction
  const restore = [
    replace(transactions, {
      _start(this: Transaction) {
        const meta = metas.get(this.db)
        if (!meta || this.mode === 'versionchange') {
          start.call(this)
          return
        }
        clock.current = meta.owner
        const { disk } = meta
        const isOver = this._requests.every(({ request }) => request.readyState === 'done')
        const commits = isOver && this._state !== 'finished' && changes.has(this)
        if (
          commits &&
          disk.full === 'commit' &&
          changes.get(this)?.some(({ value }) => value !== undefined)
        ) {
          this._abort('QuotaExceededError')
          return
        }
        if (commits && disk.losesNextResult) {
          disk.losesNextResult = false
          disk.commit(this)
          this._markFinished()
          Object.assign(this, { error: new DOMException('Lost', 'AbortError') })
          this.dispatchEvent(new IDBVersionChangeEvent('abort'))
          disk.lose()
          return
        }
        const before = this._state
        start.call(this)
        if (before !== 'finished' && this._state === 'finished' && !this.error) disk.commit(this)
      },
    }),
    replace(IDBObjectStore.prototype, {
      put(this: IDBObjectStore, value: unknown) {
        const request = put.call(this, value)
        noteChange(this, keyOf(value), structuredClone(value))
        return request
      },
      delete(this: IDBObjectStore, key: string) {
        const request = remove.call(this, key)
        noteChange(this, key, undefined)
        return request
      },
    }),
    replace(IDBDatabase.prototype, {
      transaction(this: IDBDatabase, ...given: Parameters<IDBDatabase['transaction']>) {
        if (metas.get(this)?.owner.dead) throw new DOMException('The page is gone', 'InvalidStateError')
        const created = begin.apply(this, given)
        ignoreEndOf(created, metas.get(this)?.owner)
        return created
      },
    }),
  ]
  return () => {
    for (const undo of restore) undo()
  }
}

// A page that is gone, or that retries, does not handle the end of a transaction. Ignore its rejection.
const ignoreEndOf = (transaction: IDBTransaction, owner: OnDisk | undefined) => owner?.ignoreEnd(transaction)

const noteChange = (store: IDBObjectStore, key: string, value: unknown) => {
  const transaction = store.transaction as unknown as Transaction
  const known = changes.get(transaction) ?? []
  known.push({ store: store.name, key, value })
  changes.set(transaction, known)
  const last = transaction._requests.at(-1)
  if (value === undefined || !last || metas.get(transaction.db)?.disk.full !== 'put') return
  last.operation = () => {
    throw new DOMException('There is no room', 'QuotaExceededError')
  }
}

const keyOf = (value: unknown): string => {
  const { id, key, lane } = value as { readonly id?: string; readonly key?: string; readonly lane?: string }
  return id ?? key ?? lane ?? ''
}
