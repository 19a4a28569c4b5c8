// Deletes a line.

import { type Cause, type CommandOutcome, changeKey } from '#core/commands/command.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import type { Line } from '#core/kinds/document.ts'
import { lineAllows } from '#core/kinds/engine.ts'
import { refuse, type Verdict } from '#core/wire/refusals.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import { questionOfIrreversible } from '#input/questions/question.ts'
import { applyEvent } from './apply-event.ts'
import { entryOf, returnToLine } from './current-line.ts'
import { applyPending } from './load-document.ts'
import { mayStep } from './may-step.ts'
import { refuseIfChanged } from './refuse-if-changed.ts'
import { sendOperation } from './send-operation.ts'
import type { Session } from './session-state.ts'
import { codeOf } from './wording.ts'

export function mayDeleteLine(session: Session, barcode?: string): Verdict {
  const may = mayStep(session, 'delete')
  const { sheet } = session.get()
  if (may !== true || !sheet) return may
  const entry = entryOf(session, barcode)
  if (!entry) return refuse('noLine')
  return entry.line.id === null
    ? true
    : lineAllows(session.parts.kind, 'delete', sheet.document, entry.line, 0)
}

/**
 * Deletes a line: locally if it is unsaved, else on the server too. `seen`: the line that the person agreed
 * to delete; without it, asks first.
 */
export async function deleteEntry(
  session: Session,
  key: string,
  cause: Cause,
  seen?: Line,
): Promise<CommandOutcome | undefined> {
  const { kind, ask } = session.parts
  const entry = session.get().sheet?.entries[key]
  if (!entry) return refusalOutcome(refuse('noLine'))
  const { barcode } = entry.line
  if (entry.line.id === null) {
    applyEvent(session, { type: 'dropped', key })
    return outcomeOf('ok', 'documents.removed.line', { barcode })
  }
  const code = codeOf(kind.kind, 'delete', 'ask')
  if (!seen && (await ask(questionOfIrreversible(code, { barcode }), cause)) !== 'yes') {
    returnToLine(session, key, cause)
    return outcomeOf('warning', 'documents.kept', { barcode })
  }
  const changed = refuseIfChanged(session, seen ?? entry.line)
  if (changed) return changed
  const line = session.get().sheet?.entries[key]?.line ?? entry.line
  const intent = { type: 'delete', line } as const
  const outcome = await sendOperation(session, changeKey(cause, `${key}.delete`), intent, () => {
    applyPending(session)
    return outcomeOf('ok', 'documents.deletedHere', { barcode })
  })
  return outcome.ok ? outcome.value : outcomeOf('error', `outbox.${outcome.error}`, { barcode })
}
