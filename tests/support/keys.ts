// Writes docs/keys.md from the command registry.
import type { Command } from '#core/commands/command.ts'
import { registry } from '#core/commands/index.ts'
import { COMMAND_PREFIX, keysOf } from '#core/commands/registry.ts'
import { SCOPES, type Scope } from '#core/commands/scopes.ts'
import { en } from '#text/en/index.ts'

const names: Readonly<Record<string, string>> = {
  mod: 'Ctrl',
  alt: 'Alt',
  escape: 'Esc',
  enter: 'Enter',
  delete: 'Del',
  backspace: 'Backspace',
  '|': '\\|',
}

const writeKey = (key: string): string =>
  key
    .split('+')
    .map((part) => names[part] ?? part.toUpperCase())
    .join('+')

const textOf = (code: string): string => Object.entries(en).find(([key]) => key === code)?.[1] ?? ''

const writeRow = (command: Command): string => {
  const keys = keysOf(command).map((key) => `\`${writeKey(key)}\``)
  const barcode = command.barcode === undefined ? '' : `\`${COMMAND_PREFIX}${command.barcode.toUpperCase()}\``
  return `| ${textOf(`command.${command.id}`)} | ${keys.join(' ')} | ${barcode} |`
}

const writeScope = (scope: Scope): readonly string[] => {
  const commands = registry.commands.filter(
    (command) => command.scope === scope && (keysOf(command).length > 0 || command.barcode !== undefined),
  )
  if (commands.length === 0) return []
  return [
    `## ${textOf(`scope.${scope}`)}\n`,
    '| action | keys | barcode |\n|---|---|---|',
    `${commands.map(writeRow).join('\n')}\n`,
  ]
}

const introduction = `# Keys and scans

Reference. \`npm run docs\` writes the tables from the command registry; a test compares them. On a Mac Ctrl is ⌘.

- **Single letters** work while no field has the focus, and with Alt in a field too. A scan never presses them.
- **A barcode** adds or finds a line in an editor, in Adjust Trim, in a dump or a return. In a document that is picked or received it picks or
  receives its line with the expected quantity.
- **A number before a scan** is the quantity of that scan. Esc clears it. With \`*\`, or by \`%T.Q.25.KEEP\`, it is the quantity of every scan
  until \`-\` or \`%T.Q.END\`.
- **A document number** opens the document, on every screen.
- **Reasons and growers**: \`%T.R.{reason}\` and \`%T.GROWER.{id}\` apply to the next scans. \`%T.REASON.END\` ends the reason.
- **An error** waits for OK (F9 or Enter), and the scans after it wait too.
- \`?\` lists the keys of the open screen. *Command sheet* prints the barcodes.
`

/** Returns the page: an introduction and a table for each scope, in the order of the help. */
export function writeKeysPage(): string {
  return [introduction, ...SCOPES.flatMap(writeScope)].join('\n')
}
