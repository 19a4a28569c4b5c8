// What is to be written, in its order. What cannot be written now is kept and tried again: until then nothing new is packed, so that
// what goes out never runs ahead of what stands on the disk by more than its own word.
import type { KeptDocument } from './intent.ts'
import type { AppWriting, OutboxStorage } from './storage.ts'

export interface Disk {
  /** Writes behind all that was given before; calls back after the first attempt with whether it is on the disk. */
  readonly write: (
    writing: AppWriting,
    documents: readonly KeptDocument[],
    tried: (written: boolean) => void,
  ) => void
  /** Tries what is left; is everything on the disk? */
  readonly flush: () => Promise<boolean>
}

interface Entry {
  readonly writing: AppWriting
  readonly documents: readonly KeptDocument[]
  readonly tried: (written: boolean) => void
}

// A disk that was full is tried again after so many milliseconds.
const LATER = 5000

/** Writes go to `storage`; `after` runs something in so many milliseconds. */
export function createDisk(storage: OutboxStorage, after: (run: () => void, ms: number) => () => void): Disk {
  const entries: Entry[] = []
  let flushing: Promise<boolean> | undefined
  let waits = false

  const drain = async (): Promise<boolean> => {
    for (let [first] = entries; first; [first] = entries) {
      try {
        await storage.write(first.writing, first.documents)
      } catch {
        for (const { tried } of entries) tried(false)
        tryLater()
        return false
      }
      entries.shift()
      first.tried(true)
    }
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
  const flush = () =>
    (flushing ??= drain().finally(() => {
      flushing = undefined
    }))

  return {
    write: (writing, documents, tried) => {
      entries.push({ writing, documents, tried })
      void flush()
    },
    flush,
  }
}
