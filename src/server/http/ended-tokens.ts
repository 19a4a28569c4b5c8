import type { SignedIn } from './ports.ts'

/** A sign-in that ended before its tokens expire. */
export interface Ending {
  /** A token, the sign-in that its tokens come from, or a person. */
  readonly of: 'token' | 'grant' | 'session' | 'person'
  readonly id: string
  /**
   * Ends tokens issued until then, in seconds since 1970; null: all. A provider may issue later ones after a
   * new sign-in.
   */
  readonly issuedUntil: number | null
  /** When its last token expires, in milliseconds since 1970. */
  readonly endsAt: number
}

/** Access tokens that ended at log-out: until they expire, they are refused by this list. */
export interface EndedTokens {
  readonly has: (user: SignedIn) => boolean
  /** Ends the whole sign-in that this person's token comes from. */
  readonly end: (user: SignedIn) => Promise<void>
  /** Ends a sign-in of the embedded provider. */
  readonly endGrant: (grantId: string) => Promise<void>
  /** Reads what other servers have ended. */
  readonly refresh: () => Promise<void>
  /** Calls `listener` when further tokens have ended. */
  readonly follow: (listener: () => void) => void
}

export interface EndedTokenStore {
  readonly read: () => Promise<readonly Ending[]>
  readonly write: (ending: Ending) => Promise<void>
}

// A refreshed token of a sign-in ends no later than this after its log-out, in milliseconds.
const longestToken = 86_400_000

const signInOf = (sessionId: string | undefined, username: string) =>
  sessionId === undefined ? keyOf({ of: 'person', id: username }) : keyOf({ of: 'session', id: sessionId })
const keyOf = ({ of, id }: Pick<Ending, 'of' | 'id'>) => `${of} ${id}`

/** Keeps the list in memory: asking it costs no query. `now`: milliseconds since 1970. */
export function createEndedTokens(store: EndedTokenStore, now: () => number = Date.now): EndedTokens {
  // Only expiry removes an entry: a read that began earlier does not know what ended meanwhile.
  const ended = new Map<string, Ending>()
  const listeners: (() => void)[] = []
  const isLater = (ending: Ending, known: Ending) =>
    ending.endsAt > known.endsAt || (ending.issuedUntil ?? 0) > (known.issuedUntil ?? 0)
  const add = (endings: readonly Ending[]) => {
    const further = endings.filter((ending) => {
      const known = ended.get(keyOf(ending))
      return !known || isLater(ending, known)
    })
    for (const ending of further) ended.set(keyOf(ending), ending)
    if (further.length > 0) for (const listener of listeners) listener()
  }
  const end = async (ending: Ending) => {
    add([ending])
    await store.write(ending)
  }
  const endGrant = (id: string) => end({ of: 'grant', id, issuedUntil: null, endsAt: now() + longestToken })
  return {
    has: ({ tokenId, grantId, sessionId, username, issuedAt }) =>
      [
        ended.get(keyOf({ of: 'token', id: tokenId })),
        grantId === undefined ? undefined : ended.get(keyOf({ of: 'grant', id: grantId })),
        ended.get(signInOf(sessionId, username)),
      ].some((ending) => ending && (ending.issuedUntil === null || issuedAt <= ending.issuedUntil)),
    end: async ({ tokenId, tokenEnds, grantId, sessionId, username, issuedAt }) => {
      await end({ of: 'token', id: tokenId, issuedUntil: null, endsAt: tokenEnds })
      if (grantId !== undefined) return endGrant(grantId)
      const issuedUntil = Math.max(issuedAt, Math.floor(now() / 1000) - 1)
      const endsAt = Math.max(tokenEnds, now() + longestToken)
      // Without session ids this ends tokens of the person's other devices, too; they renew theirs.
      return sessionId === undefined
        ? end({ of: 'person', id: username, issuedUntil, endsAt })
        : end({ of: 'session', id: sessionId, issuedUntil, endsAt })
    },
    endGrant,
    refresh: async () => {
      const read = await store.read()
      for (const [key, { endsAt }] of ended) if (endsAt <= now()) ended.delete(key)
      add(read)
    },
    follow: (listener) => void listeners.push(listener),
  }
}
