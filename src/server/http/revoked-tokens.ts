import type { SignedIn } from './ports.ts'

/** A revocation: a sign-in that ended before its tokens expire. */
export interface Revocation {
  /** A token, its sign-in (grant or session), or a person. */
  readonly of: 'token' | 'grant' | 'session' | 'person'
  readonly id: string
  /**
   * Revokes tokens issued until then, in seconds since 1970; null for all.
   * Tokens issued later may belong to a new sign-in.
   */
  readonly issuedUntil: number | null
  /** Expiry of the last affected token, in milliseconds since 1970. */
  readonly endsAt: number
}

/** Rejects access tokens that were revoked at sign-out, until they expire. */
export interface RevokedTokens {
  readonly has: (user: SignedIn) => boolean
  /** Revokes the whole sign-in of the user's token. */
  readonly revoke: (user: SignedIn) => Promise<void>
  /** Revokes a sign-in of the embedded provider. */
  readonly revokeGrant: (grantId: string) => Promise<void>
  /** Reads revocations of other servers. */
  readonly refresh: () => Promise<void>
  /** Calls `listener` after new revocations. */
  readonly onRevoked: (listener: () => void) => void
}

interface RevokedTokenStore {
  readonly read: () => Promise<readonly Revocation[]>
  readonly write: (ending: Revocation) => Promise<void>
}

// Maximum lifetime in milliseconds of a token refreshed before its sign-out.
const maxTokenLifetimeMs = 86_400_000

const signInOf = (sessionId: string | undefined, username: string) =>
  sessionId === undefined ? keyOf({ of: 'person', id: username }) : keyOf({ of: 'session', id: sessionId })
const keyOf = ({ of, id }: Pick<Revocation, 'of' | 'id'>) => `${of} ${id}`

/** Caches revocations in memory, so that a check costs no query. `now`: milliseconds since 1970. */
export function createRevokedTokens(store: RevokedTokenStore, now: () => number = Date.now): RevokedTokens {
  // Only expiry removes entries: an earlier read may not contain a recent revocation.
  const ended = new Map<string, Revocation>()
  const listeners: (() => void)[] = []
  const isLater = (ending: Revocation, known: Revocation) =>
    ending.endsAt > known.endsAt || (ending.issuedUntil ?? 0) > (known.issuedUntil ?? 0)
  const add = (endings: readonly Revocation[]) => {
    const added = endings.filter((ending) => {
      const known = ended.get(keyOf(ending))
      return !known || isLater(ending, known)
    })
    for (const ending of added) ended.set(keyOf(ending), ending)
    if (added.length > 0) for (const listener of listeners) listener()
  }
  const end = async (ending: Revocation) => {
    add([ending])
    await store.write(ending)
  }
  const endGrant = (id: string) =>
    end({ of: 'grant', id, issuedUntil: null, endsAt: now() + maxTokenLifetimeMs })
  return {
    has: ({ tokenId, grantId, sessionId, username, issuedAt }) =>
      [
        ended.get(keyOf({ of: 'token', id: tokenId })),
        grantId === undefined ? undefined : ended.get(keyOf({ of: 'grant', id: grantId })),
        ended.get(signInOf(sessionId, username)),
      ].some((ending) => ending && (ending.issuedUntil === null || issuedAt <= ending.issuedUntil)),
    revoke: async ({ tokenId, tokenEnds, grantId, sessionId, username, issuedAt }) => {
      await end({ of: 'token', id: tokenId, issuedUntil: null, endsAt: tokenEnds })
      if (grantId !== undefined) return endGrant(grantId)
      const issuedUntil = Math.max(issuedAt, Math.floor(now() / 1000) - 1)
      const endsAt = Math.max(tokenEnds, now() + maxTokenLifetimeMs)
      // Without session ids this also revokes tokens of the user's other devices, which renew them.
      return sessionId === undefined
        ? end({ of: 'person', id: username, issuedUntil, endsAt })
        : end({ of: 'session', id: sessionId, issuedUntil, endsAt })
    },
    revokeGrant: endGrant,
    refresh: async () => {
      const read = await store.read()
      for (const [key, { endsAt }] of ended) if (endsAt <= now()) ended.delete(key)
      add(read)
    },
    onRevoked: (listener) => void listeners.push(listener),
  }
}
