// Changes the worksheet, and stores the unsaved input.
import { changeWorksheet, type WorksheetEvent } from '#core/kinds/worksheet.ts'
import { draftsOf } from './line-drafts.ts'
import type { Session } from './session-state.ts'

const draftDelayMs = 200

/** Applies an event to the worksheet, if the document is loaded. */
export function applyEvent(session: Session, event: WorksheetEvent): void {
  const { parts, reads } = session
  const before = session.get().sheet
  if (!before) return
  const sheet = changeWorksheet(parts.kind, before, event)
  if (sheet === before) return
  const saved =
    (event.type === 'stepped' && event.onItsWay !== true) ||
    event.type === 'dropped' ||
    event.type === 'advanced'
  if (event.type === 'advanced') reads.ignoreEarlierReads()
  session.set({ sheet })
  saveDraftsLater(session)
  if (saved) parts.onSaved(sheet.document)
}

/** Cancels input: removes an unsaved line, or shows the server's data. */
export function cancelEdit(session: Session, key: string): void {
  const entry = session.get().sheet?.entries[key]
  if (!entry) return
  if (entry.line.id === null) applyEvent(session, { type: 'dropped', key })
  else {
    applyEvent(session, { type: 'typed', key, text: null })
    applyEvent(session, { type: 'reasoned', key, reason: null })
  }
}

/** Sets the input of a line's quantity; null: none. */
export function typeQuantity(session: Session, key: string, text: string | null): void {
  const entry = session.get().sheet?.entries[key]
  if (!entry) return
  const proposed = String(session.stage.lineAction.proposedQuantity(entry.line) ?? '')
  applyEvent(session, { type: 'typed', key, text: text === proposed && entry.line.id !== null ? null : text })
}

/** Stores the unsaved input soon. */
export function saveDraftsLater(session: Session): void {
  session.saveTimer ??= setTimeout(() => saveDraftsNow(session), draftDelayMs)
}

/** Stores the unsaved input, if it waits to be stored. */
export function saveDraftsNow(session: Session): void {
  const { parts } = session
  if (session.saveTimer === undefined) return
  clearTimeout(session.saveTimer)
  session.saveTimer = undefined
  const { sheet, fieldTyped, fieldSeen } = session.get()
  if (sheet) parts.drafts(parts.stage).write(draftsOf(sheet, fieldTyped, fieldSeen))
}

/** Stores the unsaved input and ends all subscriptions. */
export function closeSession(session: Session): void {
  saveDraftsNow(session)
  session.listeners.clear()
}
