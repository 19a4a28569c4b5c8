// What every part of the page reaches of scanning and commands; `InputListener` fills it in.
import { createContext, use, useContext } from 'react'
import type { Arguments, RunOutcome, Source } from '#commands/command.ts'
import type { Registry } from '#commands/registry.ts'
import type { CommandId } from '#contract/command-ids.ts'
import type { PortStack } from './engine/port-stack.ts'
import type { ScanEngine } from './engine/scan-engine.ts'

/** Runs a command and tells its outcome in the strip; what the command still needs is asked for in the palette. */
export type Run = (id: CommandId, given?: Arguments, source?: Source) => Promise<RunOutcome>

export interface Input {
  readonly registry: Registry
  readonly engine: ScanEngine
  readonly ports: PortStack
  readonly run: Run
}

/** The input, as soon as its code is there. */
export const InputContext = createContext<Input | undefined>(undefined)

/** The same, for those that wait for it. */
export const ComingInputContext = createContext<Promise<Input> | undefined>(undefined)

/**
 * The input of the page. Its code comes right after the first screen: what needs it earlier than that is suspended, as if
 * its own code were still on the way. Throws outside of an `InputPlace`: a mistake in the tree.
 */
export function useInput(): Input {
  const coming = useContext(ComingInputContext)
  if (!coming) throw new Error('There is no InputPlace above this component')
  return use(coming)
}

/** `run(id, arguments?, source = 'button')`: the way for components to run a command. */
export function useRun(): Run {
  return useInput().run
}
