// The app's own keypad for quantities on handhelds: usable with gloves, and no soft keyboard covers the page.
// It never has the focus, so that a scanner's keys, such as Enter, cannot press it.
import { type MouseEvent, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { say } from '#text/say.ts'
import { Icon } from './icon.tsx'
import './keypad.css'

/** A digit, delete the last one, or confirm the number. */
export type KeypadKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | 'Backspace' | 'Enter'

const KEYS: readonly KeypadKey[] = ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'Backspace', '0', 'Enter']

const preventFocus = (event: MouseEvent) => event.preventDefault()

/** The keypad at the bottom of the page. */
export function Keypad({ onKey }: { readonly onKey: (key: KeypadKey) => void }) {
  // Keeps its field visible above it.
  useLayoutEffect(() => {
    document.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [])
  return createPortal(
    <div className="keypad" role="group" aria-label={say('keypad')}>
      {KEYS.map((key) => (
        <button
          key={key}
          type="button"
          tabIndex={-1}
          className="keypad-key"
          data-key={key}
          aria-label={
            key === 'Backspace' ? say('keypad.back') : key === 'Enter' ? say('keypad.enter') : undefined
          }
          onMouseDown={preventFocus}
          onClick={() => onKey(key)}
        >
          {key === 'Backspace' ? <Icon name="back" /> : key === 'Enter' ? <Icon name="check" /> : key}
        </button>
      ))}
    </div>,
    document.body,
  )
}

/** The text of a field after a key; `from` and `to` are its selection, as positions in the text. */
export function textAfterKey(
  text: string,
  key: Exclude<KeypadKey, 'Enter'>,
  { from, to }: { readonly from: number; readonly to: number },
): string {
  if (key !== 'Backspace') return text.slice(0, from) + key + text.slice(to)
  return text.slice(0, from === to ? Math.max(0, from - 1) : from) + text.slice(to)
}
