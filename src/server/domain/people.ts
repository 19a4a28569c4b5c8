// The authenticated user: the access token with this server's keys and locations (part 2 section 6).

import type { Actor } from '#core/kinds/document.ts'
import { groupRightsOf, rankOf } from '#core/wire/group-rights.ts'
import type { UserLocation, UserPermission } from '#core/wire/master-data.ts'
import { makeProblem, type Problem } from '#core/wire/problem.ts'
import { refuse } from '#core/wire/refusals.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import type { IdentityGroups } from '#core/wire/runtime-config.ts'
import { SECURITY_KEYS, type SecurityKey } from '#core/wire/security-keys.ts'
import { problemFor } from './refusals.ts'

/** A user with their rights. */
export interface Person extends Actor {
  /** Lower case, because user names are case-insensitive. */
  readonly username: string
  /** Codes of the active locations where the user has rights. */
  readonly locations: ReadonlySet<string>
  readonly isAdmin: boolean
  /** By groups: 2 super-admin, 1 admin, 0 others. */
  readonly rank: number
  /** What the groups let the user maintain: master data and users; growers and nurseries. */
  readonly maintains: { readonly admin: boolean; readonly entityAdmin: boolean }
}

/** The active keys and locations of a user. */
export interface UserRights {
  readonly keys: readonly SecurityKey[]
  readonly locations: readonly string[]
  /** Deactivated: the user has no rights. */
  readonly inactive?: true
}

export interface PeoplePort {
  /** The rights of these users by name; no entry for unknown names. */
  readonly rightsOf: (usernames: readonly string[]) => Promise<ReadonlyMap<string, UserRights>>
  readonly permissionsOf: (username: string) => Promise<readonly UserPermission[]>
  readonly locationsOf: (username: string) => Promise<readonly UserLocation[]>
  /**
   * Ranks above 0 by user name, without inactive users. They come from the groups of the last sign-in,
   * because only the identity provider knows the groups.
   */
  readonly ranks: () => Promise<ReadonlyMap<string, number>>
  /** Stores a rank. */
  readonly storeRank: (username: string, rank: number) => Promise<void>
}

/** The user of an access token. */
export interface TokenUser {
  readonly username: string
  readonly groups: readonly string[]
}

export function foldUsername(username: string): string {
  return username.trim().toLowerCase()
}

/**
 * Combines token and database. Users outside all configured groups have no access.
 * Users in read-only groups may read what their keys allow. Admins need keys too.
 */
export async function identify(
  people: Pick<PeoplePort, 'rightsOf'>,
  groups: IdentityGroups,
  user: TokenUser,
): Promise<Result<Person, Problem>> {
  const [person] = await identifyAll(people, groups, [user])
  return person ?? fail(notMember)
}

/** The same for several users, in order. */
export async function identifyAll(
  people: Pick<PeoplePort, 'rightsOf'>,
  groups: IdentityGroups,
  users: readonly TokenUser[],
): Promise<readonly Result<Person, Problem>[]> {
  const members = users.filter((user) => groupRightsOf(groups, user.groups).member)
  const rightsByName = await people.rightsOf([
    ...new Set(members.map(({ username }) => foldUsername(username))),
  ])
  return users.map((user) => {
    const rights = groupRightsOf(groups, user.groups)
    const { member, readOnly, admin, entityAdmin } = rights
    if (!member) return fail(notMember)
    const username = foldUsername(user.username)
    const { keys, locations, inactive } = rightsByName.get(username) ?? { keys: [], locations: [] }
    if (inactive) return fail(deactivated)
    return succeed({
      username,
      keys: new Set(keys),
      locations: new Set(locations),
      readOnly,
      isAdmin: admin,
      rank: rankOf(rights),
      maintains: { admin, entityAdmin },
    })
  })
}

/** Creates the function that stores a user's rank: once per user and process, and after each change. */
export function createRankRecorder(people: Pick<PeoplePort, 'storeRank'>, groups: IdentityGroups) {
  const storedRanks = new Map<string, number>()
  return async (user: TokenUser): Promise<void> => {
    const username = foldUsername(user.username)
    const rank = rankOf(groupRightsOf(groups, user.groups))
    if (storedRanks.get(username) === rank) return
    await people.storeRank(username, rank)
    storedRanks.set(username, rank)
  }
}

const deactivated = makeProblem('person_inactive', 'The person is deactivated.')
const notMember = makeProblem('group_missing', 'None of the person’s identity groups may use this.')

/** Whether the user may change anything, by a key or by maintaining records; a problem if not. */
export function mayChangeAnything(person: Person): Result<true, Problem> {
  if (person.readOnly) return fail(problemFor(refuse('readOnlyAccess')))
  const { admin, entityAdmin } = person.maintains
  return admin || entityAdmin || person.keys.size > 0
    ? succeed(true)
    : fail(problemFor(refuse('keyMissing', { key: SECURITY_KEYS.join(' / ') })))
}

/** Whether the user may work at the location; a problem if not. */
export function mayWorkAt(person: Person, location: string): Result<true, Problem> {
  return person.locations.has(location)
    ? succeed(true)
    : fail(makeProblem('location_not_allowed', `Location ${location} is not one of the person’s.`))
}

/** Whether the user may read someone's keys and locations: their own, or anyone's as an admin. */
export function mayReadRightsOf(person: Person, username: string): Result<true, Problem> {
  return person.isAdmin || person.username === foldUsername(username)
    ? succeed(true)
    : fail(makeProblem('group_missing', 'Only admins may read the rights of others.'))
}

/** Whether the user may import stock from a file and see past imports. */
export function mayImport(person: Person): Result<true, Problem> {
  return person.maintains.admin
    ? succeed(true)
    : fail(makeProblem('group_missing', 'Only admins may import stock.'))
}
