import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { readSecurityKey } from '#core/wire/security-keys.ts'
import { foldUsername, type PeoplePort } from '#server/domain/people.ts'
import { preparedStatement, runPrepared } from './prepared.ts'
import { identityState } from './schema/identity.ts'
import { person, personKey, personLocation } from './schema/people.ts'
import { location } from './schema/reference.ts'
import type { Queries, Transaction } from './transaction.ts'

// Ranks share the table of the provider's state, because the provider issues them.
const rankModel = 'trimline:rank'

// Reads one user by a plain comparison. An array is planned each time, which costs more than the read.
const readRights = {
  one: preparedStatement('read-rights-of-one', () =>
    rightsOf(sql`${person.username} = ${sql.placeholder('username')}`),
  ),
  some: preparedStatement('read-rights', () =>
    rightsOf(sql`${person.username} = any (${sql.placeholder('usernames')}::text[])`),
  ),
}
const rightsOf = (isUser: SQL) => sql`
    select ${person.username}, ${person.active},
      array(select ${personKey.securityKey} from ${personKey}
        where ${personKey.username} = ${person.username} and ${personKey.active}
        order by ${personKey.securityKey}) as keys,
      array(select ${location.code} from ${personLocation}
        join ${location} on ${location.code} = ${personLocation.location} and ${location.active}
        where ${personLocation.username} = ${person.username} and ${personLocation.active}
        order by ${location.code}) as locations
    from ${person} where ${isUser}`

/** Reads security keys and locations of users. Inactive entries and users are excluded. */
export function createPeopleStore(queries: Queries | Transaction): PeoplePort {
  const keysOf = (username: string) =>
    queries
      .select({ role: person.role, key: personKey.securityKey })
      .from(personKey)
      .innerJoin(person, and(eq(person.username, personKey.username), eq(person.active, true)))
      .where(and(eq(personKey.username, foldUsername(username)), eq(personKey.active, true)))
      .orderBy(asc(personKey.securityKey))
  const locationsOf = (username: string) =>
    queries
      .select({ username: person.username, location: location.code })
      .from(personLocation)
      .innerJoin(person, and(eq(person.username, personLocation.username), eq(person.active, true)))
      .innerJoin(location, and(eq(location.code, personLocation.location), eq(location.active, true)))
      .where(and(eq(personLocation.username, foldUsername(username)), eq(personLocation.active, true)))
      .orderBy(asc(location.code))

  return {
    // One round trip, because this runs with every request.
    rightsOf: async (usernames) => {
      if (usernames.length === 0) return new Map()
      const rows = await runPrepared<{
        username: string
        active: boolean
        keys: string[]
        locations: string[]
      }>(
        queries,
        usernames.length === 1
          ? readRights.one({ username: usernames[0] })
          : readRights.some({ usernames: [...usernames] }),
      )
      return new Map(
        rows.map(({ username, active, keys, locations }) => [
          username,
          active
            ? { keys: keys.flatMap((key) => readSecurityKey(key) ?? []), locations }
            : { keys: [], locations: [], inactive: true },
        ]),
      )
    },
    ranks: async () => {
      const { rows } = await queries.execute<{ username: string; rank: string }>(sql`
        select ${person.username}, ${identityState.payload} ->> 'rank' as rank
        from ${identityState} join ${person} on ${person.username} = ${identityState.id} and ${person.active}
        where ${identityState.model} = ${rankModel}`)
      return new Map(rows.map(({ username, rank }) => [username, Number(rank)]))
    },
    storeRank: async (username, rank) => {
      const where = and(eq(identityState.model, rankModel), eq(identityState.id, username))
      if (rank === 0) {
        await queries.delete(identityState).where(where)
        return
      }
      await queries
        .insert(identityState)
        .values({ model: rankModel, id: username, payload: { rank } })
        .onConflictDoUpdate({ target: [identityState.model, identityState.id], set: { payload: { rank } } })
    },
    permissionsOf: async (username) =>
      (await keysOf(username)).map(({ role, key }) => ({
        id: key,
        roleName: role,
        securityItem: key,
        userPermissions: true,
      })),
    locationsOf: async (username) =>
      (await locationsOf(username)).map((row) => ({
        id: row.location,
        username: row.username,
        location: row.location,
        userLocations: true,
      })),
  }
}
