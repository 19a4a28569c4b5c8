// Where each person is at work on this device, in the browser's database: the scans of each page that wait or are under way, and the
// document that is open on it. A page that is killed, that crashes or goes with its browser leaves them behind for its own person.
import type { DBSchema } from 'idb'
import { atom } from 'jotai'
import * as v from 'valibot'
import { createDatabase, strict } from '#client/state/database.ts'
import { placeAtom, placeSchema } from '#client/state/place.ts'
import { store } from '#client/state/store.ts'
import { readStored, writeStored } from '#client/state/stored.ts'
import type { QueuedScan, ScanQueue } from '#scan/queue.ts'

const openDocument = v.object({
  address: v.string(),
  /** 'Issuance 10000123' */
  name: v.string(),
  done: v.number(),
  total: v.number(),
  /** The line that the person was at. */
  barcode: v.nullable(v.string()),
})
/** A document that is open, and how far it has come. */
export type OpenDocument = v.InferOutput<typeof openDocument>

const keptWork = v.object({
  user: v.string(),
  page: v.string(),
  /** Milliseconds since 1970. */
  at: v.number(),
  place: v.nullable(placeSchema),
  address: v.string(),
  scans: v.exactOptional(v.object({ queue: v.unknown(), n: v.number() })),
  document: v.exactOptional(openDocument),
})
type KeptWork = v.InferOutput<typeof keptWork>

/** What a page that is no more has left behind. */
export interface LeftWork extends Pick<KeptWork, 'page' | 'at' | 'place' | 'address'> {
  /** What waited, to be restored. */
  readonly queue: unknown
  /** How many scans of it wait, or were under way. */
  readonly n: number
  readonly document: OpenDocument | undefined
  /** It was a page of this tab: it was left for another address, not lost. */
  readonly sameTab: boolean
}

interface Schema extends DBSchema {
  readonly scans: { key: [string, string]; value: KeptWork }
  readonly documents: { key: [string, string]; value: KeptWork }
}
type Part = 'scans' | 'documents'

const keyPath = ['user', 'page']
const run = createDatabase<Schema>('trimline-work', (database) => {
  database.createObjectStore('scans', { keyPath })
  database.createObjectStore('documents', { keyPath })
})

// A page that lives holds the lock of its name; the browser lets go of it however the page ends.
const page = crypto.randomUUID()
const lockOf = (name: string) => `trimline.page.${name}`
// Browsers have them in secure contexts only; without them no page is taken for dead.
const locksHere = () => (navigator as Partial<Pick<Navigator, 'locks'>>).locks
const pageBefore = readStored('page', v.string(), 'tab')

let owner: string | undefined

/** From now on what this page keeps is this person's. */
export function workFor(userName: string): void {
  if (owner === undefined) {
    writeStored('page', page, 'tab')
    void hold(page)
  }
  owner = userName
}

// Holds a page's name for as long as this page lives; false where another one has it. `patience` in milliseconds.
const hold = async (name: string, patience?: number): Promise<boolean> => {
  const locks = locksHere()
  if (!locks) return false
  const options = patience === undefined ? { ifAvailable: true } : { signal: AbortSignal.timeout(patience) }
  const forever = new Promise<never>(() => undefined)
  return new Promise((resolve) => {
    const taken = locks.request(lockOf(name), options, (lock) => {
      resolve(lock !== null)
      return lock === null ? undefined : forever
    })
    taken.catch(() => resolve(false))
  })
}

// The latest of a part goes onto the disk, one writing at a time.
const createWriter = (part: Part) => {
  const latest = new Map<string, KeptWork | undefined>()
  let writing: Promise<void> | undefined
  let isKept = true
  const drain = async () => {
    for (const [user, work] of latest) {
      latest.delete(user)
      try {
        await run(async (database) => {
          const transaction = database.transaction(part, 'readwrite', strict)
          const { store: on } = transaction
          await Promise.all([work ? on.put(work) : on.delete([user, page]), transaction.done])
        })
        isKept = true
      } catch {
        // Nobody is told that it is kept.
        isKept = false
      }
    }
    writing = undefined
  }
  return {
    put: (work: Pick<KeptWork, 'address' | 'scans' | 'document'> | undefined) => {
      if (owner === undefined) return
      const kept = work && { user: owner, page, at: Date.now(), place: store.get(placeAtom), ...work }
      latest.set(owner, kept)
      writing ??= drain()
    },
    /** Once all is written, or could not be; is the latest on the disk? */
    settled: async () => {
      await writing
      return isKept
    },
  }
}
const scans = createWriter('scans')
const documents = createWriter('documents')

const isWaiting = ({ state }: QueuedScan) => state !== 'failed'

/** Keeps the scans of this page that wait or are under way, in place of those before; undefined: there are none. */
export function keepScans(queue: ScanQueue | undefined): void {
  const first = queue?.items.find(isWaiting)?.address
  return scans.put(
    queue && {
      address: first ?? window.location.pathname,
      scans: { queue, n: queue.items.filter(isWaiting).length },
    },
  )
}

/** Once what waits is written: does it stand on the disk? */
export function areScansKept(): Promise<boolean> {
  return scans.settled()
}

/** Keeps which document is open on this page; undefined: it was left. */
export function keepDocument(document: OpenDocument | undefined): void {
  return documents.put(document && { address: document.address, document })
}

const readAll = async (part: Part): Promise<readonly KeptWork[]> => {
  const found: readonly unknown[] = await run((database) => database.getAll(part)).catch(() => [])
  return found.flatMap((each) => {
    const read = v.safeParse(keptWork, each)
    return read.success ? [read.output] : []
  })
}

/** What this person has left behind on other pages, the newest first, and how many scans of others wait on this device. */
export async function findLeft(user: string): Promise<{
  readonly own: readonly LeftWork[]
  readonly others: Readonly<Record<string, number>>
}> {
  const [queues, open] = await Promise.all([readAll('scans'), readAll('documents')])
  const own = queues.concat(open).filter((each) => each.user === user)
  const pages = new Map<string, LeftWork>()
  for (const { page: name, at, place, address, scans: waiting, document } of own) {
    const before = pages.get(name)
    pages.set(name, {
      page: name,
      at: Math.max(at, before?.at ?? 0),
      place,
      // Where the scans were made; the document's own address otherwise.
      address: before?.address ?? address,
      queue: waiting?.queue ?? before?.queue,
      n: waiting?.n ?? before?.n ?? 0,
      document: document ?? before?.document,
      sameTab: name === pageBefore,
    })
  }
  const others: Record<string, number> = {}
  for (const { user: other, scans: waiting } of queues) {
    if (other !== user) others[other] = (others[other] ?? 0) + (waiting?.n ?? 0)
  }
  return { own: [...pages.values()].toSorted((one, other) => other.at - one.at), others }
}

/**
 * Takes over what a page has left behind, so that no other page does; false where it lives, or another one was first. One that goes
 * this moment is waited for, so many milliseconds.
 */
export function takeOver(name: string, patience?: number): Promise<boolean> {
  return name === page ? Promise.resolve(true) : hold(name, patience)
}

/** Is this page, or whoever has taken it over, alive? */
export async function livingPages(): Promise<(name: string) => boolean> {
  const { held = [] } = (await locksHere()?.query()) ?? {}
  const alive = new Set(held.map(({ name }) => name))
  return (name) => name !== page && (locksHere() === undefined || alive.has(lockOf(name)))
}

/** What a page has left behind is taken up, or given up. */
export async function forgetLeft(user: string, name: string): Promise<void> {
  if (name === page) return
  await run((database) =>
    Promise.all([database.delete('scans', [user, name]), database.delete('documents', [user, name])]),
  ).catch(() => undefined)
}

/** What a person has left behind, and what others have waiting here. */
export interface LeftOfPerson extends Awaited<ReturnType<typeof findLeft>> {
  readonly user: string
}

/** What this person has left behind elsewhere than here, to be asked about; undefined until it is known. */
export const leftWorkAtom = atom<LeftOfPerson>()

/** The line that an open document is to show, once. */
export const lineToShowAtom = atom<{ readonly address: string; readonly barcode: string }>()
