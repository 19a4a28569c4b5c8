import { type KeyboardEvent, type Ref, useState } from 'react'
import { say } from '#text/say.ts'
import { readCount } from './count.ts'
import { Field } from './field.tsx'
import { FIRST_FOCUS } from './focus-owner.ts'
import { useIsHandheld } from './handheld.ts'
import { Icon } from './icon.tsx'
import { Keypad, type KeypadKey, textAfterKey } from './keypad.tsx'
import './counter.css'

interface CounterProps {
  readonly label: string
  readonly hint?: string | undefined
  /** The field's text: a whole number from 1 to `most`, or any other input. */
  readonly text: string
  readonly max: number
  readonly onText: (text: string) => void
  /** Called on Enter. */
  readonly onCommit?: () => void
  /** Called when the field loses the focus. */
  readonly onLeave?: () => void
  /** The field gets the focus when its dialog opens. */
  readonly first?: boolean
  readonly ref?: Ref<HTMLInputElement>
}

/**
 * A small number with minus and plus buttons. It can also be typed; invalid input stays with an error below
 * it, and the caller must refuse it. On a handheld it uses the app's keypad instead of a soft keyboard.
 */
export function Counter({ label, hint, text, max, onText, onCommit, onLeave, first, ref }: CounterProps) {
  const count = readCount(text, max)
  const near = count ?? (/^\d+$/.test(text.trim()) ? Number(text) : 0)
  const set = (next: number) => onText(String(Math.max(1, Math.min(max, next))))
  const press = (event: KeyboardEvent) => {
    const step = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      set(near + step)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      onCommit?.()
    }
  }
  const [focused, setFocused] = useState<HTMLInputElement | null>(null)
  const handheld = useIsHandheld()
  const tap = (key: KeypadKey) => {
    if (key === 'Enter') onCommit?.()
    else if (focused !== null) {
      const { selectionStart, selectionEnd } = focused
      const from = selectionStart ?? text.length
      onText(textAfterKey(text, key, { from, to: selectionEnd ?? from }))
    }
  }
  const wrong = text !== '' && count === undefined
  return (
    <Field label={label} hint={hint} error={wrong ? say('print.copiesWrong', { most: max }) : undefined}>
      {(control) => (
        <span className="counter">
          <button
            type="button"
            className="counter-step"
            aria-label={`${label}: ${say('print.less')}`}
            aria-disabled={near <= 1 || undefined}
            onClick={() => set(near - 1)}
          >
            <Icon name="minus" />
          </button>
          <input
            {...control}
            ref={ref}
            className="control"
            type="text"
            inputMode={handheld ? 'none' : 'numeric'}
            autoComplete="off"
            enterKeyHint="done"
            {...(first && FIRST_FOCUS)}
            value={text}
            onChange={(event) => onText(event.target.value)}
            onFocus={(event) => {
              event.target.select()
              setFocused(event.target)
            }}
            onBlur={() => {
              setFocused(null)
              onLeave?.()
            }}
            onKeyDown={press}
          />
          <button
            type="button"
            className="counter-step"
            aria-label={`${label}: ${say('print.more')}`}
            aria-disabled={near >= max || undefined}
            onClick={() => set(near + 1)}
          >
            <Icon name="plus" />
          </button>
          {handheld && focused !== null && <Keypad onKey={tap} />}
        </span>
      )}
    </Field>
  )
}
