// The calls confirmed in the last two days and the last reported server state, in the browser's database.
// They show what a server restored from an older backup has lost.
import type { DBSchema, IDBPDatabase } from 'idb'
import { createDatabase } from '#app/state/database.ts'
import type { LedgerState } from '#core/wire/ledger-state.ts'
import type { AppOperation, Request } from '../intent.ts'

/** A call that the server has confirmed. */
export interface ConfirmedCall {
  /** Its idempotency key. */
  readonly key: string
  readonly user: string
  /** When it was confirmed, in milliseconds since 1970. */
  readonly at: number
  /** The confirmed operations of the call, in order. */
  readonly operations: readonly AppOperation[]
  readonly request: Request
  /** The results of the operations, by id. */
  readonly answer: unknown
  /** The lane, by the number in the answer. */
  readonly lane: string
  /** The server has lost it. */
  readonly lost?: true
}

/** What the server reported to a person. */
export interface ServerRecord {
  /** Server and user name. */
  readonly id: string
  readonly state: LedgerState
  /** When a restore was detected, in milliseconds since 1970. */
  readonly foundAt?: number
  /**
   * The time of the restored state, as the server reports it; '' if unknown. Left out: the person has
   * dismissed it.
   */
  readonly restoredTo?: string
}

interface Schema extends DBSchema {
  readonly calls: { key: string; value: ConfirmedCall; indexes: { at: number } }
  readonly told: { key: string; value: ServerRecord }
}

export interface ConfirmedStore {
  readonly add: (call: ConfirmedCall) => Promise<void>
  /** A person's calls, oldest first. */
  readonly calls: (user: string) => Promise<readonly ConfirmedCall[]>
  readonly markLost: (keys: readonly string[]) => Promise<void>
  readonly remove: (keys: readonly string[]) => Promise<void>
  readonly readRecord: (id: string) => Promise<ServerRecord | undefined>
  /** Updates the record in one transaction, because other pages change it too. */
  readonly updateRecord: (
    id: string,
    change: (told: ServerRecord | undefined) => ServerRecord,
  ) => Promise<void>
}

// Retention time of a confirmed call, in milliseconds.
const retentionMs = 2 * 24 * 60 * 60_000
// Maximum number of kept calls; the oldest are deleted.
const maxCalls = 2000

/** The store of this browser; `now` in milliseconds since 1970. */
export function createConfirmedStore(now: () => number, name = 'trimline-confirmed'): ConfirmedStore {
  const attempt = createDatabase<Schema>(name, (database) => {
    database.createObjectStore('calls', { keyPath: 'key' }).createIndex('at', 'at')
    database.createObjectStore('told', { keyPath: 'id' })
  })
  return {
    add: (call) =>
      attempt(async (database) => {
        await database.put('calls', call)
        await removeOld(database, now() - retentionMs)
      }),
    calls: (user) =>
      attempt(async (database) => {
        const all = await database.getAllFromIndex('calls', 'at')
        return all.filter((call) => call.user === user && (call.lost || now() - call.at < retentionMs))
      }),
    markLost: (keys) =>
      attempt(async (database) => {
        const transaction = database.transaction('calls', 'readwrite')
        const calls = await Promise.all(keys.map((key) => transaction.store.get(key)))
        await Promise.all(
          calls.flatMap((call) => (call ? transaction.store.put({ ...call, lost: true }) : [])),
        )
        await transaction.done
      }),
    remove: (keys) =>
      attempt(async (database) => {
        const transaction = database.transaction('calls', 'readwrite')
        await Promise.all(keys.map((key) => transaction.store.delete(key)))
        await transaction.done
      }),
    readRecord: (id) => attempt((database) => database.get('told', id)),
    updateRecord: (id, change) =>
      attempt(async (database) => {
        const transaction = database.transaction('told', 'readwrite')
        await transaction.store.put(change(await transaction.store.get(id)))
        await transaction.done
      }),
  }
}

// Lost calls stay until a person has decided.
async function removeOld(database: IDBPDatabase<Schema>, before: number): Promise<void> {
  const transaction = database.transaction('calls', 'readwrite')
  let excess = (await transaction.store.count()) - maxCalls
  let cursor = await transaction.store.index('at').openCursor()
  for (; cursor && (excess > 0 || cursor.value.at < before); cursor = await cursor.continue()) {
    if (cursor.value.lost) continue
    await cursor.delete()
    excess -= 1
  }
  await transaction.done
}
