// Edits the header, and the header field that stays editable during the work (part 2 section 2.7).

import type { HeaderIntent } from '#app/outbox/intent.ts'
import type { AppendFailure } from '#app/outbox/storage.ts'
import { focusHome } from '#app/ui/focus-owner.ts'
import { type Cause, type CommandOutcome, changeKey, type RunOutcome } from '#core/commands/command.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import { isTemperature } from '#core/wire/document-values.ts'
import { refuse, type Verdict } from '#core/wire/refusals.ts'
import type { Result } from '#core/wire/result.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import { say, sayCode } from '#text/say.ts'
import { applyPending } from './load-document.ts'
import { mayStep } from './may-step.ts'
import { sendOperation } from './send-operation.ts'
import type { Session } from './session-state.ts'
import { codeOf } from './wording.ts'

/** Stores an edit; returns the server's reply as `later`. Calls `shown` once the edit is drawn. */
export function sendHeader(
  session: Session,
  edit: Pick<HeaderIntent, 'step' | 'seen' | 'values' | 'words'>,
  cause: Cause,
  shown?: () => void,
): Promise<Result<CommandOutcome, AppendFailure>> {
  const { parts } = session
  return sendOperation(session, changeKey(cause, edit.step), { type: 'header', ...edit }, () => {
    applyPending(session)
    shown?.()
    const { number } = session.get().sheet?.document ?? parts
    return outcomeOf('ok', 'documents.headerHere', {
      name: sayCode(codeOf(parts.kind.kind, 'one'), { number: number ?? '' }),
    })
  })
}

/** Sets the field's input; null: it shows the server's value. */
export function typeField(session: Session, fieldTyped: string | null): void {
  const { sheet, fieldTyped: before, fieldSeen } = session.get()
  const now = sheet?.document.header[session.stage.headerEdit?.fields[0] ?? ''] ?? null
  session.set({ fieldTyped, fieldSeen: before === null ? now : fieldSeen })
}

export function mayUpdateHeader(session: Session): Verdict {
  const { headerEdit } = session.stage
  if (!headerEdit) return refuse('notOnThisScreen')
  return session.get().runningStep === null ? mayStep(session, headerEdit.step) : refuse('busy')
}

/** Saves the field's input, or focuses the field. */
export async function updateHeader(session: Session, cause: Cause): Promise<RunOutcome> {
  const { headerEdit } = session.stage
  const verdict = mayUpdateHeader(session)
  const { sheet, fieldTyped, fieldSeen, fieldFocusRequests } = session.get()
  if (verdict !== true) return refusalOutcome(verdict)
  const [name] = headerEdit?.fields ?? []
  if (!sheet || !headerEdit || name === undefined) return refusalOutcome(refuse('stillLoading'))
  if (fieldTyped === null) {
    session.set({ fieldFocusRequests: fieldFocusRequests + 1 })
    return undefined
  }
  const value = fieldTyped.trim()
  if (!isTemperature(value)) {
    typeField(session, null)
    return outcomeOf('error', 'temperatureWrong')
  }
  const edit = {
    step: headerEdit.step,
    seen: { [name]: fieldSeen ?? sheet.document.header[name] ?? '' },
    values: { [name]: value },
    words: `${say('receiveTemperature')} ${say('inCelsius', { n: value })}`,
  }
  const stored = await sendHeader(session, edit, cause, () => {
    typeField(session, null)
    focusHome()
  })
  return stored.ok ? stored.value : outcomeOf('error', `outbox.${stored.error}`)
}
