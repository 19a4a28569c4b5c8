/**
 * Keys that come before the input's code is there: kept as they came and played again to the wedge with their own times,
 * so that a scan made while the page loads is read like any other. Keys in fields are the field's and are not kept.
 */

interface Kept {
  readonly type: 'keydown' | 'keyup'
  readonly at: number
  readonly key: string
  readonly code: string
  readonly shiftKey: boolean
}

// A few scans' worth of presses and releases.
const most = 400
// Older keys were pressed for something else, in milliseconds.
const oldest = 5000

let kept: Kept[] = []
let keeping: (() => void) | undefined

/** Starts to keep keys, once for each page; the app calls it first of all. */
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

/** Stops keeping keys, and plays those of the last seconds again. */
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
    // What had the focus then has done with them what it does. They are for the wedge, not for what has the focus now: an Enter would
    // say Done there.
    document.body.dispatchEvent(event)
  }
}

const isField = (element: Element | null): boolean =>
  element !== null && element.matches('input, textarea, select, [contenteditable]')
