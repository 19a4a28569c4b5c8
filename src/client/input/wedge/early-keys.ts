/**
 * Keys before the input's code is loaded: kept and replayed to the wedge with their own times, so that a scan
 * during loading works. Keys in fields are not kept.
 */

interface Kept {
  readonly type: 'keydown' | 'keyup'
  readonly at: number
  readonly key: string
  readonly code: string
  readonly shiftKey: boolean
}

// Enough for a few scans.
const most = 400
// Older keys are ignored, in milliseconds.
const oldest = 5000

let kept: Kept[] = []
let keeping: (() => void) | undefined

/** Starts keeping keys, once per page; the app calls it first. */
export function keepEarlyKeys(view: Window): void {
  if (keeping) return
  const keep = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.repeat) return
    if (isField(view.document.activeElement)) return
    const { key, code, shiftKey } = event
    const type = event.type === 'keyup' ? 'keyup' : 'keydown'
    kept = [...kept.slice(1 - most), { type, at: event.timeStamp, key, code, shiftKey }]
  }
  view.addEventListener('keydown', keep, { capture: true })
  view.addEventListener('keyup', keep, { capture: true })
  keeping = () => {
    view.removeEventListener('keydown', keep, { capture: true })
    view.removeEventListener('keyup', keep, { capture: true })
  }
}

/** Stops keeping keys, and replays those of the last seconds. */
export function playEarlyKeys(view: Window): void {
  keeping?.()
  keeping = undefined
  const { document } = view
  const since = view.performance.now() - oldest
  const played = kept.filter(({ at }) => at >= since)
  kept = []
  for (const { type, at, ...rest } of played) {
    const event = new KeyboardEvent(type, { ...rest, bubbles: true, cancelable: true, composed: true })
    Object.defineProperty(event, 'timeStamp', { value: at })
    // The focused element has already handled them. They are for the wedge, not for what has the focus now:
    // an Enter would press Done there.
    document.body.dispatchEvent(event)
  }
}

const isField = (element: Element | null): boolean =>
  element !== null && element.matches('input, textarea, select, [contenteditable]')
