// Steps of the whole document: ship, cancel, and what later kinds bring.

import { isUnclear } from '#client/api/problem.ts'
import { failureOf, outcomeOf, untilSent } from '#client/input/engine/outcomes.ts'
import { noteOf, questionOfEnd } from '#client/input/questions/question.ts'
import { reasonOf, sayReply } from '#client/ui/reason.ts'
import { type Cause, changeKey, type RunOutcome } from '#commands/command.ts'
import type { DocumentPort } from '#commands/context.ts'
import { refusalOutcome } from '#commands/dispatch.ts'
import { refuse, type Verdict } from '#contract/refusals.ts'
import type { Document } from '#kinds/document.ts'
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
      if (verdict !== true) return refusalOutcome(verdict)
      core.set({ taking: step })
      const drained = await core.drained()
      core.set({ taking: null })
      if (drained !== true) return refusalOutcome(drained)
      const document = core.get().sheet?.document
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
      const unlisted =
        step === finalStepOf(core.stage) ? await listUnlisted(core, document, cause) : undefined
      if (unlisted) return unlisted
      const question = codeOf(kind.kind, step, 'ask')
      if (isTextCode(question) && (await ask(questionOfEnd(question))) !== 'yes') {
        return outcomeOf('warning', 'documents.kept', { barcode: nameOf(document) })
      }
      const failed = codeOf(kind.kind, step, 'failed')
      const now = core.get().sheet?.document ?? document
      const again = may(step)
      if (again !== true) return refusalOutcome(again)
      const change = kind.wire.save(place, mode.id, { type: 'document', step, document: now })
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
      const ended = core.get().sheet?.document
      const decision = ended && core.stage.openDecision?.(ended)
      return decision
        ? outcomeOf('warning', codeOf(kind.kind, 'decision'), factsOfDecision(decision))
        : outcomeOf('ok', done)
    },
  }
}

// Barcodes that are named in a question; of more it says how many.
const MOST_NAMED = 5

// Asks about the lines that the document lacks for its end, and writes them with none; an outcome where that is not to be, or went
// wrong.
async function listUnlisted(core: Core, document: Document, cause: Cause): Promise<RunOutcome | undefined> {
  const { kind, mode, place, perform, ask } = core.parts
  const { unlisted } = core.stage
  if (!unlisted) return undefined
  const failed = codeOf(kind.kind, 'unlisted', 'failed')
  const found = await perform(unlisted.of(place, document))
  if (!found.ok) return failureOf(failed, reasonOf(found.error))
  const lines = found.value
  if (lines.length === 0) return undefined
  const named = lines.slice(0, MOST_NAMED).map(({ barcode }) => barcode)
  const more = lines.length - named.length
  const barcodes = [...named, ...(more > 0 ? [`+${more}`] : [])].join(', ')
  const facts = { n: lines.length, barcodes }
  if ((await ask(questionOfEnd(codeOf(kind.kind, 'unlisted', 'ask'), facts))) !== 'yes') {
    return outcomeOf('warning', codeOf(kind.kind, 'unlisted', 'kept'), facts)
  }
  const change = {
    type: 'lines',
    step: unlisted.step,
    document,
    lines: lines.map((line) => ({ line, quantity: 0 })),
  } as const
  const idempotencyKey = changeKey(cause, 'unlisted')
  const saved = await perform(kind.wire.save(place, mode.id, change), { idempotencyKey })
  await core.load()
  if (!saved.ok) return untilSent(saved.error, failureOf(failed, reasonOf(saved.error)))
  return saved.value.ok ? undefined : failureOf(failed, sayReply(saved.value.message))
}
