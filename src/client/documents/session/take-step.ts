// Steps of the whole document: ship, cancel and others.

import { mayHaveSucceeded } from '#client/api/problem.ts'
import { needsReading } from '#client/api/wire-text.ts'
import { failureOf, outcomeOf, untilSent, withWord } from '#client/input/engine/outcomes.ts'
import { questionOfEnd } from '#client/input/questions/question.ts'
import { reasonOf, sayReply } from '#client/ui/reason.ts'
import { type Cause, changeKey, type RunOutcome } from '#commands/command.ts'
import type { DocumentPort } from '#commands/context.ts'
import { refusalOutcome } from '#commands/dispatch.ts'
import { refuse, type Verdict } from '#contract/refusals.ts'
import { compareDocuments, isSame, isSameHeader } from '#kinds/compare.ts'
import { versionOf } from '#kinds/derive/body.ts'
import type { Document } from '#kinds/document.ts'
import { mayActAt } from '#kinds/engine.ts'
import { isTextCode } from '#text/say.ts'
import { type CloseOutContext, createCloseOut } from './close-out.ts'
import type { Core } from './core.ts'
import { printAfter } from './print-after.ts'
import { describeConflict } from './send-line.ts'
import { codeOf, describeTotal, factsOfDecision, nameOf } from './wording.ts'

export type StepTaker = Pick<DocumentPort, 'may' | 'take' | 'settle' | 'mayListLeft' | 'listLeft'>

// Scrolls to the first line that the sent document lacked.
function showUnseen(core: Core, sent: Document): void {
  const { sheet } = core.get()
  const [added] = sheet ? compareDocuments(sent, sheet.document).added : []
  const entry = added === undefined ? undefined : core.entryOf(added)
  if (entry) core.show(entry.key)
}

export function createStepTaker(core: Core, around: CloseOutContext): StepTaker {
  const { kind, mode, place, perform, ask } = core.parts
  const closeOut = createCloseOut(core, around)
  /** A step that may have arrived: a retry uses its key. */
  let unclear:
    | { readonly meant: string; readonly doneAt: string; readonly idempotencyKey: string }
    | undefined

  const may = (step: string): Verdict => {
    const verdict = core.mayStep(step)
    return verdict === true && core.get().taking !== null ? refuse('busy') : verdict
  }

  /** May the document be ended, apart from its lines? */
  const mayEnd = (step: string | undefined): Verdict => {
    const document = core.get().sheet?.document
    if (step === undefined) return refuse('notOnThisScreen')
    const verdict = may(step)
    if (verdict === true || !document) return verdict
    const ofLines = kind.documentSteps[step]?.guard?.(document) ?? true
    const isOfLines = ofLines !== true && ofLines.code === verdict.code
    const here = mayActAt(mode.access, step, document.header, new Set([place.location]))
    return isOfLines && here === true ? true : verdict
  }

  /** Has only the version changed, and nothing that a person can have overlooked? */
  const isAsSeen = (sent: Document): boolean => {
    const now = core.get().sheet?.document
    return (
      now !== undefined &&
      versionOf(now) !== versionOf(sent) &&
      isSame(compareDocuments(sent, now)) &&
      isSameHeader(kind.header, sent, now)
    )
  }

  const go = async (step: string, cause: Cause, again?: 'again'): Promise<RunOutcome> => {
    const verdict = may(step)
    if (verdict !== true) return refusalOutcome(verdict)
    core.set({ taking: step })
    const drained = await core.drained()
    core.set({ taking: null })
    if (drained !== true) return refusalOutcome(drained)
    const document = core.get().sheet?.document
    if (!document) return refusalOutcome(refuse('stillLoading'))
    const failed = codeOf(kind.kind, step, 'failed')
    const plain = { type: 'document', step, document } as const
    const meant = JSON.stringify(kind.wire.save(place, mode.id, plain).input.body)
    const repeated = unclear?.meant === meant ? unclear : undefined
    // A repeated request is the same to the letter, its time included.
    const doneAt = repeated?.doneAt ?? new Date().toISOString()
    const change = kind.wire.save(place, mode.id, { ...plain, doneAt })
    const idempotencyKey = repeated?.idempotencyKey ?? changeKey(cause, again ? `${step}.again` : step)
    core.set({ taking: step })
    const result = await perform(change, { idempotencyKey })
    core.set({ taking: null })
    unclear = !result.ok && mayHaveSucceeded(result.error) ? { meant, doneAt, idempotencyKey } : undefined
    if (!result.ok) {
      if (result.error.status === 409 || result.error.code === 'not_found') {
        const outcome = await describeConflict(core)
        showUnseen(core, document)
        if (outcome) return outcome
        if (again === undefined && isAsSeen(document)) return go(step, cause, 'again')
      }
      return untilSent(result.error, failureOf(failed, reasonOf(result.error)))
    }
    if (!result.value.ok) {
      await core.load()
      return failureOf(failed, sayReply(result.value.message))
    }
    const { value } = result
    const checked = needsReading(value.message)
      ? await (await import('./check-end.ts')).checkEnd(core, step, value)
      : 'unread'
    if (checked !== 'unread' && checked !== 'done') return checked
    core.apply({ type: 'advanced', step })
    printAfter(kind, mode, step, document)
    const done = codeOf(kind.kind, step, 'done')
    // Also from the editor: its lines are ended with the others.
    if (kind.stages.detail.endsAtList) core.parts.leave()
    else if (checked === 'unread') await core.load()
    const ended = core.get().sheet?.document
    const decision = ended && core.stage.openDecision?.(ended)
    if (decision) return outcomeOf('warning', codeOf(kind.kind, 'decision'), factsOfDecision(decision))
    const word = result.value.message
    if (step !== closeOut.step) return withWord(outcomeOf('ok', done), word)
    return withWord(describeTotal(core.stage, codeOf(kind.kind, step, 'total'), document), word)
  }

  const end = async (step: string, cause: Cause, listing?: true): Promise<RunOutcome> => {
    const settled = await closeOut.settle(cause, () => may(step) === true, listing)
    return settled === 'go' ? go(step, cause) : settled
  }

  return {
    may,
    take: async (step, cause) => {
      const verdict = may(step)
      const document = core.get().sheet?.document
      if (verdict !== true) return refusalOutcome(verdict)
      if (step === closeOut.step) return end(step, cause)
      const question = codeOf(kind.kind, step, 'ask')
      if (document && isTextCode(question) && (await ask(questionOfEnd(question))) !== 'yes') {
        return outcomeOf('warning', 'documents.kept', { barcode: nameOf(document) })
      }
      return go(step, cause)
    },
    settle: (step, cause) =>
      step === closeOut.step && mayEnd(step) === true && closeOut.left(cause).length > 0
        ? end(step, cause)
        : undefined,
    mayListLeft: () => mayEnd(closeOut.step),
    listLeft: async (cause) => (closeOut.step === undefined ? undefined : end(closeOut.step, cause, true)),
  }
}
