import { useCallback, useMemo } from 'react'
import { useBatchedStore } from '#app/state/use-batched-store.ts'
import type { Arguments } from '#core/commands/command.ts'
import { mayRun } from '#core/commands/dispatch.ts'
import type { CommandId } from '#core/wire/command-ids.ts'
import type { Verdict } from '#core/wire/refusals.ts'
import { useInput } from '../input-context.ts'

const noArguments: Arguments = {}
// A new verdict renders together with the change that caused it.
const isAlwaysEcho = () => true

/** May a command run now? Updates when the ports of its screen change. */
export function useVerdict(id: CommandId, given: Arguments = noArguments): Verdict {
  const { registry, ports, engine } = useInput()
  const subscribe = useCallback(
    (listener: () => void) => {
      const unsubscribes = [ports.subscribe(listener), engine.subscribe(listener)]
      return () => {
        for (const end of unsubscribes) end()
      }
    },
    [ports, engine],
  )
  // Each verdict is a new object. Its text changes only if its content does.
  const text = useBatchedStore(
    subscribe,
    () => JSON.stringify(mayRun(registry.byId(id), ports.context(), given)),
    isAlwaysEcho,
  )
  return useMemo((): Verdict => JSON.parse(text), [text])
}
