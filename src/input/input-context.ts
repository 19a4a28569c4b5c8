// Scanning and commands for components; `InputListener` provides it.
import { createContext, use, useContext } from 'react'
import type { Arguments, RunOutcome, Source } from '#core/commands/command.ts'
import type { Registry } from '#core/commands/registry.ts'
import type { CommandId } from '#core/wire/command-ids.ts'
import type { PortStack } from './engine/port-stack.ts'
import type { ScanEngine } from './engine/scan-engine.ts'

/** Runs a command and shows its outcome in the strip; the palette asks for missing arguments. */
export type Run = (id: CommandId, given?: Arguments, source?: Source) => Promise<RunOutcome>

export interface Input {
  readonly registry: Registry
  readonly engine: ScanEngine
  readonly ports: PortStack
  readonly run: Run
}

/** The input, once its code is loaded. */
export const InputContext = createContext<Input | undefined>(undefined)

/** The same as a promise. */
export const ComingInputContext = createContext<Promise<Input> | undefined>(undefined)

/**
 * The page's input. Its code is loaded right after the first screen: components that need it earlier suspend.
 * Throws outside of an `InputPlace`.
 */
export function useInput(): Input {
  const coming = useContext(ComingInputContext)
  if (!coming) throw new Error('There is no InputPlace above this component')
  return use(coming)
}

/** `run(id, arguments?, source = 'button')` runs a command from a component. */
export function useRun(): Run {
  return useInput().run
}
