import type { Stage } from '#core/kinds/kind.ts'
import type { Entry } from '#core/kinds/worksheet.ts'

/** The quantity that a line was saved with on this screen, in whole plants; undefined: it was not saved. */
export function savedQuantity({ lineAction }: Pick<Stage, 'lineAction'>, entry: Entry): number | undefined {
  const isSaved = entry.isUnconfirmed || lineAction.done(entry.line)
  return isSaved ? (lineAction.proposedQuantity(entry.line) ?? undefined) : undefined
}
