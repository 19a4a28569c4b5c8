import type { Command } from '#core/commands/command.ts'
import type { NamedCommand } from '#core/commands/parse.ts'
import { say } from '#text/say.ts'

/** Adds titles and search words in the current language to commands. */
export function nameCommands(commands: readonly Command[]): readonly NamedCommand[] {
  return commands.map((command) => ({
    command,
    title: say(`command.${command.id}`),
    words: say(`command.${command.id}.words`),
  }))
}
