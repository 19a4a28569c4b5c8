import type { CommandId } from '#core/wire/command-ids.ts'
import { type Refusal, refuse, type Verdict } from '#core/wire/refusals.ts'
import type { Arguments, Cause, Command, CommandOutcome, RunOutcome } from './command.ts'
import type { CommandContext } from './context.ts'
import type { Registry } from './registry.ts'
import { isCovered } from './scopes.ts'

/**
 * The outcome of a refusal: the same for every source, so that a scanned but disabled command is never
 * silent.
 */
export function refusalOutcome(refusal: Refusal): CommandOutcome {
  return {
    tone: refusal.code === 'busy' ? 'busy' : 'error',
    code: refusal.code,
    ...(refusal.facts && { facts: refusal.facts }),
  }
}

/**
 * May the command run now with these arguments? Missing arguments are no reason to refuse: they are asked
 * for.
 */
export function mayRun(command: Command, context: CommandContext, given: Arguments = {}): Verdict {
  // An open dialog blocks the commands of the screen below.
  return isCovered(command.scope, context) ? refuse('dialogOpen') : command.when(context, given)
}

/** The name of the first missing required argument. */
export function missingArgument(command: Command, given: Arguments): string | undefined {
  return command.arguments?.find((argument) => argument.required && given[argument.name] === undefined)?.name
}

/**
 * Runs a command; the only way to do so. Asks `when` for every source and always ends in an outcome, or in
 * intended silence; a refusal is an outcome too.
 */
export async function dispatch(
  registry: Registry,
  id: CommandId,
  context: CommandContext,
  given: Arguments,
  cause: Cause,
): Promise<RunOutcome> {
  const command = registry.byId(id)
  const verdict = mayRun(command, context, given)
  if (verdict !== true) {
    const shown = isCovered(command.scope, context) ? undefined : command.instead?.(context, cause)
    return shown ?? (command.quiet ? undefined : refusalOutcome(verdict))
  }
  const missing = missingArgument(command, given)
  if (missing !== undefined) return refusalOutcome(refuse('argumentMissing', { what: missing }))
  return command.run(context, given, cause)
}
