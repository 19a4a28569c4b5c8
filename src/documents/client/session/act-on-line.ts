// Runs the line action of a screen (order, pick, dump …), from a scan, key or click to the server.

import type { Cause, CommandOutcome } from '#core/commands/command.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import { foreseeShortage } from '#core/kinds/engine.ts'
import { growerOf } from '#core/kinds/stock.ts'
import { findLineToWorkOn, linesOfBarcode, shelfOf } from '#core/kinds/walk.ts'
import { type Entry, pendingEntries } from '#core/kinds/worksheet.ts'
import { type Refusal, refuse, type Verdict } from '#core/wire/refusals.ts'
import { outcomeOf, waitingForQuantity } from '#input/engine/outcomes.ts'
import {
  type AboutLine,
  messageToAcknowledge,
  questionOfChange,
  questionOfZero,
} from '#input/questions/question.ts'
import { isTextCode } from '#text/say.ts'
import { applyEvent } from './apply-event.ts'
import { entryOf, focusLine, lastEntryOf, returnToLine } from './current-line.ts'
import { deleteEntry } from './delete-line.ts'
import { mayStep } from './may-step.ts'
import { mayDoLine, planLineAction } from './plan-line-action.ts'
import { countReason, needsReasonQuestion, reasonFor, reasonTypeOf } from './reasons.ts'
import { refuseIfChanged } from './refuse-if-changed.ts'
import { sendLineStep } from './send-line.ts'
import type { Session } from './session-state.ts'
import { handleUnlistedBarcode } from './unlisted-barcode.ts'
import { codeOf, codeOfLine } from './wording.ts'

type Outcome = Promise<CommandOutcome | undefined>

export function mayActOnLine(session: Session, barcode?: string): Verdict {
  const { parts, stage } = session
  const may = mayStep(session, stage.lineAction.step)
  const { sheet } = session.get()
  if (may !== true || !sheet) return may
  const inEditor = parts.stage === 'edit'
  if (barcode === undefined && inEditor) {
    return pendingEntries(sheet).length > 0 ? true : refuse('nothingPending')
  }
  const entry = entryOf(session, barcode)
  // A barcode that is not on the document has its own outcome, with next steps.
  if (!entry) return barcode === undefined ? refuse('noLine') : true
  // A finished line is focused, with its own message.
  if (barcode !== undefined && !inEditor && stage.lineAction.done(entry.line)) return true
  const proposal = stage.lineAction.proposedQuantity(entry.line) ?? 1
  return mayDoLine(parts, sheet.document, entry.line, Math.max(1, proposal))
}

/** Runs the line action on a barcode's line; without a barcode, on the current line or all unsaved lines. */
export function actOnLine(
  session: Session,
  barcode: string | undefined,
  quantity: number | undefined,
  cause: Cause,
): Outcome {
  const inEditor = session.parts.stage === 'edit'
  if (barcode === undefined && inEditor) return actOnPending(session, cause)
  const { current } = session.get()
  const last = barcode === undefined || isFirstScan(cause) ? undefined : lastEntryOf(session, barcode)
  if (last && last.key === current) return actOnEntry(session, last.key, quantity, cause)
  const several = barcode !== undefined && !inEditor ? openLinesElsewhere(session, barcode) : []
  if (barcode !== undefined && several.length > 1)
    return actOnChosen(session, barcode, several, quantity, cause)
  const entry = entryOf(session, barcode)
  if (entry) return actOnEntry(session, entry.key, quantity, cause)
  if (barcode === undefined || !session.get().sheet) return Promise.resolve(refusalOutcome(refuse('noLine')))
  return handleUnlistedBarcode(session, { barcode, quantity }, cause)
}

// Is it a scan, and not a number, key or button for the current line?
const isFirstScan = ({ source, of }: Cause): boolean => source === 'scan' && of === undefined

// The open lines of a barcode, if it has several; none if the current line has this barcode.
const openLinesElsewhere = ({ get, stage }: Session, barcode: string): readonly Entry[] => {
  const { sheet, current } = get()
  if (!sheet) return []
  const open = linesOfBarcode(sheet, barcode).filter(({ line }) => !stage.lineAction.done(line))
  return open.length > 1 && findLineToWorkOn(stage, sheet, current)?.line.barcode !== barcode ? open : []
}

// Asks at which shelf, or of which grower, the plants are.
const actOnChosen = async (
  session: Session,
  barcode: string,
  entries: readonly Entry[],
  quantity: number | undefined,
  cause: Cause,
): Outcome => {
  const { parts, stage } = session
  const shelves = entries.map(({ key, line }) => ({
    id: key,
    name: shelfOf(line) || growerOf(line),
    n: stage.lineAction.proposedQuantity(line) ?? line.ordered,
  }))
  const shelf = await parts.askShelf({ barcode, ...(quantity !== undefined && { quantity }), shelves }, cause)
  const chosen = entries.find(({ key }) => key === shelf?.id)
  if (!chosen) return outcomeOf('warning', 'shelf.left', { barcode })
  return refuseIfChanged(session, chosen.line) ?? actOnEntry(session, chosen.key, quantity, cause)
}

// Saves all unsaved lines in list order; stops at the first refusal and leaves the rest unsaved.
const actOnPending = async (session: Session, cause: Cause): Outcome => {
  const { sheet: seen } = session.get()
  let last: CommandOutcome | undefined
  let count = 0
  for (;;) {
    const { sheet } = session.get()
    const next = sheet && pendingEntries(sheet)[0]
    if (!next) break
    const before = seen?.entries[next.key]
    last =
      (before && refuseIfChanged(session, before.line)) ??
      (await actOnEntry(session, next.key, undefined, cause))
    const remaining = session.get().sheet?.entries[next.key]
    if (last?.tone !== 'ok' && remaining) return last
    if (last?.tone === 'error') return last
    count += 1
  }
  return count > 1 ? outcomeOf('ok', 'documents.orderedAll', { n: count }) : last
}

/** Runs the line action on a known line; with `given`, the person need not enter a quantity. */
export async function actOnEntry(
  session: Session,
  key: string,
  given: number | undefined,
  cause: Cause,
): Outcome {
  await session.stockSearches.get(key)
  const { sheet, quantityForScans: forScans } = session.get()
  const entry = sheet?.entries[key]
  if (!sheet || !entry) return refusalOutcome(refuse('noLine'))
  const plan = planLineAction(session.parts, sheet.document, entry, { given, forScans })
  switch (plan.type) {
    case 'enterQuantity':
      return waitForQuantity(session, entry, cause)
    case 'refuseInput':
      applyEvent(session, { type: 'failed', key, problem: plan.refusal })
      returnToLine(session, key, cause)
      return refusalOutcome(plan.refusal)
    case 'alreadyDone':
      return showDone(session, entry, plan.quantity, cause)
    case 'refuse':
      return refusalOutcome(plan.refusal)
    case 'refuseZero':
      return refuseZero(session, entry, plan.refusal, cause)
    case 'askAboutZero':
      return askAboutZero(session, entry, cause)
    case 'askAboutChange':
      return askAboutChange(session, entry, plan, cause)
    case 'save':
      return saveQuantity(session, entry, plan.quantity, cause)
  }
}

// Without a proposed quantity, a scan focuses the line; its quantity is the next input.
const waitForQuantity = (session: Session, { key, line }: Entry, cause: Cause) => {
  const { parts, stage } = session
  const { step, done } = stage.lineAction
  const { barcode, ordered, picked } = line
  focusLine(session, key, byScan(cause))
  return waitingForQuantity(
    done(line)
      ? outcomeOf('warning', codeOf(parts.kind.kind, step, 'already'), {
          barcode,
          quantity: picked ?? ordered,
        })
      : outcomeOf('ok', codeOf(parts.kind.kind, step, 'enter'), { barcode }),
  )
}

const showDone = (session: Session, { key, line }: Entry, quantity: number, cause: Cause) => {
  const { barcode, ordered, picked } = line
  focusLine(session, key, byScan(cause))
  const facts = { barcode, quantity, ordered, shipped: picked ?? ordered }
  const code = codeOfLine(session.parts.kind.kind, session.stage.lineAction.step, 'already', ordered)
  return waitingForQuantity(outcomeOf('warning', code, facts, ['undo']))
}

const refuseZero = async (session: Session, entry: Entry, refusal: Refusal, cause: Cause) => {
  const { kind, stage, ask } = session.parts
  const { step, nextStep = step } = session.stage.lineAction
  const code = stage === 'edit' ? codeOfZero(session, entry) : codeOf(kind.kind, nextStep, 'zero')
  await ask(messageToAcknowledge(code, aboutLine(entry)), cause)
  returnToLine(session, entry.key, cause)
  // The person has just answered a dialog: no further acknowledgement.
  return { ...refusalOutcome(refusal), tone: 'warning' } as const
}

const askAboutZero = async (session: Session, entry: Entry, cause: Cause): Outcome => {
  const { key, line } = entry
  const reply = await session.parts.ask(questionOfZero(codeOfZero(session, entry), aboutLine(entry)), cause)
  if (reply === 'save') return saveQuantity(session, entry, 0, cause)
  if (reply === 'delete') return deleteEntry(session, key, cause, line)
  focusLine(session, key, byScan(cause))
  return waitingForQuantity(outcomeOf('warning', 'documents.kept', { barcode: line.barcode }))
}

const codeOfZero = ({ parts: { kind }, stage }: Session, { line }: Entry) => {
  const { step } = stage.lineAction
  const ofNewLine = codeOf(kind.kind, step, 'zeroNew')
  return line.id === null && isTextCode(ofNewLine) ? ofNewLine : codeOf(kind.kind, step, 'zero')
}

const askAboutChange = async (
  session: Session,
  entry: Entry,
  { proposal: x, quantity: y }: { readonly proposal: number; readonly quantity: number },
  cause: Cause,
): Outcome => {
  const { kind, ask } = session.parts
  const { confirmsChange, step } = session.stage.lineAction
  const code = confirmsChange ? codeOf(kind.kind, step, 'changed') : 'documents.replace'
  const reply = await ask(questionOfChange(code, { x, y }, aboutLine(entry)), cause)
  if (reply === 'yes') return saveQuantity(session, entry, y, cause)
  applyEvent(session, { type: 'typed', key: entry.key, text: null })
  return keepLine(session, entry, cause)
}

const keepLine = (session: Session, { key, line }: Entry, cause: Cause) => {
  returnToLine(session, key, cause)
  return outcomeOf('warning', 'documents.kept', { barcode: line.barcode })
}

// Names a line in a question: its barcode, and its shelf if it has one.
const aboutLine = ({ line }: Entry): AboutLine => {
  const { barcode } = line
  const shelf = shelfOf(line)
  return shelf === ''
    ? { detail: 'documents.aboutLine', facts: { barcode } }
    : { detail: 'shelf.at', facts: { barcode, shelf } }
}

// Saves a quantity that the person has confirmed: checks the shelf, gets the reason, sends the step.
const saveQuantity = async (session: Session, entry: Entry, quantity: number, cause: Cause): Outcome => {
  const { key, line } = entry
  // Check for a shortage first: a refused quantity needs no reason.
  const shortage = needsReasonQuestion(session, entry)
    ? foreseeShortage(session.parts.kind, session.stage.lineAction.step, line, quantity)
    : true
  if (shortage !== true) {
    const problem = { ...shortage, facts: { ...shortage.facts, quantity } }
    applyEvent(session, { type: 'failed', key, problem, typed: String(quantity) })
    returnToLine(session, key, cause)
    return refusalOutcome(shortage)
  }
  const reason = await reasonFor(session, entry, quantity, cause)
  if (reason === null) return keepLine(session, entry, cause)
  const changed = refuseIfChanged(session, line)
  if (changed) return changed
  // Set the reason before sending, so that it need not be chosen again after a failure.
  if (reasonTypeOf(session) !== undefined) applyEvent(session, { type: 'reasoned', key, reason })
  return sendSteps(session, key, quantity, reason, cause)
}

// Sends the step and the step that follows it.
const sendSteps = async (session: Session, key: string, quantity: number, reason: string, cause: Cause) => {
  const { step, nextStep } = session.stage.lineAction
  const hasNextStep = nextStep !== undefined && quantity > 0 && mayStep(session, nextStep) === true
  const first = await sendLineStep(session, key, step, quantity, cause, reason)
  const outcome =
    hasNextStep && first.tone === 'ok'
      ? combineOutcomes(first, await sendLineStep(session, key, nextStep, quantity, cause, reason))
      : first
  if (outcome.tone === 'ok' && reasonTypeOf(session) !== undefined)
    countReason(session, reason, outcome.later)
  return outcome
}

const combineOutcomes = (first: CommandOutcome, next: CommandOutcome): CommandOutcome =>
  next.later ? { ...next, later: combineLater(first, next) } : next

// The later result of two steps on a line: an error of the first step applies to the second step too.
async function combineLater(first: CommandOutcome, next: CommandOutcome): Promise<CommandOutcome> {
  const result = await first.later
  return result?.tone === 'error' ? result : ((await next.later) ?? next)
}

// A key or button applies to the current line, whatever was scanned before.
const byScan = (cause: Cause): Cause | undefined => (cause.source === 'scan' ? cause : undefined)
