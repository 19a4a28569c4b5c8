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

/** A few scans' worth of presses and releases. */
const most = 400

/** Keeps keys until the answered function is called, which plays them again; `end` only stops. */
export function keepEarlyKeys(view: Window): { readonly playAgain: () => void; readonly end: () => void } {
  const { document } = view
  const kept: Kept[] = []
  const keep = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.repeat) return
    if (isField(document.activeElement) || kept.length >= most) return
    const { key, code, shiftKey } = event
    const type = event.type === 'keyup' ? 'keyup' : 'keydown'
    kept.push({ type, at: event.timeStamp, key, code, shiftKey })
  }
  view.addEventListener('keydown', keep, { capture: true })
  view.addEventListener('keyup', keep, { capture: true })
  const end = () => {
    view.removeEventListener('keydown', keep, { capture: true })
    view.removeEventListener('keyup', keep, { capture: true })
  }
  return {
    end,
    playAgain: () => {
      end()
      for (const { type, at, ...rest } of kept.splice(0)) {
        const event = new KeyboardEvent(type, { ...rest, bubbles: true, cancelable: true, composed: true })
        Object.defineProperty(event, 'timeStamp', { value: at })
        ;(document.activeElement ?? document.body).dispatchEvent(event)
      }
    },
  }
}

const isField = (element: Element | null): boolean =>
  element !== null && element.matches('input, textarea, select, [contenteditable]')
