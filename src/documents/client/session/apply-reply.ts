// Applies the server's reply to an operation: to its line, the header or the document (part 2 section 7.1).

import { isForeignServer } from '#app/api/wire-text.ts'
import type { AcceptedReply } from '#app/outbox/build-request.ts'
import type { AppOperation, LineIntent } from '#app/outbox/intent.ts'
import type { CommandOutcome } from '#core/commands/command.ts'
import { lineKey } from '#core/kinds/worksheet.ts'
import type { Why } from '#core/outbox/index.ts'
import { failureOf, outcomeOf, withServerMessage } from '#input/engine/outcomes.ts'
import { sayCode } from '#text/say.ts'
import { applyEvent } from './apply-event.ts'
import { describeConflict } from './conflict.ts'
import { returnToLine } from './current-line.ts'
import { applyPending, loadChanged, loadDocument } from './load-document.ts'
import { isReset } from './send-line.ts'
import type { Session } from './session-state.ts'
import { outcomeOfStep } from './step-outcome.ts'
import { codeOf, describeReply } from './wording.ts'

/** Confirmed: returns the outcome with the line's status. `reopened`: the document's status has changed. */
export async function applyConfirmed(
  session: Session,
  { id, intent }: AppOperation,
  { whole, word = '' }: Partial<AcceptedReply>,
  reopened: boolean,
): Promise<CommandOutcome> {
  const { kind } = session.parts
  session.causes.delete(id)
  const done = (step: string, facts: Readonly<Record<string, string>> = {}) =>
    outcomeOf('ok', codeOf(kind.kind, step, 'done'), facts)
  const number = () => session.get().sheet?.document.number
  switch (intent.type) {
    case 'create':
      await loadDocument(session)
      return done('create', { number: number() ?? intent.number })
    case 'header':
      void loadDocument(session)
      return withServerMessage(done(intent.step, { number: number() ?? '' }), word)
    case 'whole':
      await loadDocument(session)
      return withServerMessage(done(intent.step), word)
    case 'line':
      return whole === undefined
        ? withServerMessage(outcomeOfStep(session, 'done', intent), word)
        : failWhole(session, intent, whole)
    default: {
      if (reopened) await reopen(session, id)
      const barcode = intent.type === 'delete' ? intent.line.barcode : ''
      return withServerMessage(done('delete', { barcode }), word)
    }
  }
}

// The line is saved but the whole document failed: reloads and reports the server's message.
const failWhole = async (session: Session, { line }: LineIntent, message: string) => {
  await loadDocument(session)
  const { code, facts = {} } = describeReply(line.barcode, message)
  applyEvent(session, { type: 'failed', key: lineKey(line), problem: { code, facts } })
  return outcomeOf('error', code, facts)
}

// Saves a document that has lost its last line again with its new status (part 2 section 4.1). Our own server
// does this; another server gets the current header, not the one that was on screen.
const reopen = async (session: Session, id: string) => {
  const { kind, mode, place, perform } = session.parts
  const status = session.get().sheet?.document.status
  if (!isForeignServer()) return
  await loadDocument(session)
  const { sheet, problem } = session.get()
  if (!sheet || !status || problem !== null || sheet.document.lines.length > 0) return
  const document = { ...sheet.document, status }
  const change = { type: 'header', values: document.header, document } as const
  await perform(kind.wire.save(place, mode.id, change), { idempotencyKey: `${id}.reopen` })
  await loadChanged(session)
}

/** Refused: the line shows the server's data and keeps `quantity`, the latest one, as input. */
export async function applyRefusal(
  session: Session,
  operation: AppOperation,
  why: Why,
  quantity: number,
): Promise<CommandOutcome> {
  const { intent } = operation
  switch (intent.type) {
    case 'line':
      return refuseLine(session, operation.id, intent, why, quantity)
    case 'create':
      return outcomeOf('error', why.code, why.facts)
    case 'header':
      return refuseHeader(session, intent.step, why)
    default: {
      const conflict = await conflictOf(session, why, intent.type === 'delete' ? intent.line.barcode : '')
      if (!conflict) void loadDocument(session)
      // The server's refusal names the person and the line; the comparison names only the line.
      const step = intent.type === 'whole' ? intent.step : 'delete'
      if (why.facts['status'] === 409) return failed(session, step, why)
      return conflict ?? (isGone(why) ? outcomeOf('error', why.code, why.facts) : failed(session, step, why))
    }
  }
}

const refuseLine = async (
  session: Session,
  id: string,
  { line, step, reason }: LineIntent,
  why: Why,
  quantity: number,
): Promise<CommandOutcome> => {
  const { parts, stage, causes } = session
  const isNew = line.id === null
  const key = lineKey(line)
  forgetUndo(session, key, isNew)
  const conflict = await conflictOf(session, why, line.barcode)
  const outcome = conflict ?? outcomeOfRefusal(session, step, why)
  const problem = conflict
    ? { code: codeOf(parts.kind.kind, step, 'failed') }
    : { code: outcome.code, facts: { ...outcome.facts, quantity } }
  if (isNew) {
    const isDefinite = why.code !== 'outbox.problem' && why.code !== 'insufficientQuantity'
    if (stage.lineAction.afterRefusal === 'remove' && isDefinite && !conflict) {
      applyEvent(session, { type: 'dropped', key })
      return outcome
    }
    applyEvent(session, { type: 'added', line })
    if (reason !== '') applyEvent(session, { type: 'reasoned', key, reason })
  }
  // A proposed quantity is not input, and neither is the quantity of an undo. On a saved line, another
  // person's change counts; a new line has only own input.
  const { step: ownStep, proposedQuantity } = stage.lineAction
  const isInput = isNew || (!conflict && step === ownStep && quantity !== proposedQuantity(line))
  const typed = isReset(session, line) ? { typed: null } : isInput ? { typed: String(quantity) } : {}
  applyEvent(session, { type: 'failed', key, problem, ...typed })
  // The server's line differs from the shown one: without a reload, every retry would be refused.
  if (!isNew && !conflict) void loadDocument(session)
  const cause = causes.get(id)
  causes.delete(id)
  // If the person has moved on to another line, the focus stays there.
  const isHere = session.get().current === key
  if (cause && isHere && (isNew || why.code === 'insufficientQuantity')) returnToLine(session, key, cause)
  return outcome
}

// A refused new line has nothing to undo, and neither have its later steps.
const forgetUndo = ({ undoables }: Session, key: string, isNew: boolean) => {
  const at = undoables.findLastIndex((each) => each.key === key)
  if (at >= 0) undoables.splice(at, 1)
  if (isNew) forgetUndoOf(undoables, new Set([key]))
}

const forgetUndoOf = (undoables: Session['undoables'], keys: ReadonlySet<string>) =>
  undoables.splice(0, undoables.length, ...undoables.filter(({ key }) => !keys.has(key)))

// After the reload, the form shows the server's values and the refused ones.
const refuseHeader = async (session: Session, step: string, why: Why): Promise<CommandOutcome> => {
  await loadDocument(session)
  const hasMessage = why.facts['reason'] !== undefined || why.facts['message'] !== undefined
  const outcome = hasMessage ? failed(session, step, why) : outcomeOfRefusal(session, step, why)
  const words = sayCode(outcome.code, outcome.facts)
  session.set({ headerRefused: { ...session.get().headerRefused, words } })
  return outcome
}

/** Another person has ended the document: none of these operations was done. */
export async function applyEnd(session: Session, operations: readonly AppOperation[]): Promise<void> {
  const keys = operations.flatMap(({ intent }) => ('line' in intent ? [lineKey(intent.line)] : []))
  forgetUndoOf(session.undoables, new Set(keys))
  for (const { id } of operations) session.causes.delete(id)
  applyPending(session)
  await loadDocument(session)
}

const conflictOf = (
  session: Session,
  why: Why,
  barcode: string,
): Promise<CommandOutcome | undefined> | undefined =>
  why.facts['status'] === 409 || why.facts['problem'] === 'not_found' || isGone(why)
    ? describeConflict(session, barcode)
    : undefined

const failed = ({ parts }: Session, step: string, { facts }: Why) =>
  failureOf(codeOf(parts.kind.kind, step, 'failed'), String(facts['reason'] ?? facts['message'] ?? ''))

const outcomeOfRefusal = (session: Session, step: string, why: Why): CommandOutcome => {
  if (why.code === 'outbox.refused')
    return outcomeOf('error', codeOf(session.parts.kind.kind, step, 'failed'))
  if (why.code === 'outbox.problem') return failed(session, step, why)
  return outcomeOf('error', why.code, why.facts)
}

// The line or document no longer existed when its operation was sent.
const isGone = ({ code }: Why) => code === 'outbox.lineGone' || code === 'outbox.documentGone'
