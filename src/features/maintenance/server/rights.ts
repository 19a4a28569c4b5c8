// Decides who maintains which records (part 1 section 6): admin groups maintain all kinds except growers
// and nurseries, which belong to the entity-admin group.
import { makeProblem, type Problem } from '#core/wire/problem.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { type RecordKind, rulesOf } from '#features/maintenance/common/maintenance.ts'
import type { Person } from '#server/domain/people.ts'

/** May this user read and change the records of a kind? Returns the problem if not. */
export function mayMaintain(person: Person, kind: RecordKind): Result<true, Problem> {
  return person.maintains[rulesOf(kind).maintainedBy]
    ? succeed(true)
    : fail(makeProblem('group_missing', `None of the person’s identity groups keeps ${kind}.`))
}
