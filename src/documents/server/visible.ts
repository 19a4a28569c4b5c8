// Checks which documents a user may see.

import { mayList, mayOpen } from '#core/kinds/engine.ts'
import type { Mode } from '#core/kinds/kind.ts'
import type { StoredDocument } from '#core/kinds/stored.ts'
import type { Problem } from '#core/wire/problem.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { mayWorkAt, type Person } from '#server/domain/people.ts'
import { notFound, problemFor } from '#server/domain/refusals.ts'

/** Whether the user may see the mode's documents; a problem if not. */
export function mayOpenMode({ access }: Pick<Mode, 'access'>, person: Person): Result<true, Problem> {
  const verdict = mayOpen(access, person)
  return verdict === true ? succeed(true) : fail(problemFor(verdict))
}

/** Whether the user may list the mode's documents at this location; a problem if not. */
export function mayListMode(
  { access }: Pick<Mode, 'access'>,
  person: Person,
  location: string,
): Result<true, Problem> {
  const verdict = mayList(access, person)
  return verdict === true ? mayWorkAt(person, location) : fail(problemFor(verdict))
}

/** Returns a record of this mode at one of the user's locations, else `not_found` with the kind `what`. */
export function visible<Stored extends { readonly document: StoredDocument }>(
  found: Stored | null,
  person: Person,
  { id, access }: Pick<Mode, 'id' | 'access'>,
  what: string,
): Result<Stored, Problem> {
  const isVisible =
    found?.document.mode === id &&
    access.concerns(found.document.header).some((location) => person.locations.has(location))
  return isVisible ? succeed(found) : fail(notFound(what))
}
