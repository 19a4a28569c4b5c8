// Runs chords and function keys with react-hotkeys-hook. They also work in fields, and no scanner sends them
// alone. Loaded after the first screen.
// Characters go through the wedge (`shortcuts.ts`), because this hook cannot distinguish a scanner from a
// person.
import { useLayoutEffect } from 'react'
import { useHotkeys } from 'react-hotkeys-hook'
import { keysOf } from '#core/commands/registry.ts'
import { isOpen } from '#core/commands/scopes.ts'
import { useInput } from '../input-context.ts'
import { isChord } from './shortcuts.ts'

/** Listens while mounted, and calls `onReady`. The browser handles a chord whose screen is closed. */
export default function ChordKeys({ onReady }: { readonly onReady: () => void }) {
  const { registry, ports, run } = useInput()
  const commands = registry.commands.flatMap((command) =>
    keysOf(command)
      .filter(isChord)
      .map((key) => ({ key, command })),
  )
  useHotkeys(
    [...new Set(commands.map(({ key }) => key))],
    (event, { hotkey }) => {
      const context = ports.context()
      const found = commands.find(({ key, command }) => key === hotkey && isOpen(command.scope, context))
      if (!found || event.repeat) return
      event.preventDefault()
      void run(found.command.id, {}, 'key')
    },
    { enableOnFormTags: true, enableOnContentEditable: true, useKey: true },
    [commands, ports, run],
  )
  // Runs in the same tick as the hook; otherwise both listeners would handle the same chord.
  useLayoutEffect(onReady, [onReady])
  return null
}
