import type { SignedIn } from './ports.ts'

/** Access tokens that ended at log-out: until they expire, they are refused by this list. */
export interface EndedTokens {
  readonly has: (tokenId: string) => boolean
  readonly end: (user: SignedIn) => Promise<void>
  /** Reads what other servers have ended. */
  readonly refresh: () => Promise<void>
  /** Calls `listener` with the id of each token that ends from now on. */
  readonly follow: (listener: (tokenId: string) => void) => void
}

export interface EndedTokenStore {
  readonly read: () => Promise<readonly string[]>
  readonly write: (id: string, endsAt: number, grantId: string | undefined) => Promise<void>
}

/** Keeps the list in memory: asking it costs no query. */
export function createEndedTokens(store: EndedTokenStore): EndedTokens {
  let ended: ReadonlySet<string> = new Set()
  // What this server ends while it reads.
  let meanwhile: readonly string[] = []
  const listeners: ((tokenId: string) => void)[] = []
  const tell = (id: string) => {
    for (const listener of listeners) listener(id)
  }
  return {
    has: (id) => ended.has(id),
    end: async ({ tokenId, tokenEnds, grantId }) => {
      meanwhile = [...meanwhile, tokenId]
      ended = new Set([...ended, tokenId])
      tell(tokenId)
      await store.write(tokenId, tokenEnds, grantId)
    },
    refresh: async () => {
      meanwhile = []
      const read = await store.read()
      const before = ended
      ended = new Set([...read, ...meanwhile])
      for (const id of ended) if (!before.has(id)) tell(id)
    },
    follow: (listener) => void listeners.push(listener),
  }
}
