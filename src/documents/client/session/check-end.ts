// Reloads a document after a change whose reply does not show whether it succeeded. Loaded on demand.

import { sayReply } from '#app/ui/reason.ts'
import type { CommandOutcome } from '#core/commands/command.ts'
import { isDocumentStepApplied } from '#core/kinds/applied-changes.ts'
import type { Saved } from '#core/kinds/kind.ts'
import { failureOf, unclearOutcome } from '#input/engine/outcomes.ts'
import { say } from '#text/say.ts'
import { loadChanged } from './load-document.ts'
import type { Session } from './session-state.ts'
import { codeOf, nameOf } from './wording.ts'

/**
 * Checks whether a document step was taken: 'done' by the reloaded document, 'unread' if the reply is enough.
 * Otherwise returns the outcome: it failed, or its result is unknown.
 */
export async function checkEnd(
  session: Session,
  step: string,
  saved: Saved,
): Promise<'done' | 'unread' | CommandOutcome> {
  const { kind } = session.parts
  await loadChanged(session)
  const { sheet, problem } = session.get()
  if (!sheet || problem !== null)
    return saved.message === '' ? 'unread' : unclearOutcome(session.parts.number, saved.message)
  const { document } = sheet
  if (isDocumentStepApplied(kind, document, step)) return 'done'
  const reason = sayReply(saved.message || saved.rawMessage)
  const { status } = document
  return failureOf(
    codeOf(kind.kind, step, 'failed'),
    reason.trim() === '' ? say('documents.stillStatus', { number: nameOf(document), status }) : reason,
  )
}
