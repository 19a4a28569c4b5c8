import { type ComponentType, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Field, type FieldProps } from './field.tsx'
import type { Option } from './option.ts'
import type { SelectListProps } from './select-list.tsx'
import { useScanRead } from './use-scan-read.ts'
import './select-field.css'

export interface SelectFieldProps extends FieldProps {
  readonly options: readonly Option[]
  /** The chosen option's value; '' for none. */
  readonly value: string
  readonly onValue: (value: string) => void
  /** Shown while nothing is chosen; as the list's first option it chooses nothing. */
  readonly placeholder?: string
  readonly name?: string
  readonly required?: boolean
}

/** What the list does with the events of its field. */
export interface ListHandlers {
  readonly press: (event: KeyboardEvent) => void
  readonly click: () => void
  readonly type: (text: string) => void
  readonly close: () => void
}

const opensList = /^(?:Arrow(?:Down|Up)| )$/

// The label is selected or stands before what is typed.
const withoutLabel = (text: string, label: string) =>
  text.startsWith(label) ? text.slice(label.length) : text

let loaded: ComponentType<SelectListProps> | undefined

/**
 * A choice of one option, by the ARIA pattern of a select-only combobox. It is an input, because an Android
 * input method sends a scan nowhere else. The chosen label is drawn behind it, in several lines if it is long.
 */
export function SelectField({
  options,
  value,
  onValue,
  placeholder,
  name,
  required,
  ...field
}: SelectFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const handlers = useRef<ListHandlers>(null)
  const [isTouched, setTouched] = useState(false)
  const [isClicked, setClicked] = useState(false)
  // What was typed before the code of lists was there.
  const early = useRef('')
  useScanRead(input, () => {
    early.current = ''
  })
  const entries = placeholder === undefined ? options : [{ value: '', label: placeholder }, ...options]
  const shown = entries.find((option) => option.value === value)?.label ?? ''
  const [List, setList] = useState(() => loaded)
  // The code of lists is loaded with the first focus. Without a network the next focus tries again.
  useEffect(() => {
    if (!isTouched || List) return
    import('./select-list.tsx').then(
      ({ SelectList }) => {
        loaded = SelectList
        setList(() => SelectList)
      },
      () => setTouched(false),
    )
  }, [isTouched, List])
  return (
    <Field {...field} required={required}>
      {(control) => (
        <span className="select-field">
          <input
            {...control}
            ref={input}
            name={name}
            role="combobox"
            aria-haspopup="listbox"
            aria-expanded={false}
            aria-controls={id}
            aria-required={required}
            autoComplete="off"
            inputMode="none"
            value={shown}
            onFocus={({ target }) => {
              setTouched(true)
              // What is typed replaces the label.
              target.select()
            }}
            onClick={() => (handlers.current ? handlers.current.click() : setClicked(true))}
            onKeyDown={(event) => {
              if (handlers.current) handlers.current.press(event)
              else if (opensList.test(event.key) && early.current === '') {
                event.preventDefault()
                setClicked(true)
              }
              // On a closed list it is for the form's own handler.
              if (event.key === 'Enter') event.preventDefault()
            }}
            onBlur={() => {
              setClicked(false)
              early.current = ''
              handlers.current?.close()
            }}
            onChange={({ target }) => {
              const text = withoutLabel(target.value, shown)
              if (handlers.current) handlers.current.type(text)
              else early.current += text
            }}
          />
          <span className="control select-field-shown" aria-hidden="true">
            {shown}
          </span>
          {isTouched && List && (
            <List
              {...{ id, input, handlers, value, onValue }}
              label={field.label}
              options={entries}
              opensAtOnce={isClicked}
              early={early}
            />
          )}
        </span>
      )}
    </Field>
  )
}
