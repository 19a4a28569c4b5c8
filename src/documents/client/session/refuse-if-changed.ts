// Refuses what a person has decided about lines that another person has changed since.

import type { CommandOutcome } from '#core/commands/command.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import { type Document, isReportedChange, type Line } from '#core/kinds/document.ts'
import { quantityOf } from '#core/kinds/engine.ts'
import { lineKey, sameLineIn } from '#core/kinds/worksheet.ts'
import { refuse } from '#core/wire/refusals.ts'
import type { Core } from './core.ts'

// An own step leaves no name on its line, or the person's own.
const isOfAnother = ({ parts }: Core, { changedBy }: Line) => changedBy !== '' && changedBy !== parts.user()

const refuseOn = ({ apply }: Core, line: Line, code: 'lineChangedBy' | 'lineNotSeen') => {
  const { barcode, status, changedBy: by } = line
  const problem = refuse(code, { barcode, status, quantity: quantityOf(line), by })
  apply({ type: 'failed', key: lineKey(line), problem })
  return refusalOutcome(problem)
}

/** Refuses an action on a line that was `seen` like this, and shows it on the line; undefined: it may go on. */
export function refuseIfChanged(core: Core, seen: Line): CommandOutcome | undefined {
  const line = sameLineIn(core.get().sheet?.document.lines ?? [], seen)
  return line && isOfAnother(core, line) && isReportedChange(seen, line)
    ? refuseOn(core, line, 'lineChangedBy')
    : undefined
}

/** The same for a step of the whole document. */
export function refuseIfAnyChanged(core: Core, seen: Document): CommandOutcome | undefined {
  const now = core.get().sheet?.document ?? seen
  if (now === seen) return undefined
  const before = new Map(seen.lines.map((line) => [lineKey(line), line]))
  for (const line of now.lines) {
    const was = before.get(lineKey(line))
    if (isOfAnother(core, line) && (!was || isReportedChange(was, line)))
      return refuseOn(core, line, was ? 'lineChangedBy' : 'lineNotSeen')
  }
  return undefined
}
