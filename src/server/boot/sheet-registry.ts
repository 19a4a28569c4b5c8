import { readCommandBarcode } from '#core/commands/command-barcode.ts'
import { registry } from '#core/commands/index.ts'
import { COMMAND_PREFIX, keysOf } from '#core/commands/registry.ts'
import type { SheetCommand, SheetRegistry } from '#features/printing/server/documents/command-sheet.ts'

// Formats `mod+k` as `Ctrl+K`.
const formatKey = (key: string) =>
  key
    .split('+')
    .map((part) => (part === 'mod' ? 'Ctrl' : part.charAt(0).toUpperCase() + part.slice(1)))
    .join('+')

// The commands with a barcode, in the form of the printed sheet.
const sheetCommands: readonly SheetCommand[] = registry.commands.flatMap((command) => {
  if (command.barcode === undefined) return []
  const requiredArgument = (command.arguments ?? []).find(({ required }) => required)?.type
  return [
    {
      id: command.id,
      scope: command.scope,
      barcode: `${COMMAND_PREFIX}${command.barcode}`,
      keys: keysOf(command).map(formatKey).join(', '),
      argument: command.barcode.includes('*')
        ? 'kept'
        : requiredArgument === 'quantity' || requiredArgument === 'reason'
          ? requiredArgument
          : requiredArgument && 'other',
    },
  ]
})

/** The registry for the command sheet, with the same commands that the app recognises in scans. */
export const sheetRegistry: SheetRegistry = {
  commands: sheetCommands,
  reads: (barcode) => readCommandBarcode(registry, barcode.slice(COMMAND_PREFIX.length)).ok,
}
