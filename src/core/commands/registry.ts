import type { CommandId } from '#core/wire/command-ids.ts'
import type { Command } from './command.ts'
import { canBeOpenTogether } from './scopes.ts'

/** The prefix of every command barcode (docs/scanning.md, Command barcodes). */
export const COMMAND_PREFIX = '%T.'

export interface Registry {
  readonly commands: readonly Command[]
  readonly byId: (id: CommandId) => Command
  /** The command of a barcode's text without prefix, and its argument words: `Q.25` has the word `25`. */
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
  // Finds a command that has its argument between two words: `Q.25.KEEP`.
  const byFirstAndLast = ([first, argument, last, ...others]: readonly string[]) =>
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
      const framed = byFirstAndLast(words)
      if (framed) return { command: framed, rest: code.split('.').slice(1, -1) }
      for (let count = words.length; count > 0; count -= 1) {
        const command = barcodes.get(words.slice(0, count).join('.'))
        if (command) return { command, rest: code.split('.').slice(count) }
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

// Two scopes may share a key only if they are never open at the same time.
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
