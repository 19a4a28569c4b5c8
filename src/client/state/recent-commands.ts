// The commands that were chosen last in the palette of this workstation.
import * as v from 'valibot'
import { type CommandId, isCommandId } from '#contract/command-ids.ts'
import { readStored, writeStored } from './stored.ts'

const MOST = 5

const schema = v.array(v.custom<CommandId>((id) => typeof id === 'string' && isCommandId(id)))

/** The last one first. */
export function recentCommands(): readonly CommandId[] {
  return readStored('recentCommands', schema) ?? []
}

/** Remembers a choice, on top of the others. */
export function noteRecent(id: CommandId): void {
  return void writeStored(
    'recentCommands',
    [id, ...recentCommands().filter((other) => other !== id)].slice(0, MOST),
  )
}
