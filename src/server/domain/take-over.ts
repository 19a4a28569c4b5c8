// Takes over a document. The owner is the person who did its first line of work; anyone who may do that work
// may take over. Others can always work on it too.

import { mayAct, mayActAt } from '#core/kinds/engine.ts'
import { kinds } from '#core/kinds/index.ts'
import type { Kind } from '#core/kinds/kind.ts'
import { workStepIn } from '#core/kinds/screens.ts'
import type { Problem } from '#core/wire/problem.ts'
import { firstRefusal, refuse } from '#core/wire/refusals.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { TAKE_OVER } from '#core/wire/take-over.ts'
import { liveUpdateOf } from './live-update.ts'
import type { Person } from './people.ts'
import type { Ports } from './ports.ts'
import { conflict, notFound, problemFor } from './refusals.ts'
import { mayOpenMode, visible } from './visible.ts'

/** Makes the person the owner, in the place of the one `seen`. No effect if they already are. */
export async function takeOver(
  ports: Pick<Ports, 'documents' | 'history'>,
  person: Person,
  number: string,
  seen?: string,
): Promise<Result<{ OwnedBy: string }, Problem>> {
  const known = await ports.history.document(number)
  const ofKind: Readonly<Record<string, Kind>> = kinds
  const kind = known ? ofKind[known.kind] : undefined
  const mode = known && kind?.modes[known.mode]
  if (!kind || !mode) return fail(notFound('document'))
  const open = mayOpenMode(mode, person)
  if (!open.ok) return open
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

// Identity providers spell user names in either case.
const isSamePerson = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
