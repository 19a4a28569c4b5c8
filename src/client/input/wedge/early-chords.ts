/**
 * Chords that come before the code that hears them: kept from the browser, and pressed again once it is there. Who opens the
 * palette with the first key need not press it twice.
 */
import { keysOf, type Registry } from '#commands/registry.ts'
import { isChord } from './shortcuts.ts'

export interface EarlyChords {
  /** Presses again what was kept of the last seconds, and keeps no more. */
  readonly play: () => void
  readonly end: () => void
}

// Older ones were pressed for something else, in milliseconds.
const oldest = 5000

/** Keeps the chords of commands from now on; `onFirst` is called with the first. */
export function keepEarlyChords(view: Window, registry: Registry, onFirst: () => void): EarlyChords {
  const chords = new Set(registry.commands.flatMap(keysOf).filter(isChord))
  let kept: KeyboardEvent[] = []
  const keep = (event: KeyboardEvent) => {
    // AltGr types characters, and what is pressed with Shift is another chord.
    if (event.repeat || event.altKey || event.shiftKey || !chords.has(chordOf(event))) return
    event.preventDefault()
    if (kept.length === 0) onFirst()
    kept = [...kept, event]
  }
  view.addEventListener('keydown', keep, { capture: true })
  const end = () => view.removeEventListener('keydown', keep, { capture: true })
  return {
    end,
    play: () => {
      end()
      const since = view.performance.now() - oldest
      for (const { key, code, ctrlKey, metaKey, timeStamp } of kept) {
        if (timeStamp < since) continue
        const again = { key, code, ctrlKey, metaKey, bubbles: true, cancelable: true }
        const { activeElement, body } = view.document
        for (const type of ['keydown', 'keyup'])
          (activeElement ?? body).dispatchEvent(new KeyboardEvent(type, again))
      }
      kept = []
    },
  }
}

// As commands name it: `mod+k`, `f2`.
const chordOf = ({ key, ctrlKey, metaKey }: KeyboardEvent): string =>
  `${ctrlKey || metaKey ? 'mod+' : ''}${key.toLowerCase()}`
