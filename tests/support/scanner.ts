// Simulates a keyboard and a keyboard scanner through page events. Times are those of the events.

export interface KeyboardUser {
  /** A scanner reads a code: keys 10 ms apart, held for 6 ms, then Enter. */
  readonly scan: (text: string) => void
  /** A person presses and releases keys by name, at typing speed. */
  readonly press: (...keys: readonly string[]) => void
  /** A chord or a function key. */
  readonly chord: (
    key: string,
    modifiers?: { readonly ctrl?: boolean; readonly alt?: boolean },
  ) => KeyboardEvent
}

const codeOf = (key: string): string => {
  if (/^[a-z]$/i.test(key)) return `Key${key.toUpperCase()}`
  if (/^[0-9]$/.test(key)) return `Digit${key}`
  return { '?': 'Slash', '/': 'Slash', '%': 'Digit5', '.': 'Period' }[key] ?? key
}

/**
 * Returns a keyboard and a scanner for a window. The focused element gets the keys, and its value changes as
 * in a browser.
 */
export function createKeyboardUser(view: Window & typeof globalThis): KeyboardUser {
  let now = view.performance.now()
  const send = (type: 'keydown' | 'keyup', key: string, ctrl = false, alt = false): KeyboardEvent => {
    const event = new view.KeyboardEvent(type, {
      key,
      code: codeOf(key),
      ctrlKey: ctrl,
      altKey: alt,
      shiftKey: /^[A-Z?%]$/.test(key),
      bubbles: true,
      cancelable: true,
      composed: true,
    })
    Object.defineProperty(event, 'timeStamp', { value: now })
    const target = view.document.activeElement ?? view.document.body
    target.dispatchEvent(event)
    if (type === 'keydown' && !event.defaultPrevented && key.length === 1 && !ctrl && !alt) enter(target, key)
    return event
  }
  const enter = (target: Element, key: string) => {
    if (!(target instanceof view.HTMLInputElement)) return
    target.setRangeText(key, target.value.length, target.value.length, 'end')
    target.dispatchEvent(new view.InputEvent('input', { data: key, inputType: 'insertText', bubbles: true }))
  }
  return {
    scan: (text) => {
      now += 700
      for (const key of [...text, 'Enter']) {
        send('keydown', key)
        now += 6
        send('keyup', key)
        now += 4
      }
    },
    press: (...keys) => {
      for (const key of keys) {
        now += 180
        send('keydown', key)
        now += 90
        send('keyup', key)
      }
    },
    chord: (key, { ctrl = false, alt = false } = {}) => {
      now += 180
      const event = send('keydown', key, ctrl, alt)
      now += 90
      send('keyup', key, ctrl, alt)
      return event
    },
  }
}
