import { and, eq, gt, or, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { identityState } from './schema/identity.ts'

const model = 'trimline:ended'

/** Access tokens that ended before their time, kept until they would have expired. */
export function createEndedTokenStore({ queries }: Pick<Database, 'queries'>) {
  return {
    read: async (): Promise<readonly string[]> => {
      const rows = await queries
        .select({ id: identityState.id })
        .from(identityState)
        .where(and(eq(identityState.model, model), gt(identityState.expiresAt, sql`now()`)))
      return rows.map(({ id }) => id)
    },
    /** Also ends the sign-in that the token came from, where the embedded provider has it. */
    write: async (id: string, endsAt: number, grantId: string | undefined): Promise<void> => {
      await queries
        .insert(identityState)
        .values({ model, id, payload: {}, expiresAt: new Date(endsAt) })
        .onConflictDoNothing()
      if (grantId === undefined) return
      const grant = and(eq(identityState.model, 'Grant'), eq(identityState.id, grantId))
      await queries.delete(identityState).where(or(eq(identityState.grantId, grantId), grant))
    },
  }
}
