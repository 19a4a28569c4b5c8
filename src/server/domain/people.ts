// The acting person: the access token's user with the keys and locations of this server (part 2 section 6).

import type { Actor } from '#core/kinds/document.ts'
import { groupRightsOf, rankOf } from '#core/wire/group-rights.ts'
import type { UserLocation, UserPermission } from '#core/wire/master-data.ts'
import { makeProblem, type Problem } from '#core/wire/problem.ts'
import { refuse } from '#core/wire/refusals.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import type { IdentityGroups } from '#core/wire/runtime-config.ts'
import { SECURITY_KEYS, type SecurityKey } from '#core/wire/security-keys.ts'
import { problemFor } from './refusals.ts'

/** A person with their rights. */
export interface Person extends Actor {
  /** Lower case: user names are not case-sensitive. */
  readonly username: string
  /** Codes of the active locations where they have rights. */
  readonly locations: ReadonlySet<string>
  readonly isAdmin: boolean
  /** By groups: 2 a super-admin, 1 an admin, 0 everybody else. */
  readonly rank: number
  /** What the identity groups let this person maintain: master data and people; growers and nurseries. */
  readonly maintains: { readonly admin: boolean; readonly entityAdmin: boolean }
}

/** The active keys and locations of a person. */
export interface HeldRights {
  readonly keys: readonly SecurityKey[]
  readonly locations: readonly string[]
  /** Deactivated: the person may do nothing. */
  readonly inactive?: true
}

export interface PeoplePort {
  /** The rights of these people by name; none for an unknown name. */
  readonly rightsOf: (usernames: readonly string[]) => Promise<ReadonlyMap<string, HeldRights>>
  readonly permissionsOf: (username: string) => Promise<readonly UserPermission[]>
  readonly locationsOf: (username: string) => Promise<readonly UserLocation[]>
  /**
   * Ranks above 0 by user name, from the groups of the last sign-in; only the identity provider knows the
   * groups and sends them with the token. Without inactive people.
   */
  readonly ranks: () => Promise<ReadonlyMap<string, number>>
  /** Stores a rank. */
  readonly noteRank: (username: string, rank: number) => Promise<void>
}

/** A person as in the access token. */
export interface TokenUser {
  readonly username: string
  readonly groups: readonly string[]
}

export function foldUsername(username: string): string {
  return username.trim().toLowerCase()
}

/**
 * Joins token and database. A person in none of the configured groups has no access. A person in read-only
 * groups only may read what their keys show; admins need keys like everyone.
 */
export async function identify(
  people: Pick<PeoplePort, 'rightsOf'>,
  groups: IdentityGroups,
  user: TokenUser,
): Promise<Result<Person, Problem>> {
  const [person] = await identifyAll(people, groups, [user])
  return person ?? fail(notMember)
}

/** The same for several people, in their order. */
export async function identifyAll(
  people: Pick<PeoplePort, 'rightsOf'>,
  groups: IdentityGroups,
  users: readonly TokenUser[],
): Promise<readonly Result<Person, Problem>[]> {
  const members = users.filter((user) => groupRightsOf(groups, user.groups).member)
  const held = await people.rightsOf([...new Set(members.map(({ username }) => foldUsername(username)))])
  return users.map((user) => {
    const rights = groupRightsOf(groups, user.groups)
    const { member, readOnly, admin, entityAdmin } = rights
    if (!member) return fail(notMember)
    const username = foldUsername(user.username)
    const { keys, locations, inactive } = held.get(username) ?? { keys: [], locations: [] }
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

/**
 * Creates the function that stores each person's rank for `ranks`: one write per person and process, and one
 * for each change.
 */
export function rankKeeper(people: Pick<PeoplePort, 'noteRank'>, groups: IdentityGroups) {
  const noted = new Map<string, number>()
  return async (user: TokenUser): Promise<void> => {
    const username = foldUsername(user.username)
    const rank = rankOf(groupRightsOf(groups, user.groups))
    if (noted.get(username) === rank) return
    await people.noteRank(username, rank)
    noted.set(username, rank)
  }
}

const deactivated = makeProblem('person_inactive', 'The person is deactivated.')
const notMember = makeProblem('group_missing', 'None of the person’s identity groups may use this.')

/** May this person change anything: with a key, or by maintaining records? The problem if not. */
export function mayChangeAnything(person: Person): Result<true, Problem> {
  if (person.readOnly) return fail(problemFor(refuse('readOnlyAccess')))
  const { admin, entityAdmin } = person.maintains
  return admin || entityAdmin || person.keys.size > 0
    ? succeed(true)
    : fail(problemFor(refuse('keyMissing', { key: SECURITY_KEYS.join(' / ') })))
}

/** May this person work at the location? The problem if not. */
export function mayWorkAt(person: Person, location: string): Result<true, Problem> {
  return person.locations.has(location)
    ? succeed(true)
    : fail(makeProblem('location_not_allowed', `Location ${location} is not one of the person’s.`))
}

/** May this person read someone's keys and locations? Their own, or anyone's as an admin. */
export function mayReadRightsOf(person: Person, username: string): Result<true, Problem> {
  return person.isAdmin || person.username === foldUsername(username)
    ? succeed(true)
    : fail(makeProblem('group_missing', 'Only admins may read the rights of others.'))
}

/** May this person import stock by file, and see past imports? */
export function mayImport(person: Person): Result<true, Problem> {
  return person.maintains.admin
    ? succeed(true)
    : fail(makeProblem('group_missing', 'Only admins may import stock.'))
}
