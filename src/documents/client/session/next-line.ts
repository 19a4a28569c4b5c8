// The next line to work on, for speech output; the handheld's guide shows the same line.
import type { NextLine } from '#core/commands/context.ts'
import type { Stage } from '#core/kinds/kind.ts'
import { findNextUnfinished, shelfOf } from '#core/kinds/walk.ts'
import type { Worksheet } from '#core/kinds/worksheet.ts'

/** The next line in walking order after `from`, the last one worked on; undefined if everything is done. */
export function nextLine(
  stage: Pick<Stage, 'lineAction' | 'first'>,
  sheet: Worksheet,
  from: string | null = null,
): NextLine | undefined {
  const next = findNextUnfinished(stage, sheet, from)
  if (!next) return undefined
  const { barcode } = next.line
  return { barcode, shelf: shelfOf(next.line), quantity: stage.lineAction.proposedQuantity(next.line) }
}
