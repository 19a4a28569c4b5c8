// Checks who may see stock: users with any key, at their locations (part 2 section 6).
import type { Problem } from '#core/wire/problem.ts'
import { refuse } from '#core/wire/refusals.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { SECURITY_KEYS } from '#core/wire/security-keys.ts'
import { mayWorkAt, type Person } from './people.ts'
import { problemFor } from './refusals.ts'

const growerStorageKeys = SECURITY_KEYS.filter((key) => key.startsWith('GROWERSTORAGE'))

/** Whether the user may see grower storage at any location. */
export function canSeeGrowerStorage(person: Person): boolean {
  return growerStorageKeys.some((key) => person.keys.has(key))
}

/** Whether the user may see the warehouse's own stock; any key suffices. */
export function maySeeStock(person: Person, location: string): Result<true, Problem> {
  return checkAccess(person, location, SECURITY_KEYS)
}

/** Whether the user may see grower storage; any of its keys suffices. */
export function maySeeGrowerStorage(person: Person, location: string): Result<true, Problem> {
  return checkAccess(person, location, growerStorageKeys)
}

function checkAccess(
  person: Person,
  location: string,
  anyOf: readonly (typeof SECURITY_KEYS)[number][],
): Result<true, Problem> {
  if (!anyOf.some((key) => person.keys.has(key))) {
    return fail(problemFor(refuse('keyMissing', { key: anyOf.join(' / ') })))
  }
  const allowed = mayWorkAt(person, location)
  return allowed.ok ? succeed(true) : allowed
}
