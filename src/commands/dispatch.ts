import type { CommandId } from '#contract/command-ids.ts'
import { refuse, type Refusal, type Verdict } from '#contract/refusals.ts'
import type { Arguments, Command, CommandOutcome, Source } from './command.ts'
import type { CommandContext } from './context.ts'
import type { Registry } from './registry.ts'

/** What a refusal sounds like: the same for every source, so that a scanned but disabled command is never silent. */
export const refusalOutcome = (refusal: Refusal): CommandOutcome => ({
  tone: refusal.code === 'busy' ? 'busy' : 'error',
  code: refusal.code,
  ...(refusal.facts && { facts: refusal.facts }),
})

/** May the command run now, with these arguments? */
export const mayRun = (command: Command, context: CommandContext, given: Arguments = {}): Verdict => {
  const allowed = command.when(context)
  if (allowed !== true) return allowed
  const missing = command.arguments?.find(
    (argument) => argument.required && given[argument.name] === undefined,
  )
  return missing ? refuse('argumentMissing', { what: missing.name }) : true
}

/**
 * The only door to a command. Asks `when` for every source, runs it, and always ends in an outcome or in silence that
 * the command chose; a refusal is an outcome too.
 */
export const dispatch = async (
  registry: Registry,
  id: CommandId,
  context: CommandContext,
  given: Arguments,
  source: Source,
): Promise<CommandOutcome | undefined> => {
  const command = registry.byId(id)
  const verdict = mayRun(command, context, given)
  return verdict === true ? command.run(context, given, source) : refusalOutcome(verdict)
}
