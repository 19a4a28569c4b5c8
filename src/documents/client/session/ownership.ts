// The owner of a document: reported once to another person who works on it, and who may take it over.
import { isNoConnection } from '#app/api/problem.ts'
import { isHandheld } from '#app/state/handheld.ts'
import { isNewOwner, isOwn, recordOwnership } from '#app/state/ownership.ts'
import { reasonOf } from '#app/ui/reason.ts'
import { type Cause, changeKey, type RunOutcome } from '#core/commands/command.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import { ownerCommands } from '#core/commands/owner.ts'
import { COMMAND_PREFIX } from '#core/commands/registry.ts'
import { isWork, workStepIn } from '#core/kinds/screens.ts'
import { firstRefusal, refuse, type Verdict } from '#core/wire/refusals.ts'
import { prepareTakeOver, TAKE_OVER } from '#core/wire/take-over.ts'
import { failureOf, outcomeOf } from '#input/engine/outcomes.ts'
import { writeKeys } from '#input/palette/key-hint.ts'
import { isOwnedBy, otherOwner, sayOwned } from '../owner-text.ts'
import { describeConflict } from './conflict.ts'
import { loadChanged } from './load-document.ts'
import { mayStep } from './may-step.ts'
import type { Session } from './session-state.ts'
import { nameOf } from './wording.ts'

/** Records that the person owns the document, with each new state of it. */
export function trackOwnership(session: Session): void {
  const { user } = session.parts
  // The owner at the last read: the same data needs no update.
  let lastOwner: string | undefined
  session.subscribe(() => {
    const document = session.get().sheet?.document
    const { OwnedBy, OwnedDateTime } = document?.header ?? {}
    const now = `${OwnedBy} ${OwnedDateTime}`
    if (!document || now === lastOwner) return
    lastOwner = now
    if (isOwnedBy(document.header, user())) recordOwnership(nameOf(document))
  })
}

export function mayTakeOwnership(session: Session): Verdict {
  const { kind, user } = session.parts
  const document = session.get().sheet?.document
  if (!document) return refuse('stillLoading')
  const { status } = document
  const number = nameOf(document)
  const step = workStepIn(kind, status)
  const may = step === undefined ? refuse('notWhileStatus', { status, number }) : mayStep(session, step)
  return firstRefusal(
    may,
    otherOwner(document.header, user()) ? true : refuse(isOwn(number) ? 'ownedByYou' : 'notOwned'),
  )
}

/** Makes this person the owner of the document. */
export async function takeOwnership(session: Session, cause: Cause): Promise<RunOutcome> {
  const verdict = mayTakeOwnership(session)
  const document = session.get().sheet?.document
  if (verdict !== true) return refusalOutcome(verdict)
  if (!document) return undefined
  const number = nameOf(document)
  const who = document.header['OwnedBy'] ?? ''
  const ask = prepareTakeOver(
    'documents.takeOver',
    { body: { Number: number, Seen: who } },
    (answer) => answer,
  )
  const result = await session.parts.perform(ask, { idempotencyKey: changeKey(cause, TAKE_OVER) })
  if (result.ok) {
    recordOwnership(number)
    await loadChanged(session)
    return outcomeOf('ok', 'documents.takeOver.done', { number, who })
  }
  const { error } = result
  if (isNoConnection(error)) return outcomeOf('warning', 'documents.takeOver.notNow', {}, ['goToHealth'])
  const changed = error.status === 409 ? await describeConflict(session) : undefined
  return changed ?? failureOf('documents.takeOver.failed', reasonOf(error))
}

/** Makes the person the owner with the first line step; reports another owner once. */
export function noteOwner(session: Session, step: string): void {
  const { kind, notify, user } = session.parts
  const document = session.get().sheet?.document
  const to = kind.lineSteps[step]?.to
  if (!document || !to || !isWork(kind, to)) return
  const number = nameOf(document)
  const other = otherOwner(document.header, user())
  if (!other) recordOwnership(number)
  else if (isNewOwner(number, other.who)) {
    const what = sayOwned(document, other, Date.now())
    notify('documents.workAlong', { what, way: takeOverShortcut() }, 'info')
  }
}

// The key that takes over, or on a handheld the command barcode.
function takeOverShortcut(): string {
  const [command] = ownerCommands
  if (!command) return ''
  return isHandheld() ? `${COMMAND_PREFIX}${command.barcode}` : (writeKeys(command)[0] ?? '')
}
