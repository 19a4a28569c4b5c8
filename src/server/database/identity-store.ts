import { and, eq, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Database } from './database.ts'
import { identitySecret, identityState } from './schema/identity.ts'

/** The provider's storage. `consumeOnce` returns false if the code or token was used or is missing. */
export type IdentityState = Omit<Adapter, 'consume'> & {
  readonly consumeOnce: (id: string) => Promise<boolean>
}

/**
 * Stores the embedded provider's state in the database: sign-ins survive a restart, and servers share them.
 * Returns the factory that `oidc-provider` calls for each of its models.
 * `endGrant` revokes the access tokens of a sign-in, which are not stored.
 */
export function createIdentityAdapter(
  database: Database,
  endGrant: (grantId: string) => Promise<void>,
): (model: string) => IdentityState {
  const { queries } = database
  return (model) => {
    const hasId = (id: string) => and(eq(identityState.model, model), eq(identityState.id, id))

    const find = async (condition: SQL | undefined): Promise<AdapterPayload | undefined> => {
      const isUnexpired = or(isNull(identityState.expiresAt), gt(identityState.expiresAt, sql`now()`))
      const [row] = await queries
        .select({ payload: sql<AdapterPayload>`${identityState.payload}` })
        .from(identityState)
        .where(and(condition, isUnexpired))
        .limit(1)
      return row?.payload
    }

    return {
      async upsert(id, payload, expiresIn) {
        const state = {
          payload,
          grantId: payload.grantId ?? null,
          uid: payload.uid ?? null,
          userCode: payload.userCode ?? null,
          expiresAt: expiresIn ? sql`now() + make_interval(secs => ${expiresIn})` : null,
        }
        await queries
          .insert(identityState)
          .values({ model, id, ...state })
          .onConflictDoUpdate({ target: [identityState.model, identityState.id], set: state })
      },
      // The id is client input, and PostgreSQL rejects NUL.
      find: async (id) => (id.includes('\0') ? undefined : find(hasId(id))),
      findByUid: (uid) => find(and(eq(identityState.model, model), eq(identityState.uid, uid))),
      findByUserCode: (code) => find(and(eq(identityState.model, model), eq(identityState.userCode, code))),
      // One statement, so that only one of several concurrent requests finds it unused.
      async consumeOnce(id) {
        const consumed = sql`${identityState.payload} || jsonb_build_object('consumed', floor(extract(epoch from now())))`
        const unused = sql`${identityState.payload} -> 'consumed' is null`
        const consumedRows = await queries
          .update(identityState)
          .set({ payload: consumed })
          .where(and(hasId(id), unused))
          .returning({ id: identityState.id })
        return consumedRows.length > 0
      },
      async destroy(id) {
        await queries.delete(identityState).where(hasId(id))
      },
      async revokeByGrantId(grantId) {
        await endGrant(grantId)
        await queries.delete(identityState).where(eq(identityState.grantId, grantId))
      },
    }
  }
}

/** Reads the secret of that name. The first server creates it with `make`. */
export async function loadIdentitySecret<Secret>(
  database: Database,
  name: string,
  make: () => Promise<Secret>,
): Promise<Secret> {
  const { queries } = database
  const read = async () => {
    const [row] = await queries
      .select({ value: sql<Secret>`${identitySecret.value}` })
      .from(identitySecret)
      .where(eq(identitySecret.name, name))
    return row?.value
  }
  const stored = await read()
  if (stored !== undefined) return stored
  const created = await make()
  await queries.insert(identitySecret).values({ name, value: created }).onConflictDoNothing()
  return (await read()) ?? created
}

/** Deletes expired rows and returns their number. */
export async function purgeIdentityState(database: Database): Promise<number> {
  const removed = await database.queries.delete(identityState).where(lt(identityState.expiresAt, sql`now()`))
  return removed.rowCount ?? 0
}
