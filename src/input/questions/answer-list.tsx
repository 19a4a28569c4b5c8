// oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role -- the ARIA combobox pattern
// The answers of a question: by number, by name, with the arrow keys, or by click.
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useRef } from 'react'
import { FIRST_FOCUS } from '#app/ui/focus-owner.ts'
import { TextField } from '#app/ui/text-field.tsx'
import { useInput } from '../input-context.ts'
import './answer-list.css'

interface AnswerListProps<Option> {
  readonly label: string
  readonly hint: string
  /** All options in the order of their numbers. */
  readonly options: readonly Option[]
  /** Returns the options that match a text. */
  readonly find: (text: string) => readonly Option[]
  readonly chosen: Option | undefined
  readonly typed: string
  readonly field?: Ref<HTMLInputElement>
  readonly onType: (text: string) => void
  readonly onChoose: (option: Option) => void
  readonly onEnter: (first: Option | undefined) => void
  readonly renderOption: (option: Option) => ReactNode
  /** Shown if nothing matches. */
  readonly emptyText: string
}

/** A list with a search field. Digits typed before the question opened are entered in the field. */
export function AnswerList<Option>({
  label,
  hint,
  options,
  find,
  chosen,
  typed,
  field,
  onType,
  onChoose,
  onEnter,
  renderOption,
  emptyText,
}: AnswerListProps<Option>) {
  const { engine } = useInput()
  const rows = useRef<HTMLUListElement>(null)
  const listId = useId()
  const idOf = (option: Option) => `${listId}-${options.indexOf(option)}`
  const found = find(typed)
  // Runs once, when the list is mounted.
  useEffect(() => {
    const early = engine.takeForQuestion((digits) => find(digits).length > 0)
    if (early !== '') onType(early)
    // oxlint-disable-next-line react/exhaustive-deps
  }, [engine])
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const at = chosen === undefined ? -1 : found.indexOf(chosen)
      const next = Math.max(0, Math.min(found.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1)))
      const option = found[next]
      if (option !== undefined) onChoose(option)
      rows.current?.children[next]?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      event.preventDefault()
      onEnter(found[0])
    }
  }
  return (
    <>
      <TextField
        ref={field}
        label={label}
        hint={hint}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={chosen === undefined ? undefined : idOf(chosen)}
        value={typed}
        {...FIRST_FOCUS}
        enterKeyHint="done"
        onValue={onType}
        onKeyDown={press}
      />
      <ul id={listId} ref={rows} role="listbox" aria-label={label} className="answer-list">
        {found.map((option) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are the field's above
          <li
            key={idOf(option)}
            id={idOf(option)}
            role="option"
            aria-selected={option === chosen}
            className="answer-list-row"
            onClick={() => onChoose(option)}
          >
            <kbd className="key-hint">
              <span>{options.indexOf(option) + 1}</span>
            </kbd>
            {renderOption(option)}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p role="status">{emptyText}</p>}
    </>
  )
}
