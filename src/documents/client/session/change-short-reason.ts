// Changes the reason of a short line without picking it again. Loaded on demand.

import type { Cause, CommandOutcome } from '#core/commands/command.ts'
import { quantityOf } from '#core/kinds/engine.ts'
import type { Entry } from '#core/kinds/worksheet.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import { refuseIfChanged } from './refuse-if-changed.ts'
import { sendLineStep } from './send-line.ts'
import type { Session } from './session-state.ts'
import { chooseShortReason } from './short-reasons.ts'

/** Asks for the reason, and sends the step again with it and the same quantity. */
export async function changeShortReason(
  session: Session,
  { key, line }: Entry,
  cause: Cause,
): Promise<CommandOutcome> {
  const { barcode } = line
  const quantity = quantityOf(line)
  const chosen = await chooseShortReason(session, line, quantity, false, cause)
  if (chosen === null || chosen.reason === line.reason)
    return outcomeOf('warning', 'documents.kept', { barcode })
  const changed = refuseIfChanged(session, line)
  if (changed) return changed
  const { step } = session.stage.lineAction
  const sent = await sendLineStep(session, key, step, quantity, cause, chosen.reason)
  if (sent.tone !== 'ok') return sent
  const done = outcomeOf('ok', 'reason.saved', { barcode, reason: chosen.name })
  return sent.later ? { ...done, later: sent.later } : done
}
