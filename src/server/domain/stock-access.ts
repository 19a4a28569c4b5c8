// Who may see stock: at one of their locations, with any key (part 2 section 6).
import type { Problem } from '#core/wire/problem.ts'
import { refuse } from '#core/wire/refusals.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { SECURITY_KEYS } from '#core/wire/security-keys.ts'
import { mayWorkAt, type Person } from './people.ts'
import { problemFor } from './refusals.ts'

const growerStorageKeys = SECURITY_KEYS.filter((key) => key.startsWith('GROWERSTORAGE'))

/** May this person see grower storage, at any location? */
export function seesGrowerStorage(person: Person): boolean {
  return growerStorageKeys.some((key) => person.keys.has(key))
}

/** The warehouse's own stock: any key. */
export function maySeeStock(person: Person, location: string): Result<true, Problem> {
  return lookInto(person, location, SECURITY_KEYS)
}

/** Grower storage: any key of that area. */
export function maySeeGrowerStorage(person: Person, location: string): Result<true, Problem> {
  return lookInto(person, location, growerStorageKeys)
}

function lookInto(
  person: Person,
  location: string,
  anyOf: readonly (typeof SECURITY_KEYS)[number][],
): Result<true, Problem> {
  if (!anyOf.some((key) => person.keys.has(key))) {
    return fail(problemFor(refuse('keyMissing', { key: anyOf.join(' / ') })))
  }
  const there = mayWorkAt(person, location)
  return there.ok ? succeed(true) : there
}
