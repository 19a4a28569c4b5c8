// Stores the operations of an open document in the outbox, which sends them.

import { isRuledOutFor } from '#app/outbox/ended.ts'
import type { DeleteIntent, HeaderIntent, LineIntent } from '#app/outbox/intent.ts'
import { uuidOf } from '#app/outbox/intent.ts'
import type { AppendFailure } from '#app/outbox/storage.ts'
import type { CommandOutcome } from '#core/commands/command.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import { lineKey } from '#core/kinds/worksheet.ts'
import { refuse } from '#core/wire/refusals.ts'
import { type Result, succeed } from '#core/wire/result.ts'
import { applyPending, laneOf } from './load-document.ts'
import type { Session } from './session-state.ts'

export type DocumentIntent =
  | Omit<LineIntent, 'kind' | 'mode' | 'place' | 'uuid'>
  | Omit<DeleteIntent, 'kind' | 'mode' | 'place' | 'uuid'>
  | Omit<HeaderIntent, 'kind' | 'mode' | 'place' | 'uuid'>

/**
 * Stores an intent with its id and calls `show`. Returns that it is saved on this device, with the server's
 * reply as `later`. Fails if it is not stored, or if that is unknown; the line shows it once it is known to
 * be stored.
 */
export async function sendOperation(
  session: Session,
  id: string,
  intent: DocumentIntent,
  show: () => CommandOutcome,
): Promise<Result<CommandOutcome, AppendFailure>> {
  const { waiters, refusedNewLines, orphanedSteps } = session
  const { kind, mode, place, outbox, user } = session.parts
  if (kind.kind === 'request') throw new Error('A request is no document that people make')
  const before = refusalOfLine(session, intent)
  if (before) return succeed(await before)
  const { sheet } = session.get()
  const uuid = sheet ? uuidOf(sheet.document) : ''
  const fullIntent = { ...intent, kind: kind.kind, mode: mode.id, place, ...(uuid !== '' && { uuid }) }
  if (sheet && isRuledOutFor(fullIntent, sheet.document.status)) {
    const { status, number } = sheet.document
    return succeed(refusalOutcome(refuse('notWhileStatus', { status, number: number ?? '' })))
  }
  const later = new Promise<CommandOutcome>((resolve) => {
    waiters.set(id, resolve)
  })
  const found = () => applyPending(session)
  const appended = await outbox.append({ id, user: user(), lane: laneOf(session), intent: fullIntent, found })
  if (!appended.ok) {
    waiters.delete(id)
    return appended
  }
  const meanwhile = refusalOfLine(session, intent)
  if (meanwhile) {
    waiters.delete(id)
    if (!outbox.close(id, { code: 'outbox.lineRefused', facts: {} })) orphanedSteps.add(id)
    return succeed(await meanwhile)
  }
  if ('line' in intent && intent.line.id === null) refusedNewLines.delete(lineKey(intent.line))
  return succeed({ ...show(), later })
}

/** Removes a line's last step from the outbox; false if it may have been sent. */
export function removeUnsent(session: Session, key: string): boolean {
  const { outbox } = session.parts
  const last = outbox
    .pendingOf(laneOf(session))
    .findLast(({ intent }) => intent.type === 'line' && lineKey(intent.line) === key)
  if (last?.state !== 'here' || !outbox.withdraw(last.id)) return false
  session.waiters.delete(last.id)
  applyPending(session)
  return true
}

const refusalOfLine = ({ refusedNewLines }: Session, intent: DocumentIntent) =>
  'line' in intent && intent.line.id === '' ? refusedNewLines.get(lineKey(intent.line)) : undefined
