// The ordered write queue of the outbox. A failed write stays queued and is retried; no call is packed until
// the queue is empty, so a call is always stored before it is sent.
import type { CachedDocument } from './intent.ts'
import type { AppWriting, OutboxStorage } from './storage.ts'

export interface WriteQueue {
  /** Queues a write. Calls back with the stored result, or with undefined after each failed attempt. */
  readonly write: (
    writing: AppWriting,
    documents: readonly CachedDocument[],
    tried: (stored: AppWriting | undefined) => void,
  ) => void
  /** Retries the queued writes; returns whether everything is stored. */
  readonly flush: () => Promise<boolean>
}

interface Entry {
  readonly writing: AppWriting
  readonly documents: readonly CachedDocument[]
  readonly tried: (stored: AppWriting | undefined) => void
}

// Delay before a failed write is retried, in milliseconds.
const retryDelayMs = 5000

/**
 * `after` is a timer in milliseconds. `hasLeft`: an operation that left the outbox while its write was queued
 * is not stored.
 */
export function createWriteQueue(
  storage: OutboxStorage,
  after: (run: () => void, ms: number) => () => void,
  hasLeft: (id: string) => boolean,
): WriteQueue {
  const entries: Entry[] = []
  let isDraining = false
  let draining = Promise.resolve(true)
  let isRetryScheduled = false

  // The loop ends in the same task in which the queue is empty: a later write starts a new loop.
  const drain = async (): Promise<boolean> => {
    isDraining = true
    for (let [first] = entries; first; [first] = entries) {
      let stored: AppWriting
      try {
        const put = first.writing.put.filter(({ id }) => !hasLeft(id))
        const remaining = put.length === first.writing.put.length ? first.writing : { ...first.writing, put }
        stored = await storage.write(remaining, first.documents)
      } catch {
        for (const { tried } of entries) tried(undefined)
        scheduleRetry()
        isDraining = false
        return false
      }
      entries.shift()
      first.tried(stored)
    }
    isDraining = false
    return true
  }
  const scheduleRetry = () => {
    if (isRetryScheduled) return
    isRetryScheduled = true
    after(() => {
      isRetryScheduled = false
      void flush()
    }, retryDelayMs)
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
