import { type KeyboardEvent, type Ref, useState } from 'react'
import { say } from '#text/say.ts'
import { Field } from './field.tsx'
import { Icon } from './icon.tsx'
import './counter.css'

export interface CounterProps {
  readonly label: string
  readonly hint?: string | undefined
  /** A whole number from 1 to `most`. */
  readonly value: number
  readonly most: number
  readonly onValue: (value: number) => void
  /** Enter. */
  readonly onCommit?: () => void
  readonly autoFocus?: boolean
  readonly ref?: Ref<HTMLInputElement>
}

/**
 * A small number with minus and plus. It can be typed as well; what is no whole number, or zero, leaves the value as it was and
 * gives way to it when the field is left (part 1 section 5, print copies).
 */
export const Counter = ({ label, hint, value, most, onValue, onCommit, autoFocus, ref }: CounterProps) => {
  // Bound to the number it was typed beside: one that is set meanwhile, by a scan, shows.
  const [typing, setTyping] = useState<{ readonly text: string; readonly beside: number } | null>(null)
  const typed = typing?.beside === value ? typing.text : null
  const set = (next: number) => {
    setTyping(null)
    onValue(Math.max(1, Math.min(most, next)))
  }
  const type = (text: string) => {
    const read = readCount(text, most)
    setTyping({ text, beside: read ?? value })
    if (read !== undefined) onValue(read)
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      set(value + step)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      setTyping(null)
      onCommit?.()
    }
  }
  const wrong = typed !== null && typed !== '' && readCount(typed, most) === undefined
  return (
    <Field label={label} hint={hint} error={wrong ? say('print.copiesWrong', { most }) : undefined}>
      {(control) => (
        <span className="counter">
          <button
            type="button"
            className="counter-step"
            aria-label={`${label}: ${say('print.less')}`}
            aria-disabled={value <= 1 || undefined}
            onClick={() => set(value - 1)}
          >
            <Icon name="minus" />
          </button>
          <input
            {...control}
            ref={ref}
            className="control"
            type="text"
            inputMode="numeric"
            autoComplete="off"
            enterKeyHint="done"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first thing to do where it is asked for
            autoFocus={autoFocus}
            value={typed ?? String(value)}
            onChange={(event) => type(event.target.value)}
            onFocus={(event) => event.target.select()}
            onBlur={() => setTyping(null)}
            onKeyDown={press}
          />
          <button
            type="button"
            className="counter-step"
            aria-label={`${label}: ${say('print.more')}`}
            aria-disabled={value >= most || undefined}
            onClick={() => set(value + 1)}
          >
            <Icon name="plus" />
          </button>
        </span>
      )}
    </Field>
  )
}

const readCount = (text: string, most: number): number | undefined => {
  const count = /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0
  return count >= 1 && count <= most ? count : undefined
}
