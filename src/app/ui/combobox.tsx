// A custom searchable list by the ARIA combobox pattern: the browser's datalist cannot explain an empty
// result or be styled for gloves.
import { type KeyboardEvent, useDeferredValue, useId, useMemo, useRef, useState } from 'react'
import { say } from '#text/say.ts'
import { Field, type FieldProps } from './field.tsx'
import { normalizeText } from './list-keys.ts'
import type { Option } from './option.ts'
import { OptionList, optionId } from './option-list.tsx'
import { useReselect } from './use-reselect.ts'
import { useScanRead } from './use-scan-read.ts'

interface ComboboxProps extends FieldProps {
  readonly options: readonly Option[]
  /** The chosen option's value; '' for none. */
  readonly value: string
  readonly onValue: (value: string) => void
  readonly required?: boolean
  readonly disabled?: boolean
  readonly placeholder?: string
  /** Shown when nothing matches the input. */
  readonly nothingFound: string
  readonly onBlur?: () => void
}

// Maximum number of shown options. If there are more, the list shows a note; typing narrows it.
const maxShown = 60

/** A list filtered by typing: words in any order, arrows to move, Enter to choose, Escape to cancel. */
export function Combobox({
  options,
  value,
  onValue,
  required,
  disabled,
  placeholder,
  nothingFound,
  onBlur,
  ...field
}: ComboboxProps) {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  useScanRead(input, () => setTyped(null))
  const [active, setActive] = useState(0)
  const search = useDeferredValue(typed)
  const searchable = useMemo(
    () =>
      options.map((option) => ({ option, text: normalizeText(`${option.label} ${option.detail ?? ''}`) })),
    [options],
  )
  const all = useMemo(() => {
    const words = normalizeText(search ?? '')
      .split(/\s+/)
      .filter(Boolean)
    return searchable
      .filter(({ text, option }) =>
        words.every((word) => text.includes(word) || option.value.toLowerCase() === word),
      )
      .map(({ option }) => option)
  }, [searchable, search])
  const matches = all.slice(0, maxShown)
  const chosen = options.find((option) => option.value === value)
  const label = chosen?.label
  const open = typed !== null
  useReselect(input, open ? null : (label ?? null))

  const choose = (option: Option) => {
    setTyped(null)
    onValue(option.value)
  }
  const move = (to: number) => {
    setActive(Math.max(0, Math.min(matches.length - 1, to)))
  }
  const openList = () => {
    setTyped('')
    setActive(
      Math.max(
        0,
        options.findIndex((option) => option.value === value),
      ),
    )
  }
  const press = (event: KeyboardEvent) => {
    if (disabled) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (open) move(active + (event.key === 'ArrowDown' ? 1 : -1))
      else openList()
    } else if (event.key === 'Enter' && open) {
      event.preventDefault()
      const option = matches[active]
      if (option) choose(option)
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      event.stopPropagation()
      setTyped(null)
    }
  }

  return (
    <Field {...field} required={required}>
      {(control) => (
        <>
          <input
            {...control}
            ref={input}
            className="control"
            role="combobox"
            aria-haspopup="listbox"
            aria-expanded={open}
            aria-controls={open ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={open && matches[active] ? optionId(listId, active) : undefined}
            aria-required={required}
            autoComplete="off"
            spellCheck={false}
            disabled={disabled}
            placeholder={label ?? placeholder}
            value={typed ?? label ?? ''}
            onChange={(event) => {
              setTyped(event.target.value)
              setActive(0)
            }}
            onFocus={({ target }) => target.select()}
            onClick={() => !open && openList()}
            onKeyDown={press}
            onBlur={() => {
              setTyped(null)
              onBlur?.()
            }}
          />
          {open && (
            <OptionList
              id={listId}
              label={field.label}
              options={matches}
              value={value}
              active={active}
              onChoose={choose}
            >
              {all.length > matches.length && (
                <li className="option-list-note" role="presentation">
                  {say('listCut', { n: matches.length, total: all.length })}
                </li>
              )}
              {matches.length === 0 && (
                <li className="option-list-note" role="presentation">
                  {nothingFound}
                </li>
              )}
            </OptionList>
          )}
        </>
      )}
    </Field>
  )
}
