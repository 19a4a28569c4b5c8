// Reasons for picking fewer plants than ordered: chosen after the pick, and changed later without a new pick.
import { isForeignServer } from '#app/api/wire-text.ts'
import type { Cause } from '#core/commands/command.ts'
import type { Line } from '#core/kinds/document.ts'
import { lineAllows, quantityOf } from '#core/kinds/engine.ts'
import type { Entry } from '#core/kinds/worksheet.ts'
import { firstRefusal, refuse, type Verdict } from '#core/wire/refusals.ts'
import type { ChosenReason } from '#input/questions/ask-reason.tsx'
import { entryOf, lastEntryOf } from './current-line.ts'
import { mayStep } from './may-step.ts'
import type { Session } from './session-state.ts'
import { codeOf } from './wording.ts'

/** The reason of a line to be picked; its own if it is not short, or if no question is needed. */
export async function askShortReason(
  session: Session,
  line: Line,
  quantity: number,
  cause: Cause,
): Promise<string> {
  const { scans, loadedReasons } = session.parts
  const type = shortReasonType(session)
  const isKept = quantity === session.get().quantityForScans
  if (type === undefined || quantity >= line.ordered || isKept || isForeignServer()) return line.reason
  session.lastShortBarcode = line.barcode
  // Do not ask if more scans are queued, or if the reasons would have to be loaded first.
  if (scans.goesOn(cause) || loadedReasons(type).length === 0) return line.reason
  return (await chooseShortReason(session, line, quantity, true, cause))?.reason ?? ''
}

const shortReasonType = ({ parts, stage }: Session) =>
  parts.kind.lineSteps[stage.lineAction.step]?.shortReason

/** Asks why a line is short; null if the person closes the question. */
export async function chooseShortReason(
  session: Session,
  { barcode, ordered, reason }: Line,
  n: number,
  isOptional: boolean,
  cause: Cause,
): Promise<ChosenReason | null> {
  const { kind, askReason, proposedReason } = session.parts
  const type = shortReasonType(session)
  if (type === undefined) return null
  const question = {
    code: codeOf(kind.kind, session.stage.lineAction.step, 'why'),
    facts: { n, ordered },
    type,
    about: { barcode, n },
    optional: isOptional,
    proposed: reason || proposedReason.read(),
  }
  const chosen = await askReason(question, cause)
  if (chosen) proposedReason.write(chosen.reason)
  return chosen
}

export function mayChangeShortReason(session: Session, barcode: string | undefined): Verdict {
  const { step } = session.stage.lineAction
  if (shortReasonType(session) === undefined || isForeignServer()) return refuse('notOnThisScreen')
  const may = mayStep(session, step)
  const { sheet } = session.get()
  const entry = shortLineOf(session, barcode)
  if (!sheet) return may
  if (!entry) return firstRefusal(may, refuse('noLine'))
  const { line } = entry
  return firstRefusal(
    may,
    isShort(session, entry) ? true : refuse('lineNotShort', { barcode: line.barcode }),
    lineAllows(session.parts.kind, step, sheet.document, line, quantityOf(line)),
  )
}

const isShort = ({ stage }: Session, { line }: Entry) =>
  stage.lineAction.done(line) && quantityOf(line) < line.ordered

/** The barcode's line; without a barcode the current line, or the line that was picked short last. */
export function shortLineOf(session: Session, barcode: string | undefined): Entry | undefined {
  if (barcode !== undefined) return lastEntryOf(session, barcode)
  const entry = entryOf(session, barcode)
  const { lastShortBarcode } = session
  const last = lastShortBarcode === undefined ? undefined : lastEntryOf(session, lastShortBarcode)
  return entry && (isShort(session, entry) || !last) ? entry : last
}
