// Who keeps which records (part 1 section 6): admin groups everything but growers and nurseries, those the entity-admin group.
import { type RecordKind, rulesOf } from '#contract/maintenance.ts'
import { makeProblem, type Problem } from '#contract/problem.ts'
import { fail, type Result, succeed } from '#contract/result.ts'
import type { Person } from '../people.ts'

/** May this person see and change the records of a kind? The problem if not. */
export function mayKeep(person: Person, kind: RecordKind): Result<true, Problem> {
  return person.keeps[rulesOf(kind).keptBy]
    ? succeed(true)
    : fail(makeProblem('group_missing', `None of the person’s identity groups keeps ${kind}.`))
}

/** May this person bring in stock by file, and see what was brought in? */
export function mayImport(person: Person): Result<true, Problem> {
  return person.keeps.admin
    ? succeed(true)
    : fail(makeProblem('group_missing', 'Only admins may import stock.'))
}
