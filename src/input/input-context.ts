// React contexts and hooks for scanning and commands; `InputListener` provides the input.
import { createContext, use, useContext } from 'react'
import type { Arguments, RunOutcome, Source } from '#core/commands/command.ts'
import type { Registry } from '#core/commands/registry.ts'
import type { CommandId } from '#core/wire/command-ids.ts'
import type { PortStack } from './engine/port-stack.ts'
import type { ScanEngine } from './engine/scan-engine.ts'

/** Runs a command and shows its outcome in the strip. The palette asks for missing arguments. */
export type Run = (id: CommandId, given?: Arguments, source?: Source) => Promise<RunOutcome>

export interface Input {
  readonly registry: Registry
  readonly engine: ScanEngine
  readonly ports: PortStack
  readonly run: Run
}

/** The input; undefined until its code is loaded. */
export const InputContext = createContext<Input | undefined>(undefined)

/** A promise of the input. */
export const InputPromiseContext = createContext<Promise<Input> | undefined>(undefined)

/**
 * The page's input. Its code loads right after the first screen; components that need it earlier suspend.
 * Throws outside of an `InputProvider`.
 */
export function useInput(): Input {
  const coming = useContext(InputPromiseContext)
  if (!coming) throw new Error('There is no InputPlace above this component')
  return use(coming)
}

/** Returns `run(id, arguments?, source = 'button')`, which runs a command from a component. */
export function useRun(): Run {
  return useInput().run
}
