// Records the keys of a page that cannot process them yet. It has no imports, because it runs as a separate
// file in the page's head before the app loads (`app/shell/early-page.ts`).

/** A key press or release; `at` in milliseconds of the page's clock. */
export interface RecordedKey {
  readonly type: 'keydown' | 'keyup'
  readonly at: number
  readonly key: string
  readonly code: string
  readonly shiftKey: boolean
}

export interface KeyRecorder {
  readonly recordedKeys: () => readonly RecordedKey[]
  readonly stop: () => void
}

declare global {
  interface Window {
    /** The recorder of the page's head, until the app takes it over. */
    earlyKeys?: KeyRecorder | undefined
  }
}

/** Maximum time between two key presses of a code, in milliseconds. */
export const maxKeyGapMs = 100
/** Number of characters of the shortest code. */
export const minCodeLength = 4

// Maximum number of recorded keys: enough for a few dozen scans.
const maxKeys = 1000

/**
 * Records keys from now on, except keys in fields. The Enter of a code does not press the focused element.
 */
export function createKeyRecorder(view: Window): KeyRecorder {
  let recorded: RecordedKey[] = []
  let characters = 0
  let lastPressAt = 0
  // Key presses as fast as a scanner's, up to this Enter, are a code.
  const endsCode = ({ type, key, timeStamp }: KeyboardEvent) => {
    if (type !== 'keydown') return false
    const codeLength = timeStamp - lastPressAt <= maxKeyGapMs ? characters : 0
    lastPressAt = timeStamp
    characters = key.length === 1 ? codeLength + 1 : codeLength
    if (key !== 'Enter') return false
    characters = 0
    return codeLength >= minCodeLength
  }
  const record = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.repeat) return
    if (view.document.activeElement?.matches('input, textarea, [contenteditable]')) return
    if (endsCode(event)) event.preventDefault()
    const { key, code, shiftKey } = event
    const type = event.type === 'keyup' ? 'keyup' : 'keydown'
    recorded = [...recorded.slice(1 - maxKeys), { type, at: event.timeStamp, key, code, shiftKey }]
  }
  view.addEventListener('keydown', record, { capture: true })
  view.addEventListener('keyup', record, { capture: true })
  return {
    recordedKeys: () => recorded,
    stop: () => {
      view.removeEventListener('keydown', record, { capture: true })
      view.removeEventListener('keyup', record, { capture: true })
    },
  }
}
