// Edits the header, and the header field that stays editable during the work (part 2 section 2.7).

import type { HeaderIntent } from '#app/outbox/intent.ts'
import type { AppendFailure } from '#app/outbox/storage.ts'
import { focusHome } from '#app/ui/focus-owner.ts'
import { type Cause, type CommandOutcome, changeKey } from '#core/commands/command.ts'
import type { DocumentPort } from '#core/commands/context.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import { isTemperature } from '#core/wire/document-values.ts'
import { refuse, type Verdict } from '#core/wire/refusals.ts'
import type { Result } from '#core/wire/result.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import { say, sayCode } from '#text/say.ts'
import type { Core } from './core.ts'
import type { OperationSender } from './operation-sender.ts'
import { codeOf } from './wording.ts'

export interface HeaderEditor extends Pick<DocumentPort, 'mayUpdateHeader' | 'updateHeader'> {
  /** Sets the field's input; null: it shows the server's value. */
  readonly typeField: (text: string | null) => void
  /** Stores an edit; returns the server's reply as `later`. Calls `shown` once the edit is drawn. */
  readonly sendHeader: (
    edit: Pick<HeaderIntent, 'step' | 'seen' | 'values' | 'words'>,
    cause: Cause,
    shown?: () => void,
  ) => Promise<Result<CommandOutcome, AppendFailure>>
}

export function createHeaderEditor(core: Core, { send }: OperationSender): HeaderEditor {
  const { parts } = core
  const { headerEdit } = core.stage

  const sendHeader: HeaderEditor['sendHeader'] = (edit, cause, shown) =>
    send(changeKey(cause, edit.step), { type: 'header', ...edit }, () => {
      core.applyPending()
      shown?.()
      const { number } = core.get().sheet?.document ?? parts
      return outcomeOf('ok', 'documents.headerHere', {
        name: sayCode(codeOf(parts.kind.kind, 'one'), { number: number ?? '' }),
      })
    })

  const typeField = (fieldTyped: string | null) => {
    const { sheet, fieldTyped: before, fieldSeen } = core.get()
    const now = sheet?.document.header[headerEdit?.fields[0] ?? ''] ?? null
    core.set({ fieldTyped, fieldSeen: before === null ? now : fieldSeen })
  }
  const mayUpdateHeader = (): Verdict => {
    if (!headerEdit) return refuse('notOnThisScreen')
    return core.get().runningStep === null ? core.mayStep(headerEdit.step) : refuse('busy')
  }

  return {
    typeField,
    sendHeader,
    mayUpdateHeader,
    updateHeader: async (cause) => {
      const verdict = mayUpdateHeader()
      const { sheet, fieldTyped, fieldSeen, fieldFocusRequests } = core.get()
      if (verdict !== true) return refusalOutcome(verdict)
      const [name] = headerEdit?.fields ?? []
      if (!sheet || !headerEdit || name === undefined) return refusalOutcome(refuse('stillLoading'))
      if (fieldTyped === null) {
        core.set({ fieldFocusRequests: fieldFocusRequests + 1 })
        return undefined
      }
      const value = fieldTyped.trim()
      if (!isTemperature(value)) {
        typeField(null)
        return outcomeOf('error', 'temperatureWrong')
      }
      const edit = {
        step: headerEdit.step,
        seen: { [name]: fieldSeen ?? sheet.document.header[name] ?? '' },
        values: { [name]: value },
        words: `${say('receiveTemperature')} ${say('inCelsius', { n: value })}`,
      }
      const stored = await sendHeader(edit, cause, () => {
        typeField(null)
        focusHome()
      })
      return stored.ok ? stored.value : outcomeOf('error', `outbox.${stored.error}`)
    },
  }
}
