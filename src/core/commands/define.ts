// How commands are declared: with their scope's port, which is always present when they are asked.
import { type RefusalCode, refuse, type Verdict } from '#core/wire/refusals.ts'
import type { Arguments, Cause, Command, MaybePromise, RunOutcome } from './command.ts'
import type { CommandContext } from './context.ts'
import { refusalOutcome } from './dispatch.ts'
import { type PortOf, type Scope, scopes } from './scopes.ts'

/** The arguments of a command, by name. Required ones are present when it runs. */
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

/** A declared command. `port` is its scope's; `context` gives access to other ports. */
export interface DeclaredCommand<Port> extends Omit<Command, 'scope' | 'when' | 'instead' | 'run'> {
  /** Default: whenever its scope is open. */
  readonly when?: (port: Port, given: Given, context: CommandContext) => Verdict
  readonly instead?: (port: Port, cause: Cause) => Promise<RunOutcome> | undefined
  /** May return nothing if the screen shows the result. */
  readonly run: (
    port: Port,
    given: Given,
    cause: Cause,
    context: CommandContext,
  ) => MaybePromise<RunOutcome> | void
  /** The refusal when its port is missing; default: the scope's. */
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

/** Commands with key and place in one scope, whose port may exist without that scope. */
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

// Arguments by type: quantities and digits as numbers, all else as text.
const givenOf = (given: Arguments): Given =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      counts.includes(name) ? Number(value) : String(value),
    ]),
  )
const counts: readonly string[] = ['quantity', 'digit'] satisfies readonly (keyof Given)[]
