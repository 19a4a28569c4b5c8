import {
  type ChangeEvent,
  type ComponentType,
  type CompositionEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { Field, type FieldProps } from './field.tsx'
import type { Option } from './option.ts'
import type { SelectListProps } from './select-list.tsx'
import { useScanRead } from './use-scan-read.ts'
import './select-field.css'

interface SelectFieldProps extends FieldProps {
  readonly options: readonly Option[]
  /** The chosen option's value; '' for none. */
  readonly value: string
  readonly onValue: (value: string) => void
  /** Shown while nothing is chosen; it is also the list's first option, which clears the value. */
  readonly placeholder?: string
  readonly name?: string
  readonly required?: boolean
}

/** The list's handlers for the events of its field. */
export interface ListHandlers {
  readonly press: (event: KeyboardEvent) => void
  readonly click: () => void
  readonly type: (text: string) => void
  /** The typed text has been deleted. */
  readonly clear: () => void
  readonly close: () => void
}

const opensListKey = /^(?:Arrow(?:Down|Up)| )$/

let loaded: ComponentType<SelectListProps> | undefined

// The code of lists is loaded with the first focus. Without a network the next focus tries again.
function useListCode() {
  const [isTouched, setTouched] = useState(false)
  const [List, setList] = useState(() => loaded)
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
  return { List: isTouched ? List : undefined, touch: () => setTouched(true) }
}

// The field's own text is always the chosen label: typed text is sent to the list and does not stay in the
// field.
function useSelectInput(shown: string, touch: () => void) {
  const input = useRef<HTMLInputElement>(null)
  const handlers = useRef<ListHandlers>(null)
  const [isClicked, setClicked] = useState(false)
  // The text of an active composition: only the input method changes the field meanwhile.
  const [composed, setComposed] = useState<string | null>(null)
  // The text typed before the code of lists was loaded.
  const earlyText = useRef('')
  useScanRead(input, () => {
    earlyText.current = ''
    setComposed(null)
  })
  const type = (text: string) => {
    if (text === '') {
      earlyText.current = ''
      handlers.current?.clear()
    } else if (handlers.current) handlers.current.type(text)
    else earlyText.current += text
  }
  // Without a caret inside the label, the next typed text replaces it.
  const selectLabel = (field: HTMLInputElement) => {
    field.value = shown
    field.select()
  }
  const events = {
    onFocus: ({ target }: FocusEvent<HTMLInputElement>) => {
      touch()
      selectLabel(target)
    },
    onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
      selectLabel(currentTarget)
      if (handlers.current) handlers.current.click()
      else setClicked(true)
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (handlers.current) handlers.current.press(event)
      else if (opensListKey.test(event.key) && earlyText.current === '') {
        event.preventDefault()
        setClicked(true)
      }
      // The list is closed: the form's own handler processes Enter.
      if (event.key === 'Enter') event.preventDefault()
    },
    onBlur: () => {
      setClicked(false)
      setComposed(null)
      earlyText.current = ''
      handlers.current?.close()
    },
    onChange: ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
      const { data, inputType, isComposing } = nativeEvent as Partial<InputEvent>
      if (isComposing) setComposed(target.value)
      else {
        selectLabel(target)
        // Some browsers send it once more after the end of the composition.
        if (!inputType?.includes('Composition')) type(data ?? '')
      }
    },
    onCompositionEnd: ({ data, currentTarget }: CompositionEvent<HTMLInputElement>) => {
      setComposed(null)
      selectLabel(currentTarget)
      if (data !== '') type(data)
    },
  }
  return { input, handlers, early: earlyText, isClicked, text: composed ?? shown, events }
}

/**
 * A choice of one option, by the ARIA pattern of a select-only combobox. It is an input, because an Android
 * input method sends a scan only to one. The chosen label is drawn behind it, in several lines if it is long.
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
  const entries = placeholder === undefined ? options : [{ value: '', label: placeholder }, ...options]
  const shown = entries.find((option) => option.value === value)?.label ?? ''
  const { List, touch } = useListCode()
  const { input, handlers, early, isClicked, text, events } = useSelectInput(shown, touch)
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
            value={text}
            {...events}
          />
          <span className="control select-field-shown" aria-hidden="true">
            {shown}
          </span>
          {List && (
            <List
              {...{ id, input, handlers, value, onValue, early }}
              label={field.label}
              options={entries}
              opensAtOnce={isClicked}
            />
          )}
        </span>
      )}
    </Field>
  )
}
