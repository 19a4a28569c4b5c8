// Declares commands with the port of their scope. The port is always present when `when` or `run` is called.
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

/** A declared command. `port` is the port of its scope; `context` has the other ports. */
export interface DeclaredCommand<Port> extends Omit<Command, 'scope' | 'when' | 'showBlockers' | 'run'> {
  /** Default: allowed whenever its scope is open. */
  readonly when?: (port: Port, given: Given, context: CommandContext) => Verdict
  readonly instead?: (port: Port, cause: Cause) => Promise<RunOutcome> | undefined
  /** May return nothing if the screen shows the result. */
  readonly run: (
    port: Port,
    given: Given,
    cause: Cause,
    context: CommandContext,
  ) => MaybePromise<RunOutcome> | void
  /** The refusal if its port is missing; default: the scope's refusal. */
  readonly closed?: RefusalCode
}

/** Defines the commands of a scope. */
export function defineCommands<Name extends Scope>(
  scope: Name,
  commands: readonly DeclaredCommand<PortOf<Name>>[],
): readonly Command[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the port of the same scope
  const port = scopes[scope].port as (context: CommandContext) => PortOf<Name> | undefined
  return commands.map((command) => bind(scope, port, command))
}

/** Defines commands that are listed in one scope but use a port that may exist without that scope. */
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
      showBlockers: (context, cause) => {
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

// Converts arguments by name: quantities and digits to numbers, all others to text.
const givenOf = (given: Arguments): Given =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      counts.includes(name) ? Number(value) : String(value),
    ]),
  )
const counts: readonly string[] = ['quantity', 'digit'] satisfies readonly (keyof Given)[]
