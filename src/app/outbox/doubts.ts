// The operations of this page that may be stored or not, since the storage failed in the middle and cannot be
// opened.
import type { AppOperation } from './intent.ts'
import type { OutboxStorage } from './storage.ts'

export interface Doubts {
  /** An operation is in doubt; `found` is called if it turns out to be stored. */
  readonly add: (id: string, found: (() => void) | undefined) => void
  /** Looks for all of them; false while the storage does not answer. */
  readonly look: () => Promise<boolean>
}

// Delay before storage that gave no answer is asked again, in milliseconds.
const ASK_AGAIN = 5000

/** `stored` takes up an operation that is stored; `hasLeft`: it was read, sent and confirmed meanwhile. */
export function createDoubts(
  storage: Pick<OutboxStorage, 'operation'>,
  after: (run: () => void, ms: number) => () => void,
  stored: (operation: AppOperation) => void,
  hasLeft: (id: string) => boolean,
): Doubts {
  const doubts = new Map<string, (() => void) | undefined>()
  const look = async (): Promise<boolean> => {
    for (const [id, found] of [...doubts]) {
      try {
        const operation = await storage.operation(id)
        if (!doubts.delete(id)) continue
        if (operation) stored(operation)
        if (operation || hasLeft(id)) found?.()
      } catch {
        return false
      }
    }
    return true
  }
  const lookLater = () => void after(() => void look().then((known) => known || lookLater()), ASK_AGAIN)
  return {
    add: (id, found) => {
      if (doubts.set(id, found).size === 1) lookLater()
    },
    look,
  }
}
