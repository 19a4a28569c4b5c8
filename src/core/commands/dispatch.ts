import type { CommandId } from '#core/wire/command-ids.ts'
import { type Refusal, refuse, type Verdict } from '#core/wire/refusals.ts'
import type { Arguments, Cause, Command, CommandOutcome, RunOutcome } from './command.ts'
import type { CommandContext } from './context.ts'
import type { Registry } from './registry.ts'
import { isBlockedByDialog } from './scopes.ts'

/**
 * The outcome of a refusal. It is the same for every source, so that a scan of a disabled command always
 * has a visible result.
 */
export function refusalOutcome(refusal: Refusal): CommandOutcome {
  return {
    tone: refusal.code === 'busy' ? 'busy' : 'error',
    code: refusal.code,
    ...(refusal.facts && { facts: refusal.facts }),
  }
}

/**
 * May the command run now with these arguments? Missing arguments do not count: the user can still enter
 * them.
 */
export function mayRun(command: Command, context: CommandContext, given: Arguments = {}): Verdict {
  // An open dialog blocks the commands of the screen below.
  return isBlockedByDialog(command.scope, context) ? refuse('dialogOpen') : command.when(context, given)
}

/** The name of the first missing required argument. */
export function missingArgument(command: Command, given: Arguments): string | undefined {
  return command.arguments?.find((argument) => argument.required && given[argument.name] === undefined)?.name
}

/**
 * Runs a command. It is the only entry point: it checks `when` for every source, and returns a refusal as an
 * outcome. undefined means that nothing has to be shown.
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
    const shown = isBlockedByDialog(command.scope, context)
      ? undefined
      : command.showBlockers?.(context, cause)
    return shown ?? (command.quiet ? undefined : refusalOutcome(verdict))
  }
  const missing = missingArgument(command, given)
  if (missing !== undefined) return refusalOutcome(refuse('argumentMissing', { what: missing }))
  return command.run(context, given, cause)
}
