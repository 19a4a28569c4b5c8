/** Chords before their code is loaded: kept from the browser and replayed. */
import { keysOf, type Registry } from '#commands/registry.ts'
import { isChord } from './shortcuts.ts'

export interface EarlyChords {
  /** Replays the chords of the last seconds and stops. */
  readonly play: () => void
  readonly end: () => void
}

// Older ones are ignored, in milliseconds.
const oldest = 5000

/** Keeps the commands' chords from now on; `onChord` is called at each. */
export function keepEarlyChords(view: Window, registry: Registry, onChord: () => void): EarlyChords {
  const chords = new Set(registry.commands.flatMap(keysOf).filter(isChord))
  let kept: KeyboardEvent[] = []
  const keep = (event: KeyboardEvent) => {
    // AltGr types characters, and Shift makes another chord.
    if (event.repeat || event.altKey || event.shiftKey || !chords.has(chordOf(event))) return
    event.preventDefault()
    onChord()
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

// In the commands' notation: `mod+k`, `f2`.
const chordOf = ({ key, ctrlKey, metaKey }: KeyboardEvent): string =>
  `${ctrlKey || metaKey ? 'mod+' : ''}${key.toLowerCase()}`
