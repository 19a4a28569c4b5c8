// A command of the document's other screen: leads there and does it.
import type { Arguments, Command } from '#commands/command.ts'
import type { CommandContext } from '#commands/context.ts'
import type { ScanEngine } from './scan-engine.ts'

/** What leads to the command's own screen and does it there; undefined where no such screen is next to the open one. */
export function runOnItsScreen(
  { scope, arguments: specs = [] }: Command,
  given: Arguments,
  { document }: CommandContext,
  engine: Pick<ScanEngine, 'scanThere'>,
): (() => void) | undefined {
  const go = document?.switchStage
  if (!go || document.otherVerb !== scope || document.verb === scope) return undefined
  if (document.maySwitchStage && document.maySwitchStage() !== true) return undefined
  if (!specs.some(({ name }) => name === 'barcode')) return undefined
  const { barcode, quantity } = given
  if (barcode === undefined) return go
  const text = String(barcode)
  return () =>
    engine.scanThere({ text, raw: text, quantity: quantity === undefined ? undefined : Number(quantity) }, go)
}
