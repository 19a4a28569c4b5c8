import type { CommandId } from '#core/wire/command-ids.ts'
import type { Command } from './command.ts'
import { canBeOpenTogether } from './scopes.ts'

/** The prefix of every command barcode (docs/scanning.md, Command barcodes). */
export const COMMAND_PREFIX = '%T.'

export interface Registry {
  readonly commands: readonly Command[]
  readonly byId: (id: CommandId) => Command
  /** The command of a barcode's text without prefix: `SHIP`, or `Q.25` with `25` left over. */
  readonly byBarcode: (
    code: string,
  ) => { readonly command: Command; readonly rest: readonly string[] } | undefined
}

/** Builds the registry; throws on a duplicate id, key or barcode. */
export function createRegistry(commands: readonly Command[]): Registry {
  const ids = uniqueBy(commands, 'id', (command) => [command.id])
  refuseSharedKeys(commands)
  const barcodes = uniqueBy(commands, 'barcode', (command) =>
    command.barcode ? [command.barcode.toUpperCase()] : [],
  )
  /** The command with its argument between two words: `Q.25.KEEP`. */
  const byFrame = ([first, argument, last, ...others]: readonly string[]) =>
    argument === undefined || others.length > 0 ? undefined : barcodes.get(`${first}.*.${last}`)
  return {
    commands,
    byId: (id) => {
      const command = ids.get(id)
      if (!command) throw new Error(`No command '${id}' is registered`)
      return command
    },
    byBarcode: (code) => {
      const words = code.toUpperCase().split('.')
      const around = byFrame(words)
      if (around) return { command: around, rest: code.split('.').slice(1, -1) }
      for (let taken = words.length; taken > 0; taken -= 1) {
        const command = barcodes.get(words.slice(0, taken).join('.'))
        if (command) return { command, rest: code.split('.').slice(taken) }
      }
      return undefined
    },
  }
}

/** The text of a command's barcode with an argument, without prefix: `Q.25`, `Q.25.KEEP`. */
export function writeBarcode({ barcode = '' }: Pick<Command, 'barcode'>, argument: string | number): string {
  return barcode.includes('*') ? barcode.replace('*', String(argument)) : `${barcode}.${argument}`
}

/** The keys of a command. */
export function keysOf(command: Command): readonly string[] {
  return (command.keys ?? '')
    .split(',')
    .map((key) => key.trim().toLowerCase())
    .filter((key) => key !== '')
}

// Scopes that are never open together may share keys; others may not.
const refuseSharedKeys = (commands: readonly Command[]) => {
  const seen: { readonly key: string; readonly command: Command }[] = []
  for (const command of commands) {
    for (const key of keysOf(command)) {
      const other = seen.find(
        (entry) => entry.key === key && canBeOpenTogether(entry.command.scope, command.scope),
      )
      if (other) throw new Error(`Commands '${other.command.id}' and '${command.id}' share the key '${key}'`)
      seen.push({ key, command })
    }
  }
}

const uniqueBy = (
  commands: readonly Command[],
  what: string,
  values: (command: Command) => readonly string[],
) => {
  const seen = new Map<string, Command>()
  for (const command of commands) {
    for (const value of values(command)) {
      const other = seen.get(value)
      if (other) throw new Error(`Commands '${other.id}' and '${command.id}' share the ${what} '${value}'`)
      seen.set(value, command)
    }
  }
  return seen
}
