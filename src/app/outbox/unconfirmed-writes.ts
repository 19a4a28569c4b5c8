// Operations whose `append` is unconfirmed: the storage failed during the write and cannot be read.
import type { AppOperation } from './intent.ts'
import type { OutboxStorage } from './storage.ts'

export interface UnconfirmedWrites {
  /** Adds an unconfirmed operation; `found` is called if it turns out to be stored. */
  readonly add: (id: string, found: (() => void) | undefined) => void
  /** Looks up all of them in the storage; false while it does not answer. */
  readonly check: () => Promise<boolean>
}

// Delay before the storage is read again, in milliseconds.
const retryDelayMs = 5000

/** `stored` receives an operation that is stored. `hasLeft`: it was read, sent and confirmed meanwhile. */
export function createUnconfirmedWrites(
  storage: Pick<OutboxStorage, 'operation'>,
  after: (run: () => void, ms: number) => () => void,
  stored: (operation: AppOperation) => void,
  hasLeft: (id: string) => boolean,
): UnconfirmedWrites {
  const unconfirmed = new Map<string, (() => void) | undefined>()
  const look = async (): Promise<boolean> => {
    for (const [id, found] of [...unconfirmed]) {
      try {
        const operation = await storage.operation(id)
        if (!unconfirmed.delete(id)) continue
        if (operation) stored(operation)
        if (operation || hasLeft(id)) found?.()
      } catch {
        return false
      }
    }
    return true
  }
  const scheduleLook = () =>
    void after(() => void look().then((isComplete) => isComplete || scheduleLook()), retryDelayMs)
  return {
    add: (id, found) => {
      if (unconfirmed.set(id, found).size === 1) scheduleLook()
    },
    check: look,
  }
}
