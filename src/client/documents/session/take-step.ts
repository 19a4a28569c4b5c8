// Steps of the whole document: ship, cancel, and what later kinds bring.

import { isUnclear } from '#client/api/problem.ts'
import { failureOf, outcomeOf, untilSent } from '#client/input/engine/outcomes.ts'
import { noteOf, questionOfEnd } from '#client/input/questions/question.ts'
import { reasonOf, sayReply } from '#client/ui/reason.ts'
import { changeKey } from '#commands/command.ts'
import type { DocumentPort } from '#commands/context.ts'
import { refusalOutcome } from '#commands/dispatch.ts'
import { refuse, type Verdict } from '#contract/refusals.ts'
import { documentAllows } from '#kinds/engine.ts'
import { finalStepOf } from '#kinds/screens.ts'
import { findEntry, pendingEntries } from '#kinds/worksheet.ts'
import { isTextCode } from '#text/say.ts'
import type { Core } from './core.ts'
import { describeConflict } from './send-line.ts'
import { codeOf, factsOfDecision, nameOf } from './wording.ts'

export type StepTaker = Pick<DocumentPort, 'may' | 'take'>

export function createStepTaker(core: Core): StepTaker {
  const { kind, mode, place, perform, ask, notify } = core.parts
  /** A step that may or may not have arrived: the same again goes out under its own key. */
  let unclear: { readonly meant: string; readonly idempotencyKey: string } | undefined

  const may = (step: string): Verdict => {
    const verdict = core.mayStep(step)
    const { sheet, taking } = core.get()
    if (verdict !== true || !sheet) return verdict
    if (taking !== null) return refuse('busy')
    // What ends the document well must not leave an edit behind; what throws it away may.
    const ends = step === finalStepOf(core.stage)
    return ends && pendingEntries(sheet).length > 0 ? refuse('linesUnsaved') : true
  }

  return {
    may,
    take: async (step, cause) => {
      const verdict = may(step)
      const document = core.get().sheet?.document
      if (verdict !== true) return refusalOutcome(verdict)
      if (!document) return refusalOutcome(refuse('stillLoading'))
      const precheck = documentAllows(kind, step, document)
      if (precheck !== true) {
        const barcode = String(precheck.facts?.barcode ?? '')
        await ask(noteOf(codeOf(kind.kind, step, 'precheck'), { barcode }))
        const { sheet } = core.get()
        const entry = sheet && findEntry(sheet, barcode)
        if (entry) core.focus(entry.key)
        return refusalOutcome(precheck)
      }
      const question = codeOf(kind.kind, step, 'ask')
      if (isTextCode(question) && (await ask(questionOfEnd(question))) !== 'yes') {
        return outcomeOf('warning', 'documents.kept', { barcode: nameOf(document) })
      }
      const failed = codeOf(kind.kind, step, 'failed')
      const change = kind.wire.save(place, mode.id, { type: 'document', step, document })
      const meant = JSON.stringify(change.input.body)
      const idempotencyKey = unclear?.meant === meant ? unclear.idempotencyKey : changeKey(cause, step)
      core.set({ taking: step })
      const result = await perform(change, { idempotencyKey })
      core.set({ taking: null })
      unclear = !result.ok && isUnclear(result.error) ? { meant, idempotencyKey } : undefined
      if (!result.ok) {
        if (result.error.status === 409 || result.error.code === 'not_found') {
          const outcome = await describeConflict(core)
          if (outcome) return outcome
        }
        return untilSent(result.error, failureOf(failed, reasonOf(result.error)))
      }
      if (!result.value.ok) {
        await core.load()
        return failureOf(failed, sayReply(result.value.message))
      }
      core.apply({ type: 'advanced', step })
      const done = codeOf(kind.kind, step, 'done')
      notify(done, {}, 'ok')
      if (core.stage.endsAtList) core.parts.leave()
      else await core.load()
      const now = core.get().sheet?.document
      const decision = now && core.stage.openDecision?.(now)
      return decision
        ? outcomeOf('warning', codeOf(kind.kind, 'decision'), factsOfDecision(decision))
        : outcomeOf('ok', done)
    },
  }
}
