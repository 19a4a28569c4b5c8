// Takes over a document. The owner is the user who did its first line of work.
// Every user who may do that work may take over, or work on it without owning it.

import { mayAct, mayActAt } from '#core/kinds/engine.ts'
import { kinds } from '#core/kinds/index.ts'
import type { Kind } from '#core/kinds/kind.ts'
import { workStepIn } from '#core/kinds/screens.ts'
import type { Problem } from '#core/wire/problem.ts'
import { firstRefusal, refuse } from '#core/wire/refusals.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { TAKE_OVER } from '#core/wire/take-over.ts'
import type { Person } from '#server/domain/people.ts'
import { conflict, notFound, problemFor } from '#server/domain/refusals.ts'
import type { DocumentPorts } from './documents-port.ts'
import { liveUpdateOf } from './live-update.ts'
import { mayOpenMode, visible } from './visible.ts'

/** Makes the user the owner, replacing the owner `seen`. No effect if the user already owns the document. */
export async function takeOver(
  ports: Pick<DocumentPorts, 'documents'>,
  person: Person,
  number: string,
  seen?: string,
): Promise<Result<{ OwnedBy: string }, Problem>> {
  const known = await ports.documents.scopeOf(number)
  const ofKind: Readonly<Record<string, Kind>> = kinds
  const kind = known ? ofKind[known.kind] : undefined
  const mode = known && kind?.modes[known.mode]
  if (!kind || !mode) return fail(notFound('document'))
  const mayOpen = mayOpenMode(mode, person)
  if (!mayOpen.ok) return mayOpen
  const found = visible(await ports.documents.lock(kind, number), person, mode, kind.kind)
  if (!found.ok) return found
  const { document, owner } = found.value
  const { status, header } = document
  const step = workStepIn(kind, status)
  if (step === undefined) return fail(conflict(document, refuse('notWhileStatus', { status, number })))
  const rights = firstRefusal(
    mayAct(mode.access, person, step, header),
    mayActAt(mode.access, step, header, person.locations),
  )
  if (rights !== true) return fail(problemFor(rights))
  if (seen !== undefined && owner !== null && owner !== person.username && !isSamePerson(owner, seen))
    return fail(conflict(document, refuse('ownerChanged', { who: owner, number })))
  if (owner !== person.username) {
    await ports.documents.own(number, person.username, owner, liveUpdateOf(kind, TAKE_OVER, document))
  }
  return succeed({ OwnedBy: person.username })
}

// Identity providers differ in the case of user names.
const isSamePerson = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
