// Runs a command on the other screen of its document.
import type { Arguments, Command } from '#core/commands/command.ts'
import type { CommandContext } from '#core/commands/context.ts'
import type { ScanEngine } from './scan-engine.ts'

/**
 * Returns a function that opens the command's screen and runs it there; undefined if there is no such screen.
 */
export function runOnOtherScreen(
  { scope, arguments: specs = [] }: Command,
  given: Arguments,
  { document }: CommandContext,
  engine: Pick<ScanEngine, 'scanOnScreen'>,
): (() => void) | undefined {
  const go = document?.switchStage
  if (!go || document.otherVerb !== scope || document.verb === scope) return undefined
  if (document.maySwitchStage && document.maySwitchStage() !== true) return undefined
  if (!specs.some(({ name }) => name === 'barcode')) return undefined
  const { barcode, quantity } = given
  if (barcode === undefined) return go
  const text = String(barcode)
  return () =>
    engine.scanOnScreen(
      { text, raw: text, quantity: quantity === undefined ? undefined : Number(quantity) },
      go,
    )
}
