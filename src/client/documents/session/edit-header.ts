// A header field edited while its document is worked on: the received temperature (part 2 section 2.7).
import { mayHaveSucceeded } from '#client/api/problem.ts'
import { needsReading } from '#client/api/wire-text.ts'
import { failureOf, outcomeOf, untilSent, withWord } from '#client/input/engine/outcomes.ts'
import { focusHome } from '#client/ui/focus-owner.ts'
import { reasonOf, sayReply } from '#client/ui/reason.ts'
import { changeKey } from '#commands/command.ts'
import type { DocumentPort } from '#commands/context.ts'
import { refusalOutcome } from '#commands/dispatch.ts'
import { isTemperature } from '#contract/document-values.ts'
import { refuse, type Verdict } from '#contract/refusals.ts'
import type { HeaderValues } from '#kinds/document.ts'
import type { Core } from './core.ts'
import { describeConflict } from './send-line.ts'
import { whileTaking } from './while-taking.ts'
import { codeOf } from './wording.ts'

export interface HeaderEditor extends Pick<DocumentPort, 'mayUpdateHeader' | 'updateHeader'> {
  /** Sets the field's input; null: it shows the server's value. */
  readonly typeField: (text: string | null) => void
}

export function createHeaderEditor(core: Core): HeaderEditor {
  const { kind, mode, place, perform } = core.parts
  const { headerEdit } = core.stage
  /** A change that may have arrived: a retry uses its key. */
  let unclear: { readonly value: string; readonly idempotencyKey: string } | undefined

  /** The header when the person began to type; undefined for input of before a reload. */
  let seen: HeaderValues | undefined
  const typeField = (fieldTyped: string | null) => {
    if (core.get().fieldTyped === null) seen = core.get().sheet?.document.header
    core.set({ fieldTyped })
  }
  const mayUpdateHeader = (): Verdict => {
    if (!headerEdit) return refuse('notOnThisScreen')
    return core.get().taking === null ? core.mayStep(headerEdit.step) : refuse('busy')
  }

  return {
    typeField,
    mayUpdateHeader,
    updateHeader: async (cause) => {
      const verdict = mayUpdateHeader()
      const { sheet, fieldTyped, fieldWished } = core.get()
      if (verdict !== true) return refusalOutcome(verdict)
      const [name] = headerEdit?.fields ?? []
      if (!sheet || !headerEdit || name === undefined) return refusalOutcome(refuse('stillLoading'))
      const { document } = sheet
      const { step } = headerEdit
      if (fieldTyped === null) {
        core.set({ fieldWished: fieldWished + 1 })
        return undefined
      }
      const value = fieldTyped.trim()
      if (!isTemperature(value)) {
        typeField(null)
        return outcomeOf('error', 'temperatureWrong')
      }
      const drained = await whileTaking(core, step, core.drained)
      if (drained !== true) return refusalOutcome(drained)
      const values = { ...document.header, [name]: value }
      const idempotencyKey = unclear?.value === value ? unclear.idempotencyKey : changeKey(cause, step)
      const change = { type: 'header', values, document, seen: seen ?? document.header } as const
      const result = await whileTaking(core, step, async () => {
        const reply = await perform(kind.wire.save(place, mode.id, change), { idempotencyKey })
        // The input stays until the document is reloaded with it, so that it does not disappear in between.
        if (reply.ok && reply.value.ok) await core.loadChanged()
        return reply
      })
      unclear = !result.ok && mayHaveSucceeded(result.error) ? { value, idempotencyKey } : undefined
      const failed = codeOf(kind.kind, step, 'failed')
      if (!result.ok) {
        if (result.error.status === 409) {
          const outcome = await describeConflict(core)
          if (outcome) return outcome
        }
        return untilSent(result.error, failureOf(failed, reasonOf(result.error)))
      }
      if (!result.value.ok) {
        void core.load()
        return failureOf(failed, sayReply(result.value.message))
      }
      const { sheet: now, problem } = core.get()
      if (needsReading(result.value.message) && now && problem === null) {
        const { hasHeader } = await import('#kinds/done.ts')
        const compared = { seen: document.header, sent: values, now: now.document.header }
        if (!hasHeader([name], compared)) return failureOf(failed, sayReply(result.value.said))
      }
      typeField(null)
      focusHome()
      return withWord(outcomeOf('ok', codeOf(kind.kind, step, 'done')), result.value.message)
    },
  }
}
