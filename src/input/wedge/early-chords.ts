import { keysOf } from '#core/commands/registry.ts'
import { isOpen } from '#core/commands/scopes.ts'
import type { Input } from '../input-context.ts'
import { isChord } from './shortcuts.ts'

/** Runs chords and function keys until `chord-keys.tsx` is loaded; returns a function that ends it. */
export function runEarlyChords(
  { document: page }: Window,
  { registry, ports, run }: Pick<Input, 'registry' | 'ports' | 'run'>,
): () => void {
  const onKey = (event: KeyboardEvent) => {
    const chord = chordOf(event)
    // AltGr types characters, and Shift makes a different chord.
    if (event.repeat || event.altKey || event.shiftKey || !isChord(chord)) return
    const context = ports.context()
    const command = registry.commands.find(
      (each) => keysOf(each).includes(chord) && isOpen(each.scope, context),
    )
    if (!command) return
    event.preventDefault()
    void run(command.id, {}, 'key')
  }
  page.addEventListener('keydown', onKey)
  return () => page.removeEventListener('keydown', onKey)
}

// In the commands' notation: `mod+k`, `f2`.
const chordOf = ({ key, ctrlKey, metaKey }: KeyboardEvent): string =>
  `${ctrlKey || metaKey ? 'mod+' : ''}${key.toLowerCase()}`
