// The write queue of the outbox, in order. A failed write is kept and retried; until it succeeds no new call
// is packed, so that what is sent is always stored first.
import type { KeptDocument } from './intent.ts'
import type { AppWriting, OutboxStorage } from './storage.ts'

export interface Disk {
  /** Queues a write; calls back with what is stored then, or with undefined after each failed attempt. */
  readonly write: (
    writing: AppWriting,
    documents: readonly KeptDocument[],
    tried: (stored: AppWriting | undefined) => void,
  ) => void
  /** Retries what is left; returns whether everything is stored. */
  readonly flush: () => Promise<boolean>
}

interface Entry {
  readonly writing: AppWriting
  readonly documents: readonly KeptDocument[]
  readonly tried: (stored: AppWriting | undefined) => void
}

// Delay before a full disk is tried again, in milliseconds.
const LATER = 5000

/**
 * Writes go to `storage`; `after` runs something after some milliseconds. `hasLeft`: an operation that has
 * left the outbox while its write waited is not stored.
 */
export function createDisk(
  storage: OutboxStorage,
  after: (run: () => void, ms: number) => () => void,
  hasLeft: (id: string) => boolean,
): Disk {
  const entries: Entry[] = []
  let isDraining = false
  let draining = Promise.resolve(true)
  let waits = false

  // It ends in the turn in which nothing is left: what is queued later, even before its caller hears of it,
  // starts another one.
  const drain = async (): Promise<boolean> => {
    isDraining = true
    for (let [first] = entries; first; [first] = entries) {
      let stored: AppWriting
      try {
        const put = first.writing.put.filter(({ id }) => !hasLeft(id))
        const asked = put.length === first.writing.put.length ? first.writing : { ...first.writing, put }
        stored = await storage.write(asked, first.documents)
      } catch {
        for (const { tried } of entries) tried(undefined)
        tryLater()
        isDraining = false
        return false
      }
      entries.shift()
      first.tried(stored)
    }
    isDraining = false
    return true
  }
  const tryLater = () => {
    if (waits) return
    waits = true
    after(() => {
      waits = false
      void flush()
    }, LATER)
  }
  const flush = () => {
    if (!isDraining) draining = drain()
    return draining
  }

  return {
    write: (writing, documents, tried) => {
      entries.push({ writing, documents, tried })
      void flush()
    },
    flush,
  }
}
