import { commands } from '#commands/index.ts'
import { COMMAND_PREFIX, keysOf } from '#commands/registry.ts'
import type { SheetCommand } from '#server/reports/documents/command-sheet.ts'

/** `mod+k` -> `Ctrl+K`. */
const shownKey = (key: string) =>
  key
    .split('+')
    .map((part) => (part === 'mod' ? 'Ctrl' : part.charAt(0).toUpperCase() + part.slice(1)))
    .join('+')

/** The commands of the registry that have a barcode, as paper shows them. */
export const sheetCommands: readonly SheetCommand[] = commands.flatMap((command) => {
  if (command.barcode === undefined) return []
  const needed = (command.arguments ?? []).find(({ required }) => required)?.type
  return [
    {
      id: command.id,
      scope: command.scope,
      barcode: `${COMMAND_PREFIX}${command.barcode}`,
      keys: keysOf(command).map(shownKey).join(', '),
      argument: needed === 'quantity' || needed === 'reason' ? needed : needed && 'other',
    },
  ]
})
