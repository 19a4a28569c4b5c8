import { and, eq, gt, or, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { channels } from './notify-changes.ts'
import { identityState } from './schema/identity.ts'

const model = 'trimline:ended'

/** The message between servers that more tokens were revoked. */
export const TOKENS_REVOKED = 'tokens-ended'

interface Revocation {
  readonly of: 'token' | 'grant' | 'session' | 'person'
  readonly id: string
  readonly issuedUntil: number | null
  readonly endsAt: number
}

/** Stores revoked tokens and sign-ins until their tokens would have expired. */
export function createRevokedTokenStore({ queries }: Pick<Database, 'queries'>) {
  return {
    read: async (): Promise<readonly Revocation[]> => {
      const rows = await queries
        .select({
          id: identityState.id,
          payload: sql<Pick<Revocation, 'of' | 'id' | 'issuedUntil'>>`${identityState.payload}`,
          endsAt: sql<string>`extract(epoch from ${identityState.expiresAt}) * 1000`,
        })
        .from(identityState)
        .where(and(eq(identityState.model, model), gt(identityState.expiresAt, sql`now()`)))
      return rows.map(({ id, payload, endsAt }) => ({
        // A row of an earlier version contains only the token id.
        ...{ of: 'token' as const, id, issuedUntil: null },
        ...payload,
        endsAt: Number(endsAt),
      }))
    },
    /** Stores a revocation, and deletes the embedded provider's state of a revoked sign-in. */
    write: async ({ of, id, issuedUntil, endsAt }: Revocation): Promise<void> => {
      const state = { payload: { of, id, issuedUntil }, expiresAt: new Date(endsAt) }
      await queries
        .insert(identityState)
        .values({ model, id: `${of} ${id}`, ...state })
        .onConflictDoUpdate({ target: [identityState.model, identityState.id], set: state })
      if (of === 'grant') {
        const grant = and(eq(identityState.model, 'Grant'), eq(identityState.id, id))
        await queries.delete(identityState).where(or(eq(identityState.grantId, id), grant))
      }
      await queries.execute(sql`select pg_notify(${channels.word}, ${TOKENS_REVOKED})`)
    },
  }
}
