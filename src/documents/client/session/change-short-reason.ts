// Changes the reason of a short line without picking it again. Loaded on demand.

import type { Cause, CommandOutcome } from '#core/commands/command.ts'
import type { Line } from '#core/kinds/document.ts'
import { quantityOf } from '#core/kinds/engine.ts'
import type { Entry } from '#core/kinds/worksheet.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import type { ChosenReason } from '#input/questions/ask-reason.tsx'
import type { Core } from './core.ts'
import { refuseIfChanged } from './refuse-if-changed.ts'
import type { LineSender } from './send-line.ts'

/** Sends the step again with the same quantity and the reason that `ask` returns. */
export async function changeShortReason(
  core: Core,
  { key, line }: Entry,
  ask: (line: Line, n: number) => Promise<ChosenReason | null>,
  sendLine: LineSender['send'],
  cause: Cause,
): Promise<CommandOutcome> {
  const { barcode } = line
  const quantity = quantityOf(line)
  const chosen = await ask(line, quantity)
  if (chosen === null || chosen.reason === line.reason)
    return outcomeOf('warning', 'documents.kept', { barcode })
  const changed = refuseIfChanged(core, line)
  if (changed) return changed
  const sent = await sendLine(key, core.stage.lineAction.step, quantity, cause, chosen.reason)
  if (sent.tone !== 'ok') return sent
  const done = outcomeOf('ok', 'reason.saved', { barcode, reason: chosen.name })
  return sent.later ? { ...done, later: sent.later } : done
}
