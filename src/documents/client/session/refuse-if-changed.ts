// Refuses a person's action on lines that another person has changed since.

import type { CommandOutcome } from '#core/commands/command.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import { type Document, isReportedChange, type Line } from '#core/kinds/document.ts'
import { quantityOf } from '#core/kinds/engine.ts'
import { findSameLine, lineKey } from '#core/kinds/worksheet.ts'
import { refuse } from '#core/wire/refusals.ts'
import { applyEvent } from './apply-event.ts'
import type { Session } from './session-state.ts'

// After an own step, `changedBy` is empty or the person's own name.
const refuseOn = (session: Session, was: Line | undefined, line: Line) => {
  const { barcode, status, changedBy: by } = line
  if (by === '' || by === session.parts.user() || (was && !isReportedChange(was, line))) return undefined
  const facts = { barcode, status, quantity: quantityOf(line), by }
  const problem = refuse(was ? 'lineChangedBy' : 'lineNotSeen', facts)
  applyEvent(session, { type: 'failed', key: lineKey(line), problem })
  return refusalOutcome(problem)
}

/** Refuses an action on a line that changed since it was `seen`, and marks the line; undefined: allowed. */
export function refuseIfChanged(session: Session, seen: Line): CommandOutcome | undefined {
  const line = findSameLine(session.get().sheet?.document.lines ?? [], seen)
  return line && refuseOn(session, seen, line)
}

/** The same for a step of the whole document; `now` is its current state. */
export function refuseIfAnyChanged(
  session: Session,
  seen: Document,
  now: Document,
): CommandOutcome | undefined {
  const before = new Map(seen.lines.map((line) => [lineKey(line), line]))
  for (const line of now.lines) {
    const refused = refuseOn(session, before.get(lineKey(line)), line)
    if (refused) return refused
  }
  return undefined
}
