// The next line to work on, for what is spoken.
import type { NextLine } from '#commands/context.ts'
import { growerIn } from '#contract/grower-key.ts'
import { entriesOf } from '#kinds/worksheet.ts'
import type { Core } from './core.ts'

/** The first line that is not done: those that need action first, then in list order. None where lines are only added. */
export function nextLine(core: Core): NextLine | undefined {
  const { sheet } = core.get()
  const { lineAction, first } = core.stage
  if (!sheet || core.parts.stage === 'edit') return undefined
  const open = entriesOf(sheet).filter(({ line }) => !lineAction.done(line))
  const next = open.find(({ line }) => first?.(line) === true) ?? open[0]
  if (!next) return undefined
  const { barcode, storageLocation } = next.line
  const shelf = growerIn(storageLocation) === undefined ? storageLocation : ''
  return { barcode, shelf, quantity: lineAction.proposes(next.line) }
}
