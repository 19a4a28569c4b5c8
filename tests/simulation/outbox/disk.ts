/* oxlint-disable no-underscore-dangle, typescript/unbound-method -- the names are fake-indexeddb's own, and its methods are wrapped */
// The database of one browser: fake-indexeddb, each step of it an event of the clock, with what befalls
// disks. What is committed is known here, whatever the pages believe.
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
import type { AppOperation, AppParcel, KeptDocument } from '#app/outbox/intent.ts'
import { replace } from './browser-globals.ts'
import type { Clock, Owner } from './clock.ts'
import type { Random } from './random.ts'

// What of fake-indexeddb the simulation reaches into.
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

/** A page, and the browser's disk that it works on. */
export interface OnDisk extends Owner {
  readonly disk: Disk
  /** It does not matter to the page how this transaction ends. */
  readonly ignoreEnd: (transaction: IDBTransaction) => void
}

interface Meta {
  readonly disk: Disk
  readonly owner: OnDisk
}

const metas = new WeakMap<object, Meta>()
const changes = new WeakMap<object, Change[]>()

/** What stands on a disk for good. */
export interface Durable {
  readonly operations: Map<string, AppOperation>
  readonly parcels: Map<string, AppParcel>
  readonly documents: Map<string, KeptDocument>
}

export class Disk {
  readonly durable: Durable = { operations: new Map(), parcels: new Map(), documents: new Map() }
  /** Hears of each transaction that is committed with something about operations, before any page does. */
  onCommit: (durability: string) => void = () => undefined
  /** There is no room: put refuses, or the commit does. */
  full: 'no' | 'put' | 'commit' = 'no'
  /** The database cannot be opened. */
  away: 'no' | 'fails' | 'hangs' = 'no'
  /** The next commit stays, and nobody hears of it. */
  tears = false
  /** A step takes at most so many milliseconds; `usual`: while nothing is wrong. */
  slowness: number
  readonly usual: number
  readonly #clock: Clock
  readonly #random: Random
  readonly #factory = new IDBFactory()
  #free = 0

  constructor(clock: Clock, random: Random) {
    this.#clock = clock
    this.#random = random
    this.usual = random.of([0.5, 1, 3]) ?? 1
    this.slowness = this.usual
  }

  /** Runs a step of the database behind those before it. */
  step(run: () => void, owner: Owner | undefined): void {
    const clock = this.#clock
    this.#free = Math.max(clock.now, this.#free) + 0.05 + this.#random.next() * this.slowness
    clock.in(this.#free - clock.now, undefined, () => {
      clock.current = owner
      run()
    })
  }

  /**
   * As `indexedDB.open`, for a page: what comes of it comes by itself, not in the middle of another page's
   * turn.
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
    if (owner.dead || this.away === 'hangs') return request
    if (this.away === 'fails') {
      fails()
      return request
    }
    const opening = this.#factory.open(name, version)
    opening.addEventListener('upgradeneeded', ({ newVersion, oldVersion }) => {
      const { current } = this.#clock
      this.#clock.current = owner
      const { result, transaction } = opening
      metas.set(result, { disk: this, owner })
      if (transaction) whatever(transaction, owner)
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

  /** A page is gone: what it has not committed is not there. */
  leave(owner: OnDisk): void {
    for (const connection of this.#connections()) {
      if (metas.get(connection)?.owner !== owner) continue
      abortAll(connection)
      connection._rawDatabase.processTransactions()
      connection.close()
    }
  }

  /** All connections are lost: the browser has closed the database. */
  lose(): void {
    for (const connection of this.#connections()) {
      const meta = metas.get(connection)
      if (!meta) continue
      // Each page hears of it by itself: what one does then is not another one's doing.
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
    const made = changes.get(transaction) ?? []
    for (const { store, key, value } of made) {
      const map = (this.durable as unknown as Readonly<Record<string, Map<string, unknown>>>)[store]
      if (value === undefined) map?.delete(key)
      else map?.set(key, value)
    }
    if (made.some(({ store }) => store === 'operations')) this.onCommit(transaction.durability)
  }
}

const abortAll = (connection: Connection) => {
  for (const transaction of [...connection._rawDatabase.transactions]) {
    if (transaction.db === connection && transaction._state !== 'finished') transaction._abort('AbortError')
  }
}

/** The classes that the app looks for among the globals. */
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

/** Looks into what the databases do until the answered function is called. */
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
        if (commits && disk.tears) {
          disk.tears = false
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
        const made = begin.apply(this, given)
        whatever(made, metas.get(this)?.owner)
        return made
      },
    }),
  ]
  return () => {
    for (const undo of restore) undo()
  }
}

// A page that is gone, or asks again, looks at no end of a transaction: that is no failure of its own.
const whatever = (transaction: IDBTransaction, owner: OnDisk | undefined) => owner?.ignoreEnd(transaction)

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
