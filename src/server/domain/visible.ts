// Who may see a mode's documents, and one of them.

import { mayList, mayOpen } from '#core/kinds/engine.ts'
import type { Mode } from '#core/kinds/kind.ts'
import type { StoredDocument } from '#core/kinds/stored.ts'
import type { Problem } from '#core/wire/problem.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { mayWorkAt, type Person } from './people.ts'
import { notFound, problemFor } from './refusals.ts'

/** May this person see the mode's documents? The problem if not. */
export function mayOpenMode({ access }: Pick<Mode, 'access'>, person: Person): Result<true, Problem> {
  const verdict = mayOpen(access, person)
  return verdict === true ? succeed(true) : fail(problemFor(verdict))
}

/** May this person see the mode's list at this location? The problem if not. */
export function mayListMode(
  { access }: Pick<Mode, 'access'>,
  person: Person,
  location: string,
): Result<true, Problem> {
  const verdict = mayList(access, person)
  return verdict === true ? mayWorkAt(person, location) : fail(problemFor(verdict))
}

/**
 * The record, if this person may see it: of this mode and at one of their locations. `what` names its kind in
 * the problem.
 */
export function visible<Stored extends { readonly document: StoredDocument }>(
  found: Stored | null,
  person: Person,
  { id, access }: Pick<Mode, 'id' | 'access'>,
  what: string,
): Result<Stored, Problem> {
  const known =
    found?.document.mode === id &&
    access.concerns(found.document.header).some((location) => person.locations.has(location))
  return known ? succeed(found) : fail(notFound(what))
}
