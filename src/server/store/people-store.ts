import { and, asc, eq, sql } from 'drizzle-orm'
import { readSecurityKey } from '#contract/security-keys.ts'
import { foldUsername, type PeoplePort } from '#server/domain/people.ts'
import { person, personKey, personLocation } from './schema/people.ts'
import { location } from './schema/reference.ts'
import type { Queries, Transaction } from './transaction.ts'

/** People's keys and locations; what is switched off is not held. */
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
    // Asked with every request: one round trip.
    rightsOf: async (username) => {
      const keys = keysOf(username).as('keys')
      const locations = locationsOf(username).as('locations')
      const { rows } = await queries.execute<{ keys: string[]; locations: string[] }>(sql`
        select array(select security_key from ${keys}) as keys, array(select code from ${locations}) as locations`)
      const [held] = rows
      return {
        keys: (held?.keys ?? []).flatMap((key) => readSecurityKey(key) ?? []),
        locations: held?.locations ?? [],
      }
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
