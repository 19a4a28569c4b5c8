// The commands last chosen in this workstation's palette.
import * as v from 'valibot'
import { type CommandId, isCommandId } from '#core/wire/command-ids.ts'
import { readStored, writeStored } from './stored.ts'

const maxRecent = 5

const schema = v.array(v.custom<CommandId>((id) => typeof id === 'string' && isCommandId(id)))

/** Latest first. */
export function recentCommands(): readonly CommandId[] {
  return readStored('recentCommands', schema) ?? []
}

/** Records a choice as the latest. */
export function noteRecent(id: CommandId): void {
  return void writeStored(
    'recentCommands',
    [id, ...recentCommands().filter((other) => other !== id)].slice(0, maxRecent),
  )
}
