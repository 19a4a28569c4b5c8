// oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role -- a searchable list of
// its own: the browser's datalist can neither show why nothing matches nor be styled for gloves. By the ARIA combobox pattern.
import { type KeyboardEvent, useDeferredValue, useId, useMemo, useRef, useState } from 'react'
import { say } from '#text/say.ts'
import { Field, type FieldProps } from './field.tsx'
import type { Option } from './select-field.tsx'
import './combobox.css'

export interface ComboboxOption extends Option {
  /** Shown beside it in the list; searchable. */
  readonly detail?: string
}

export interface ComboboxProps extends FieldProps {
  readonly options: readonly ComboboxOption[]
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

// Maximum number of shown options; the list says so, and typing narrows it.
const MOST_SHOWN = 60

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

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
  const list = useRef<HTMLUListElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const search = useDeferredValue(typed)
  const searchable = useMemo(
    () => options.map((option) => ({ option, text: fold(`${option.label} ${option.detail ?? ''}`) })),
    [options],
  )
  const all = useMemo(() => {
    const words = fold(search ?? '')
      .split(/\s+/)
      .filter(Boolean)
    return searchable
      .filter(({ text, option }) =>
        words.every((word) => text.includes(word) || option.value.toLowerCase() === word),
      )
      .map(({ option }) => option)
  }, [searchable, search])
  const found = all.slice(0, MOST_SHOWN)
  const chosen = options.find((option) => option.value === value)
  const open = typed !== null

  const choose = (option: ComboboxOption) => {
    setTyped(null)
    onValue(option.value)
  }
  const move = (to: number) => {
    const next = Math.max(0, Math.min(found.length - 1, to))
    setActive(next)
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' })
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
      const option = found[active]
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
            className="control"
            role="combobox"
            aria-expanded={open}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={open && found[active] ? `${listId}-${active}` : undefined}
            aria-required={required}
            autoComplete="off"
            spellCheck={false}
            disabled={disabled}
            placeholder={chosen?.label ?? placeholder}
            value={typed ?? chosen?.label ?? ''}
            onChange={(event) => {
              setTyped(event.target.value)
              setActive(0)
            }}
            onClick={() => !open && openList()}
            onKeyDown={press}
            onBlur={() => {
              setTyped(null)
              onBlur?.()
            }}
          />
          <ul
            id={listId}
            ref={list}
            role="listbox"
            aria-label={field.label}
            className="combobox-list"
            hidden={!open}
          >
            {open &&
              found.map((option, index) => (
                <li
                  key={option.value}
                  id={`${listId}-${index}`}
                  role="option"
                  aria-selected={option.value === value}
                  data-active={index === active || undefined}
                  // Before the input loses the focus, which closes the list.
                  onMouseDown={(event) => {
                    event.preventDefault()
                    choose(option)
                  }}
                >
                  {option.label}
                  {option.detail !== undefined && <span className="combobox-detail"> {option.detail}</span>}
                </li>
              ))}
            {open && all.length > found.length && (
              <li className="combobox-none" role="presentation">
                {say('listCut', { n: found.length, total: all.length })}
              </li>
            )}
            {open && found.length === 0 && <li className="combobox-none">{nothingFound}</li>}
          </ul>
        </>
      )}
    </Field>
  )
}
