// Undoes the last step on a line, and earlier ones that this screen remembers.

import type { Cause, CommandOutcome } from '#core/commands/command.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import { lineAllows, lineStepFor, quantityOf } from '#core/kinds/engine.ts'
import type { Entry } from '#core/kinds/worksheet.ts'
import { refuse, type Verdict } from '#core/wire/refusals.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import { applyEvent } from './apply-event.ts'
import { deleteEntry } from './delete-line.ts'
import { mayStep } from './may-step.ts'
import { refuseIfChanged } from './refuse-if-changed.ts'
import { sendLineStep } from './send-line.ts'
import { removeUnsent } from './send-operation.ts'
import type { Session, Undoable } from './session-state.ts'

export function mayUndo(session: Session): Verdict {
  const { kind } = session.parts
  const { sheet } = session.get()
  if (lastAdded(session)) return true
  const found = lastStep(session)
  if (!found || !sheet) return refuse('nothingToUndo')
  const { entry, before } = found
  const step = undoStepOf(session, found)
  const may = mayStep(session, step)
  return may === true
    ? lineAllows(kind, step, sheet.document, { ...entry.line, reason: before?.reason ?? '' }, 1)
    : may
}

export async function undo(session: Session, cause: Cause): Promise<CommandOutcome | undefined> {
  const added = lastAdded(session)
  if (added) return deleteEntry(session, added.key, cause)
  const found = lastStep(session)
  if (!found) return refusalOutcome(refuse('nothingToUndo'))
  const { undoables } = session
  const { entry, ...undoable } = found
  const { key, before, after } = undoable
  const undone = outcomeOf('ok', 'documents.undone', { barcode: entry.line.barcode })
  undoables.pop()
  // An unsent operation is removed from the outbox and never reaches the server.
  if (removeUnsent(session, key)) {
    if (before === null) applyEvent(session, { type: 'dropped', key })
    return undone
  }
  const changed = refuseIfChanged(session, after)
  if (changed) return changed
  const depth = undoables.length
  const outcome = await sendUndo(session, found, cause)
  if (outcome?.tone !== 'ok') {
    undoables.push(undoable)
    return outcome
  }
  // Undo itself cannot be undone.
  undoables.length = Math.min(undoables.length, depth)
  const later = outcome.later?.then((reply) => (reply.tone === 'ok' ? undone : reply))
  return { ...undone, ...(later && { later }) }
}

interface UndoableEntry extends Undoable {
  readonly entry: Entry
}

// An unsaved line that was just added comes first: it is the latest action.
const lastAdded = ({ parts, get }: Session) => {
  const { sheet } = get()
  const key = sheet?.order.at(-1)
  const entry = key === undefined ? undefined : sheet?.entries[key]
  return parts.stage === 'edit' && entry?.line.id === null ? entry : undefined
}

// Lines that were deleted meanwhile cannot be undone.
const lastStep = ({ undoables, get }: Session): UndoableEntry | undefined => {
  const { sheet } = get()
  if (!sheet) return undefined
  for (;;) {
    const undoable = undoables.at(-1)
    if (!undoable) return undefined
    const entry = sheet.entries[undoable.key]
    if (entry) return { ...undoable, entry }
    undoables.pop()
  }
}

// The line step that restores the earlier state; a line that existed before is never deleted.
const undoStepOf = ({ parts, stage }: Session, { entry, before }: UndoableEntry) =>
  before === null
    ? 'delete'
    : (lineStepFor(parts.kind, entry.line.status, before.status) ?? stage.lineAction.step)

const sendUndo = (session: Session, found: UndoableEntry, cause: Cause) => {
  const { key, before, entry } = found
  if (before === null) return deleteEntry(session, key, cause, entry.line)
  const step = undoStepOf(session, found)
  const isOrder = session.parts.kind.lineSteps[step]?.writes === 'ordered'
  const quantity = isOrder ? before.ordered : quantityOf(before)
  return sendLineStep(session, key, step, quantity, cause, before.reason)
}
