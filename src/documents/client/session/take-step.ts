// Takes steps of the whole document: ship, cancel and others.

import { mayHaveSucceeded } from '#app/api/problem.ts'
import { mustVerify } from '#app/api/wire-text.ts'
import { reasonOf, sayReply } from '#app/ui/reason.ts'
import { type Cause, changeKey, type RunOutcome } from '#core/commands/command.ts'
import type { DocumentPort } from '#core/commands/context.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import { compareDocuments, isEmptyDifference, isSameHeader } from '#core/kinds/compare.ts'
import { versionOf } from '#core/kinds/derive/body.ts'
import type { Document } from '#core/kinds/document.ts'
import { mayActAt } from '#core/kinds/engine.ts'
import type { Saved } from '#core/kinds/kind.ts'
import { refuse, type Verdict } from '#core/wire/refusals.ts'
import { recordStep } from '#documents/client/record-step.ts'
import { failureOf, outcomeOf, withOutage, withServerMessage } from '#input/engine/outcomes.ts'
import { questionOfIrreversible } from '#input/questions/question.ts'
import { isTextCode } from '#text/say.ts'
import { type CloseOutContext, createCloseOut } from './close-out.ts'
import type { Core } from './core.ts'
import { duringStep } from './during-step.ts'
import { printAfter } from './print-after.ts'
import { refuseIfAnyChanged } from './refuse-if-changed.ts'
import { describeConflict } from './send-line.ts'
import { codeOf, describeTotal, factsOfDecision, nameOf } from './wording.ts'

export type StepTaker = Pick<
  DocumentPort,
  'may' | 'takeStep' | 'resolveBlockers' | 'mayListOpenPoints' | 'listOpenPoints'
>

// A step that may have succeeded: a retry repeats it exactly, with its time and idempotency key.
interface UnclearStep {
  readonly body: string
  readonly doneAt: string
  readonly idempotencyKey: string
}

// Scrolls to the first line that the sent document lacked.
function showUnseen(core: Core, sent: Document): void {
  const { sheet } = core.get()
  const [added] = sheet ? compareDocuments(sent, sheet.document).added : []
  const entry = added === undefined ? undefined : core.entryOf(added)
  if (entry) core.scrollToLine(entry.key)
}

// Has only the version changed, and nothing that the person can see?
function isAsSeen({ parts, get }: Core, sent: Document): boolean {
  const now = get().sheet?.document
  return (
    now !== undefined &&
    versionOf(now) !== versionOf(sent) &&
    isEmptyDifference(compareDocuments(sent, now)) &&
    isSameHeader(parts.kind.header, sent, now)
  )
}

function createStepSender(core: Core) {
  const { kind, mode, place, perform, outbox, user } = core.parts
  let unclear: UnclearStep | undefined
  /** Sends a step; `keySuffix` distinguishes its key from the key of a refused attempt. */
  return async (step: string, cause: Cause, document: Document, keySuffix: '' | '.again') => {
    const plain = { type: 'document', step, document } as const
    const body = JSON.stringify(kind.wire.save(place, mode.id, plain).input.body)
    const attempt =
      unclear?.body === body
        ? unclear
        : {
            body,
            doneAt: new Date().toISOString(),
            idempotencyKey: changeKey(cause, `${step}${keySuffix}`),
          }
    const { doneAt, idempotencyKey } = attempt
    const change = kind.wire.save(place, mode.id, { ...plain, doneAt })
    const result = await duringStep(core, step, () => perform(change, { idempotencyKey }))
    unclear = !result.ok && mayHaveSucceeded(result.error) ? attempt : undefined
    return {
      result,
      keep: () => recordStep(outbox, user(), place, document, { key: idempotencyKey, step }),
    }
  }
}

// Shows a step that the server has confirmed, and returns its outcome.
async function finishStep(
  core: Core,
  step: string,
  document: Document,
  reply: Saved,
  { isEnd, keep }: { readonly isEnd: boolean; readonly keep: () => void },
): Promise<RunOutcome> {
  const { kind, mode, leave } = core.parts
  const { message } = reply
  const checked = mustVerify(message)
    ? await (await import('./check-end.ts')).checkEnd(core, step, reply)
    : 'unread'
  if (checked !== 'unread' && checked !== 'done') return checked
  keep()
  core.apply({ type: 'advanced', step })
  printAfter(kind, mode, step, document)
  // The editor leaves too: its lines end with the others.
  if (kind.stages.detail.endsAtList) leave()
  else if (checked === 'unread') await core.load()
  const ended = core.get().sheet?.document
  const decision = ended && core.stage.openDecision?.(ended)
  if (decision) return outcomeOf('warning', codeOf(kind.kind, 'decision'), factsOfDecision(decision))
  const outcome = isEnd
    ? describeTotal(core.stage, codeOf(kind.kind, step, 'total'), document)
    : outcomeOf('ok', codeOf(kind.kind, step, 'done'))
  return withServerMessage(outcome, message)
}

export function createStepTaker(core: Core, context: CloseOutContext): StepTaker {
  const { kind, mode, place, ask } = core.parts
  const closeOut = createCloseOut(core, context)
  const sendStep = createStepSender(core)

  const may = (step: string): Verdict => {
    const verdict = core.mayStep(step)
    return verdict === true && core.get().runningStep !== null ? refuse('busy') : verdict
  }

  /** May the document end, apart from its lines? */
  const mayEnd = (step: string | undefined): Verdict => {
    const document = core.get().sheet?.document
    if (step === undefined) return refuse('notOnThisScreen')
    const verdict = may(step)
    if (verdict === true || !document) return verdict
    const linesVerdict = kind.documentSteps[step]?.guard?.(document) ?? true
    const onlyLinesForbid = linesVerdict !== true && linesVerdict.code === verdict.code
    const mayHere = mayActAt(mode.access, step, document.header, new Set([place.location]))
    return onlyLinesForbid && mayHere === true ? true : verdict
  }

  /** `seen`: the document when the person decided on the step. */
  const takeStep = async (
    step: string,
    cause: Cause,
    seen = core.get().sheet?.document,
    keySuffix: '' | '.again' = '',
  ): Promise<RunOutcome> => {
    const verdict = may(step)
    if (verdict !== true) return refusalOutcome(verdict)
    const drained = await duringStep(core, step, core.waitUntilSent)
    if (drained !== true) return refusalOutcome(drained)
    const document = core.get().sheet?.document
    if (!document) return refusalOutcome(refuse('stillLoading'))
    const changed = seen && refuseIfAnyChanged(core, seen, document)
    if (changed) return changed
    const failed = codeOf(kind.kind, step, 'failed')
    const { result, keep } = await sendStep(step, cause, document, keySuffix)
    if (!result.ok) {
      if (result.error.status === 409 || result.error.code === 'not_found') {
        const outcome = await describeConflict(core)
        showUnseen(core, document)
        if (outcome) return outcome
        if (keySuffix === '' && isAsSeen(core, document)) return takeStep(step, cause, undefined, '.again')
      }
      return withOutage(result.error, failureOf(failed, reasonOf(result.error)))
    }
    if (!result.value.ok) {
      await core.load()
      return failureOf(failed, sayReply(result.value.message))
    }
    const { value } = result
    const isEnd = step === closeOut.step
    return context.afterOwnStep(() => finishStep(core, step, document, value, { isEnd, keep }))
  }

  const end = async (step: string, cause: Cause, listing?: true): Promise<RunOutcome> => {
    const settled = await closeOut.settle(cause, () => may(step) === true, listing)
    return settled === 'go' ? takeStep(step, cause) : settled
  }

  return {
    may,
    takeStep: async (step, cause) => {
      const verdict = may(step)
      const document = core.get().sheet?.document
      if (verdict !== true) return refusalOutcome(verdict)
      if (step === closeOut.step) return end(step, cause)
      const question = codeOf(kind.kind, step, 'ask')
      if (
        document &&
        isTextCode(question) &&
        (await ask(questionOfIrreversible(question), cause)) !== 'yes'
      ) {
        return outcomeOf('warning', 'documents.kept', { barcode: nameOf(document) })
      }
      return takeStep(step, cause, document)
    },
    resolveBlockers: (step, cause) =>
      step === closeOut.step && mayEnd(step) === true && closeOut.findings(cause).length > 0
        ? end(step, cause)
        : undefined,
    mayListOpenPoints: () => mayEnd(closeOut.step),
    listOpenPoints: async (cause) =>
      closeOut.step === undefined ? undefined : end(closeOut.step, cause, true),
  }
}
