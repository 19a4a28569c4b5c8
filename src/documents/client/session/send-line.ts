// Sends one line step: stores it, shows it immediately, and moves on to the next line (part 2 section 7.1).

import { type Cause, type CommandOutcome, changeKey } from '#core/commands/command.ts'
import { needsWork } from '#core/kinds/walk.ts'
import { type Entry, pendingEntries } from '#core/kinds/worksheet.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import { applyEvent } from './apply-event.ts'
import { focusLine, releaseFocus, scrollToLine } from './current-line.ts'
import { noteOwner } from './ownership.ts'
import { sendOperation } from './send-operation.ts'
import type { Session } from './session-state.ts'
import { outcomeOfStep } from './step-outcome.ts'

/** Saves a line step with a quantity in whole plants and the line's reason; returns the outcome. */
export async function sendLineStep(
  session: Session,
  key: string,
  step: string,
  quantity: number,
  cause: Cause,
  given?: string,
): Promise<CommandOutcome> {
  const { causes, writing } = session
  const entry = session.get().sheet?.entries[key]
  if (!entry) return outcomeOf('error', 'noLine')
  if (writing.has(key)) return outcomeOf('busy', 'busy')
  const { line } = entry
  const reason = given ?? line.reason
  const intent = { type: 'line', step, line, quantity, reason } as const
  writing.add(key)
  const id = changeKey(cause, `${key}.${step}.${quantity}`)
  causes.set(id, cause)
  let isShown = false
  const outcome = await sendOperation(session, id, intent, () => {
    isShown = true
    writing.delete(key)
    showStep(session, entry, { step, quantity, reason }, cause)
    return outcomeOfStep(session, 'here', intent)
  })
  writing.delete(key)
  if (!isShown) causes.delete(id)
  if (outcome.ok) {
    if (!isShown && step === session.stage.lineAction.step) correctQuantity(session, key, quantity)
    return outcome.value
  }
  const code = `outbox.${outcome.error}` as const
  applyEvent(session, { type: 'failed', key, problem: { code }, typed: String(quantity) })
  return outcomeOf('error', code, { barcode: line.barcode })
}

// The line shows the step immediately; the server's reply is applied later.
const showStep = (
  session: Session,
  { key, line }: Entry,
  { step, quantity, reason }: { readonly step: string; readonly quantity: number; readonly reason: string },
  cause: Cause,
) => {
  applyEvent(session, { type: 'stepped', key, step, quantity, id: null, reason, onItsWay: true })
  const after = session.get().sheet?.entries[key]?.line ?? line
  session.undoables.push({ key, before: line.id === null ? null : line, after })
  focusNext(session, key, cause)
  noteOwner(session, step)
}

// In the editor by keyboard, focuses the next unsaved line; otherwise moves the focus out of the lines. After
// a scan, a focus request for another line stays.
const focusNext = (session: Session, key: string, cause: Cause) => {
  const inEditor = session.parts.stage === 'edit'
  const { source } = cause
  const { sheet, focusRequest } = session.get()
  const other = focusRequest?.key ?? key
  const requested = other === key ? undefined : sheet?.entries[other]
  // A focus request for a finished line does not count: the person only looked at it.
  const isOnlyViewed = !inEditor && requested !== undefined && !needsWork(session.stage, requested)
  if (source === 'scan' && requested !== undefined && !isOnlyViewed) return
  const hasNextLine = inEditor && source !== 'scan'
  const [next] = sheet && hasNextLine ? pendingEntries(sheet) : []
  if (next) focusLine(session, next.key, undefined, cause)
  else {
    scrollToLine(session, key)
    releaseFocus(session, cause)
  }
}

// The line was refused while its next quantity was being stored: the newer quantity becomes the input.
const correctQuantity = (session: Session, key: string, quantity: number) => {
  const entry = session.get().sheet?.entries[key]
  if (!entry?.problem) return
  const { problem } = entry
  const facts = { ...problem.facts, quantity }
  const typed = isReset(session, entry.line) ? null : String(quantity)
  applyEvent(session, { type: 'failed', key, problem: { ...problem, facts }, typed })
}

/** Does the saved quantity replace a refused one? A new line has no saved quantity. */
export function isReset({ stage }: Session, line: Pick<Entry['line'], 'id'>): boolean {
  return stage.lineAction.afterRefusal === 'reset' && line.id !== null
}
