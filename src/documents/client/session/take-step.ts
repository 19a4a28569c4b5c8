// Takes steps of the whole document: ship, cancel and others.

import { mayHaveSucceeded } from '#app/api/problem.ts'
import { mustVerify } from '#app/api/wire-text.ts'
import { laneOfDocument, uuidOf } from '#app/outbox/intent.ts'
import { reasonOf, sayReply } from '#app/ui/reason.ts'
import { type Cause, changeKey, type RunOutcome } from '#core/commands/command.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import { compareDocuments, isEmptyDifference, isSameHeader } from '#core/kinds/compare.ts'
import { versionOf } from '#core/kinds/derive/body.ts'
import type { Document } from '#core/kinds/document.ts'
import { mayActAt } from '#core/kinds/engine.ts'
import type { Saved } from '#core/kinds/kind.ts'
import { refuse, type Verdict } from '#core/wire/refusals.ts'
import { failureOf, outcomeOf, withOutage, withServerMessage } from '#input/engine/outcomes.ts'
import { questionOfIrreversible } from '#input/questions/question.ts'
import { isTextCode } from '#text/say.ts'
import { applyEvent } from './apply-event.ts'
import { endStepOf, knownFindings, settleFindings } from './close-out.ts'
import { describeConflict } from './conflict.ts'
import { entryOf, scrollToLine } from './current-line.ts'
import { duringStep } from './during-step.ts'
import { loadDocument, waitUntilSent } from './load-document.ts'
import { mayTakeStep } from './may-step.ts'
import { printAfter } from './print-after.ts'
import { refuseIfAnyChanged } from './refuse-if-changed.ts'
import type { Session } from './session-state.ts'
import { codeOf, describeTotal, factsOfDecision, nameOf } from './wording.ts'

type KeySuffix = '' | '.again'

/** Takes a step. A step that ends the document first lists what is open; others may ask for confirmation. */
export async function takeStep(session: Session, step: string, cause: Cause): Promise<RunOutcome> {
  const { kind, ask } = session.parts
  const verdict = mayTakeStep(session, step)
  const document = session.get().sheet?.document
  if (verdict !== true) return refusalOutcome(verdict)
  if (step === endStepOf(session)) return endDocument(session, step, cause)
  const question = codeOf(kind.kind, step, 'ask')
  if (document && isTextCode(question) && (await ask(questionOfIrreversible(question), cause)) !== 'yes') {
    return outcomeOf('warning', 'documents.kept', { barcode: nameOf(document) })
  }
  return takeConfirmedStep(session, step, cause, document)
}

/** Lists what blocks the step, and takes it once all is settled; undefined if that is not possible here. */
export function resolveBlockers(
  session: Session,
  step: string,
  cause: Cause,
): Promise<RunOutcome> | undefined {
  return step === endStepOf(session) &&
    mayEnd(session, step) === true &&
    knownFindings(session, cause).length > 0
    ? endDocument(session, step, cause)
    : undefined
}

export function mayListOpenPoints(session: Session): Verdict {
  return mayEnd(session, endStepOf(session))
}

/** Lists what must be settled before the document can end. */
export async function listOpenPoints(session: Session, cause: Cause): Promise<RunOutcome> {
  const step = endStepOf(session)
  return step === undefined ? undefined : endDocument(session, step, cause, true)
}

// May the document end, apart from its lines?
const mayEnd = (session: Session, step: string | undefined): Verdict => {
  const { kind, mode, place } = session.parts
  const document = session.get().sheet?.document
  if (step === undefined) return refuse('notOnThisScreen')
  const verdict = mayTakeStep(session, step)
  if (verdict === true || !document) return verdict
  const linesVerdict = kind.documentSteps[step]?.guard?.(document) ?? true
  const onlyLinesForbid = linesVerdict !== true && linesVerdict.code === verdict.code
  const mayHere = mayActAt(mode.access, step, document.header, new Set([place.location]))
  return onlyLinesForbid && mayHere === true ? true : verdict
}

const endDocument = async (
  session: Session,
  step: string,
  cause: Cause,
  listing?: true,
): Promise<RunOutcome> => {
  const settled = await settleFindings(session, cause, listing)
  return settled === 'go' ? takeConfirmedStep(session, step, cause) : settled
}

// `seen`: the document when the person decided on the step.
const takeConfirmedStep = async (
  session: Session,
  step: string,
  cause: Cause,
  seen = session.get().sheet?.document,
  keySuffix: KeySuffix = '',
): Promise<RunOutcome> => {
  const verdict = mayTakeStep(session, step)
  if (verdict !== true) return refusalOutcome(verdict)
  const drained = await duringStep(session, step, () => waitUntilSent(session))
  if (drained !== true) return refusalOutcome(drained)
  const document = session.get().sheet?.document
  if (!document) return refusalOutcome(refuse('stillLoading'))
  const changed = seen && refuseIfAnyChanged(session, seen, document)
  if (changed) return changed
  const failed = codeOf(session.parts.kind.kind, step, 'failed')
  const { result, keep } = await sendStep(session, step, cause, document, keySuffix)
  if (!result.ok) {
    if (result.error.status === 409 || result.error.code === 'not_found') {
      const outcome = await describeConflict(session)
      showUnseen(session, document)
      if (outcome) return outcome
      if (keySuffix === '' && isAsSeen(session, document))
        return takeConfirmedStep(session, step, cause, undefined, '.again')
    }
    return withOutage(result.error, failureOf(failed, reasonOf(result.error)))
  }
  if (!result.value.ok) {
    await loadDocument(session)
    return failureOf(failed, sayReply(result.value.message))
  }
  const { value } = result
  return session.guard.afterOwnStep(() => finishStep(session, step, document, value, keep))
}

// Sends a step; `keySuffix` distinguishes its key from the key of a refused attempt.
const sendStep = async (
  session: Session,
  step: string,
  cause: Cause,
  document: Document,
  keySuffix: KeySuffix,
) => {
  const { kind, mode, place, perform } = session.parts
  const plain = { type: 'document', step, document } as const
  const body = JSON.stringify(kind.wire.save(place, mode.id, plain).input.body)
  const attempt =
    session.unclearStep?.body === body
      ? session.unclearStep
      : { body, doneAt: new Date().toISOString(), idempotencyKey: changeKey(cause, `${step}${keySuffix}`) }
  const { doneAt, idempotencyKey } = attempt
  const change = kind.wire.save(place, mode.id, { ...plain, doneAt })
  const result = await duringStep(session, step, () => perform(change, { idempotencyKey }))
  session.unclearStep = !result.ok && mayHaveSucceeded(result.error) ? attempt : undefined
  return {
    result,
    keep: () => recordStep(session, document, idempotencyKey, step),
  }
}

// Stores a confirmed step of a whole document with its key: a restored server may have lost the step.
const recordStep = ({ parts }: Session, document: Document, key: string, step: string) => {
  const { outbox, place, user } = parts
  const { kind, mode, number, header } = document
  if (kind === 'request' || number === null) return
  const uuid = uuidOf({ header })
  const of = { kind, mode, place, ...(uuid !== '' && { uuid }) }
  const intent = { type: 'whole', ...of, step } as const
  outbox.noteConfirmed({ id: key, user: user(), lane: laneOfDocument(kind, number), intent })
}

// Scrolls to the first line that the sent document lacked.
const showUnseen = (session: Session, sent: Document) => {
  const { sheet } = session.get()
  const [added] = sheet ? compareDocuments(sent, sheet.document).added : []
  const entry = added === undefined ? undefined : entryOf(session, added)
  if (entry) scrollToLine(session, entry.key)
}

// Has only the version changed, and nothing that the person can see?
const isAsSeen = ({ parts, get }: Session, sent: Document): boolean => {
  const now = get().sheet?.document
  return (
    now !== undefined &&
    versionOf(now) !== versionOf(sent) &&
    isEmptyDifference(compareDocuments(sent, now)) &&
    isSameHeader(parts.kind.header, sent, now)
  )
}

// Shows a step that the server has confirmed, and returns its outcome.
const finishStep = async (
  session: Session,
  step: string,
  document: Document,
  reply: Saved,
  keep: () => void,
): Promise<RunOutcome> => {
  const { kind, mode, leave } = session.parts
  const { message } = reply
  const checked = mustVerify(message)
    ? await (await import('./check-end.ts')).checkEnd(session, step, reply)
    : 'unread'
  if (checked !== 'unread' && checked !== 'done') return checked
  keep()
  applyEvent(session, { type: 'advanced', step })
  printAfter(kind, mode, step, document)
  // The editor leaves too: its lines end with the others.
  if (kind.stages.detail.endsAtList) leave()
  else if (checked === 'unread') await loadDocument(session)
  const ended = session.get().sheet?.document
  const decision = ended && session.stage.openDecision?.(ended)
  if (decision) return outcomeOf('warning', codeOf(kind.kind, 'decision'), factsOfDecision(decision))
  const outcome =
    step === endStepOf(session)
      ? describeTotal(session.stage, codeOf(kind.kind, step, 'total'), document)
      : outcomeOf('ok', codeOf(kind.kind, step, 'done'))
  return withServerMessage(outcome, message)
}
