// Stores the unfinished work of each page by person in IndexedDB: queued and running scans, and the open
// document. After a crash, or when the browser was closed, the same person can continue.
import type { DBSchema } from 'idb'
import { atom } from 'jotai'
import * as v from 'valibot'
import { createDatabase, strictDurability } from '#app/state/database.ts'
import { delay } from '#app/state/delay.ts'
import { placeAtom, placeSchema } from '#app/state/place.ts'
import { store } from '#app/state/store.ts'
import { readStored, writeStored } from '#app/state/stored.ts'
import type { QueuedScan, ScanQueue } from '#core/scan/queue.ts'

const openDocument = v.object({
  address: v.string(),
  /** 'Issuance 10000123' */
  name: v.string(),
  done: v.number(),
  total: v.number(),
  /** The current line. */
  barcode: v.nullable(v.string()),
})
// An open document with its progress.
type OpenDocument = v.InferOutput<typeof openDocument>

const storedWork = v.object({
  user: v.string(),
  page: v.string(),
  /** Milliseconds since 1970. */
  at: v.number(),
  place: v.nullable(placeSchema),
  address: v.string(),
  scans: v.exactOptional(v.object({ queue: v.unknown(), n: v.number() })),
  document: v.exactOptional(openDocument),
})
type StoredWork = v.InferOutput<typeof storedWork>

/** The stored work of a closed page. */
export interface UnfinishedWork extends Pick<StoredWork, 'page' | 'at' | 'place' | 'address'> {
  /** The queue with the waiting scans. */
  readonly queue: unknown
  /** The number of scans that were queued or running. */
  readonly n: number
  readonly document: OpenDocument | undefined
  /** The page belonged to this tab and was left by navigation, not lost. */
  readonly sameTab: boolean
}

interface Schema extends DBSchema {
  readonly scans: { key: [string, string]; value: StoredWork }
  readonly documents: { key: [string, string]; value: StoredWork }
}
type Part = 'scans' | 'documents'

const keyPath = ['user', 'page']
const runInDatabase = createDatabase<Schema>('trimline-work', (database) => {
  database.createObjectStore('scans', { keyPath })
  database.createObjectStore('documents', { keyPath })
})

// An open page holds a lock with its name. The browser releases the lock, however the page ends.
const page = crypto.randomUUID()
const lockOf = (name: string) => `trimline.page.${name}`
// Locks exist in secure contexts only. Without them no page counts as closed.
const lockManager = () => (navigator as Partial<Pick<Navigator, 'locks'>>).locks
const previousPage = readStored('page', v.string(), 'tab')

let owner: string | undefined

/** Sets the owner of everything that this page stores from now on. */
export function setWorkOwner(userName: string): void {
  if (owner === undefined) {
    writeStored('page', page, 'tab')
    void holdPageLock(page)
  }
  owner = userName
}

// Takes the lock of a page's name until this page ends; false if another page holds it for `timeoutMs`.
const holdPageLock = async (name: string, timeoutMs?: number): Promise<boolean> => {
  const locks = lockManager()
  if (!locks) return false
  const options = timeoutMs === undefined ? { ifAvailable: true } : { signal: AbortSignal.timeout(timeoutMs) }
  const neverResolves = new Promise<never>(() => undefined)
  return new Promise((resolve) => {
    const taken = locks.request(lockOf(name), options, (lock) => {
      resolve(lock !== null)
      return lock === null ? undefined : neverResolves
    })
    taken.catch(() => resolve(false))
  })
}

// Delay before a write, in milliseconds: a scan that ends within it is not stored. Each write delays those of
// the outbox.
const scanWriteDelayMs = 100
// Delay before the progress of a document is stored, in milliseconds.
const progressWriteDelayMs = 500

// Creates a writer that stores the latest value of a part, one write at a time.
const createWriter = (part: Part, delayMs: number) => {
  const latestByUser = new Map<string, StoredWork | undefined>()
  let writing: Promise<void> | undefined
  let isStored = true
  // Users with a stored record of this page.
  const storedUsers = new Set<string>()
  let flushNow = () => {}
  const drain = async () => {
    await Promise.race([
      delay(delayMs),
      new Promise<void>((resolve) => {
        flushNow = resolve
      }),
    ])
    for (const [user, work] of latestByUser) {
      latestByUser.delete(user)
      if (!work && !storedUsers.has(user)) continue
      try {
        storedUsers.add(user)
        await runInDatabase(async (database) => {
          const transaction = database.transaction(part, 'readwrite', strictDurability)
          const { store: objectStore } = transaction
          const written = work ? objectStore.put(work) : objectStore.delete([user, page])
          transaction.commit()
          await Promise.all([written, transaction.done])
        })
        if (!work) storedUsers.delete(user)
        isStored = true
      } catch {
        isStored = false
      }
    }
    writing = undefined
  }
  return {
    put: (work: Pick<StoredWork, 'address' | 'scans' | 'document'> | undefined, canWait: boolean) => {
      if (owner === undefined) return
      const record = work && { user: owner, page, at: Date.now(), place: store.get(placeAtom), ...work }
      latestByUser.set(owner, record)
      writing ??= drain()
      if (!canWait) flushNow()
    },
    /** Flushes pending writes. Resolves with whether the latest value is stored. */
    settled: async () => {
      flushNow()
      await writing
      return isStored
    },
  }
}
const scans = createWriter('scans', scanWriteDelayMs)
const documents = createWriter('documents', progressWriteDelayMs)

const isUnfinished = ({ state }: QueuedScan) => state !== 'failed'

/** Stores this page's queued and running scans, replacing earlier ones; undefined if there are none. */
export function storeQueuedScans(queue: ScanQueue | undefined): void {
  const first = queue?.items.find(isUnfinished)?.address
  const work = queue && {
    address: first ?? window.location.pathname,
    scans: { queue, n: queue.items.filter(isUnfinished).length },
  }
  // A single running scan is about to end, so its write may wait. Scans that wait are written immediately.
  scans.put(work, !queue || (queue.items.length === 1 && queue.heldBy === undefined))
}

/** Flushes pending writes. Resolves with whether the waiting scans are stored. */
export function areScansStored(): Promise<boolean> {
  return scans.settled()
}

/** Stores which document is open on this page; undefined if it was closed. */
export function storeUnfinishedDocument(document: OpenDocument | undefined): void {
  documents.put(document && { address: document.address, document }, true)
}

const readAll = async (part: Part): Promise<readonly StoredWork[]> => {
  const found: readonly unknown[] = await runInDatabase((database) => database.getAll(part)).catch(() => [])
  return found.flatMap((each) => {
    const read = v.safeParse(storedWork, each)
    return read.success ? [read.output] : []
  })
}

/** Reads the stored work of this person's closed pages, newest first, and counts other users' scans here. */
export async function readUnfinishedWork(user: string): Promise<{
  readonly own: readonly UnfinishedWork[]
  readonly others: Readonly<Record<string, number>>
}> {
  const [queues, open] = await Promise.all([readAll('scans'), readAll('documents')])
  const own = queues.concat(open).filter((each) => each.user === user)
  const pages = new Map<string, UnfinishedWork>()
  for (const { page: name, at, place, address, scans: waiting, document } of own) {
    const before = pages.get(name)
    pages.set(name, {
      page: name,
      at: Math.max(at, before?.at ?? 0),
      place,
      // The address where the scans were made, otherwise the document's own.
      address: before?.address ?? address,
      queue: waiting?.queue ?? before?.queue,
      n: waiting?.n ?? before?.n ?? 0,
      document: document ?? before?.document,
      sameTab: name === previousPage,
    })
  }
  const others: Record<string, number> = {}
  for (const { user: other, scans: waiting } of queues) {
    if (other !== user) others[other] = (others[other] ?? 0) + (waiting?.n ?? 0)
  }
  return { own: [...pages.values()].toSorted((one, other) => other.at - one.at), others }
}

/**
 * Claims the stored work of a closed page for this page. False if the page is open or another page claimed
 * it. Waits up to `timeoutMs` for a closing page.
 */
export function claimPageWork(name: string, timeoutMs?: number): Promise<boolean> {
  return name === page ? Promise.resolve(true) : holdPageLock(name, timeoutMs)
}

/** Returns a predicate: is this page open, or its work claimed by an open page? */
export async function findOpenPages(): Promise<(name: string) => boolean> {
  const { held = [] } = (await lockManager()?.query()) ?? {}
  const openLocks = new Set(held.map(({ name }) => name))
  return (name) => name !== page && (lockManager() === undefined || openLocks.has(lockOf(name)))
}

/** Deletes the stored work of a page, after it was continued or discarded. */
export async function deletePageWork(user: string, name: string): Promise<void> {
  if (name === page) return
  await runInDatabase((database) =>
    Promise.all([database.delete('scans', [user, name]), database.delete('documents', [user, name])]),
  ).catch(() => undefined)
}

/** A person's work to continue, and the number of waiting scans of other users. */
export interface PersonsUnfinishedWork extends Awaited<ReturnType<typeof readUnfinishedWork>> {
  readonly user: string
}

/** This person's work at other addresses, to be offered; undefined until it is loaded. */
export const unfinishedWorkAtom = atom<PersonsUnfinishedWork>()

/** The line that the next opened document selects. */
export const lineToShowAtom = atom<{ readonly address: string; readonly barcode: string }>()
