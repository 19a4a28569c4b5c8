// The list of a select field, loaded with the first focus: no first screen needs this code.
import { type KeyboardEvent, type RefObject, useEffect, useImperativeHandle, useState } from 'react'
import { actionOfKey, findTyped } from './list-keys.ts'
import type { Option } from './option.ts'
import { OptionList, optionId } from './option-list.tsx'
import type { ListHandlers } from './select-field.tsx'
import { useScanRead } from './use-scan-read.ts'

// The list moves to typed text after this long without a key, in milliseconds: the keys of a scan never
// count.
const typingPauseMs = 120
// After this pause a new text begins, in milliseconds.
const textTimeoutMs = 1000
const nothingTyped = { text: '', isNew: false }

export interface SelectListProps {
  readonly id: string
  readonly input: RefObject<HTMLInputElement | null>
  readonly handlers: RefObject<ListHandlers | null>
  readonly label: string
  readonly options: readonly Option[]
  readonly value: string
  readonly onValue: (value: string) => void
  readonly opensAtOnce: boolean
  /** The text typed before this code was loaded. */
  readonly early: RefObject<string>
}

/** The list of a `SelectField`: its keys, its typed text and its options. */
export function SelectList({
  id,
  input,
  handlers,
  label,
  options,
  value,
  onValue,
  opensAtOnce,
  early,
}: SelectListProps) {
  const index = options.findIndex((option) => option.value === value)
  // The index of the active option; null while the list is closed.
  const [active, setActive] = useState(opensAtOnce ? Math.max(0, index) : null)
  // Text typed without a pause; `isNew`: the list has not moved to it yet.
  const [typed, setTyped] = useState(() => ({ text: early.current, isNew: early.current !== '' }))

  const close = () => {
    setTyped(nothingTyped)
    setActive(null)
  }
  const choose = (option: Option | undefined) => {
    close()
    if (option && option.value !== value) onValue(option.value)
  }
  // The active option, after applying newly typed text; null if no option begins with that text.
  const resolveActive = (): number | null => {
    const at = active ?? index
    return typed.isNew ? findTyped(options, typed.text, at) : at
  }
  const press = (event: KeyboardEvent) => {
    const { key } = event
    // Ctrl+Enter saves the form with the active option.
    const isChord = event.ctrlKey || event.metaKey
    if (isChord && key !== 'Enter') return
    // A space after letters is part of the typed text.
    if (key.length === 1 && (key !== ' ' || typed.text !== '')) return
    const at = resolveActive()
    const action = actionOfKey(key, at, options.length, active !== null || typed.text !== '')
    if (!action) return
    if (action === 'choose') choose(options[at ?? index])
    else if (action === 'close') close()
    else {
      setTyped(nothingTyped)
      if (action !== 'clear') setActive(action.to)
    }
    if (key === 'Tab' || isChord) return
    event.stopPropagation()
    event.preventDefault()
  }
  useScanRead(input, close)
  useImperativeHandle(handlers, () => ({
    press,
    close,
    click: () => (active === null ? setActive(Math.max(0, index)) : close()),
    type: (text) => setTyped({ text: typed.text + text, isNew: true }),
    clear: () => setTyped(nothingTyped),
  }))
  useEffect(() => {
    const { text, isNew } = typed
    if (text === '') return undefined
    const move = () => {
      const found = resolveActive()
      if (found !== null) setActive(found)
      setTyped({ text, isNew: false })
    }
    const timer = window.setTimeout(
      isNew ? move : () => setTyped(nothingTyped),
      isNew ? typingPauseMs : textTimeoutMs,
    )
    return () => window.clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- with each key
  }, [typed])
  useFieldAttributes(input, id, active)

  if (active === null) return null
  return (
    <OptionList id={id} label={label} options={options} value={value} active={active} onChoose={choose} />
  )
}

// The field is rendered by code that is loaded earlier, so its attributes are set here.
function useFieldAttributes(input: SelectListProps['input'], id: string, active: number | null): void {
  useEffect(() => {
    const field = input.current
    field?.setAttribute('aria-expanded', String(active !== null))
    field?.setAttribute('aria-activedescendant', active === null ? '' : optionId(id, active))
  }, [input, id, active])
}
