// How commands are declared: in the words of their scope's port, which is there whenever they are asked.
import { type RefusalCode, refuse, type Verdict } from '#contract/refusals.ts'
import type { Arguments, Cause, Command, MaybePromise, RunOutcome } from './command.ts'
import type { CommandContext } from './context.ts'
import { refusalOutcome } from './dispatch.ts'
import { type PortOf, type Scope, scopes } from './scopes.ts'

/** What was given with a command, by name. What it needs is there when it runs. */
export interface Given {
  readonly barcode?: string
  readonly quantity?: number
  readonly number?: string
  readonly digit?: number
  readonly reason?: string
  readonly grower?: string
  readonly preset?: string
  readonly profile?: string
}

/** A command as it is declared. `port` is its scope's; `context` is there for what lies beyond. */
export interface DeclaredCommand<Port> extends Omit<Command, 'scope' | 'when' | 'instead' | 'run'> {
  /** Left out: whenever its scope is open. */
  readonly when?: (port: Port, given: Given, context: CommandContext) => Verdict
  readonly instead?: (port: Port, cause: Cause) => Promise<RunOutcome> | undefined
  /** May say nothing, where the screen speaks for itself. */
  readonly run: (
    port: Port,
    given: Given,
    cause: Cause,
    context: CommandContext,
  ) => MaybePromise<RunOutcome> | void
  /** What is said where its port is not there; left out: what its scope says. */
  readonly closed?: RefusalCode
}

/** The commands of a scope. */
export function defineCommands<Name extends Scope>(
  scope: Name,
  commands: readonly DeclaredCommand<PortOf<Name>>[],
): readonly Command[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the port of this very scope
  const port = scopes[scope].port as (context: CommandContext) => PortOf<Name> | undefined
  return commands.map((command) => bind(scope, port, command))
}

/** Commands that have their key and their place in a scope, and work on something that may be there where the scope is not. */
export function defineCommandsOn<Port>(
  scope: Scope,
  port: (context: CommandContext) => Port | undefined,
  commands: readonly DeclaredCommand<Port>[],
): readonly Command[] {
  return commands.map((command) => bind(scope, port, command))
}

function bind<Port>(
  scope: Scope,
  portOf: (context: CommandContext) => Port | undefined,
  {
    when = () => true,
    instead,
    run,
    closed = scopes[scope].closed ?? 'notOnThisScreen',
    ...command
  }: DeclaredCommand<Port>,
): Command {
  return {
    ...command,
    scope,
    when: (context, given) => {
      const port = portOf(context)
      return port === undefined ? refuse(closed) : when(port, givenOf(given), context)
    },
    ...(instead && {
      instead: (context, cause) => {
        const port = portOf(context)
        return port === undefined ? undefined : instead(port, cause)
      },
    }),
    run: (context, given, cause): MaybePromise<RunOutcome> => {
      const port = portOf(context)
      if (port === undefined) return refusalOutcome(refuse(closed))
      return run(port, givenOf(given), cause, context) ?? undefined
    },
  }
}

// As commands want it: quantities and digits are numbers, all else is text.
const givenOf = (given: Arguments): Given =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      counts.includes(name) ? Number(value) : String(value),
    ]),
  )
const counts: readonly string[] = ['quantity', 'digit'] satisfies readonly (keyof Given)[]
