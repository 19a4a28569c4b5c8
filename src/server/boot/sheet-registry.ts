import { readCommandBarcode } from '#core/commands/command-barcode.ts'
import { registry } from '#core/commands/index.ts'
import { COMMAND_PREFIX, keysOf } from '#core/commands/registry.ts'
import type { SheetCommand, SheetRegistry } from '#features/printing/server/documents/command-sheet.ts'

// `mod+k` -> `Ctrl+K`.
const shownKey = (key: string) =>
  key
    .split('+')
    .map((part) => (part === 'mod' ? 'Ctrl' : part.charAt(0).toUpperCase() + part.slice(1)))
    .join('+')

// The commands that have a barcode, as the sheet prints them.
const sheetCommands: readonly SheetCommand[] = registry.commands.flatMap((command) => {
  if (command.barcode === undefined) return []
  const needed = (command.arguments ?? []).find(({ required }) => required)?.type
  return [
    {
      id: command.id,
      scope: command.scope,
      barcode: `${COMMAND_PREFIX}${command.barcode}`,
      keys: keysOf(command).map(shownKey).join(', '),
      argument: command.barcode.includes('*')
        ? 'kept'
        : needed === 'quantity' || needed === 'reason'
          ? needed
          : needed && 'other',
    },
  ]
})

/** The registry for the command sheet: the same commands that the app reads scans by. */
export const sheetRegistry: SheetRegistry = {
  commands: sheetCommands,
  reads: (barcode) => readCommandBarcode(registry, barcode.slice(COMMAND_PREFIX.length)).ok,
}
