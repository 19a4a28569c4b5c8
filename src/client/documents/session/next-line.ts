// The next line to work on, for what is spoken.
import type { NextLine } from '#commands/context.ts'
import { growerIn } from '#contract/grower-key.ts'
import type { Stage } from '#kinds/kind.ts'
import { entriesOf, type Worksheet } from '#kinds/worksheet.ts'

/** The first line that is not done: those that need action first, then in list order. */
export function nextLine(
  { lineAction, first }: Pick<Stage, 'lineAction' | 'first'>,
  sheet: Worksheet,
): NextLine | undefined {
  const open = entriesOf(sheet).filter(({ line }) => !lineAction.done(line))
  const next = open.find(({ line }) => first?.(line) === true) ?? open[0]
  if (!next) return undefined
  const { barcode, storageLocation } = next.line
  // Plants in grower storage have the grower in place of a shelf.
  const shelf = growerIn(storageLocation) === undefined ? storageLocation : ''
  return { barcode, shelf, quantity: lineAction.proposes(next.line) }
}
