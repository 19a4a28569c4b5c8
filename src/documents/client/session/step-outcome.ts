// Describes a line step that was saved, on this device or by the server.
import type { LineIntent } from '#app/outbox/intent.ts'
import type { CommandOutcome } from '#core/commands/command.ts'
import { progressOf } from '#core/kinds/progress.ts'
import { linesOfBarcode, shelfOf } from '#core/kinds/walk.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import { sayCode } from '#text/say.ts'
import type { Session } from './session-state.ts'
import { codeOfLine } from './wording.ts'

/** The outcome of a step: `here` if only this device has it, `done` if the server has confirmed it. */
export function outcomeOfStep(
  session: Session,
  code: 'done' | 'here',
  { step, line, quantity }: Pick<LineIntent, 'step' | 'line' | 'quantity'>,
): CommandOutcome {
  const { sheet } = session.get()
  const { done, total } = sheet ? progressOf(session.stage, sheet.document) : { done: 0, total: 0 }
  const { barcode, ordered, picked } = line
  const facts = { barcode, quantity, ordered, shipped: picked ?? ordered, done, total }
  const textCode =
    code === 'here' ? 'documents.savedHere' : codeOfLine(session.parts.kind.kind, step, 'done', ordered)
  // If the barcode has several shelves, the outcome names the shelf.
  const shelf = shelfOf(line)
  const isOne = !session.chosenShelves.has(barcode) && sheet && linesOfBarcode(sheet, barcode).length < 2
  if (!sheet || shelf === '' || isOne) return outcomeOf('ok', textCode, facts)
  return outcomeOf('ok', 'documents.fromShelf', { ...facts, what: sayCode(textCode, facts), shelf })
}
