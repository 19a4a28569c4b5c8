// oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role -- by the ARIA combobox pattern
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Option } from './option.ts'
import './option-list.css'

/** The id of an option, for `aria-activedescendant`. */
export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}

/**
 * The open list of the field before it. It overlays the page and dialogs without moving them. The field keeps
 * the focus and handles the keys, so that the wedge reads a scan.
 */
export function OptionList({
  id,
  label,
  options,
  value,
  active,
  onChoose,
  children,
}: {
  readonly id: string
  readonly label: string
  readonly options: readonly Option[]
  /** The chosen value. */
  readonly value: string
  /** The index of the option that Enter chooses. */
  readonly active: number
  readonly onChoose: (option: Option) => void
  /** Rows below the options that cannot be chosen. */
  readonly children?: ReactNode
}) {
  const list = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => (list.current ? keepPlaced(list.current) : undefined), [])
  useLayoutEffect(() => {
    list.current?.children[active]?.scrollIntoView?.({ block: 'nearest' })
  }, [active])
  return (
    <ul
      id={id}
      ref={list}
      role="listbox"
      aria-label={label}
      className="option-list"
      // Otherwise the field would lose the focus, which closes the list.
      onMouseDown={(event) => event.preventDefault()}
    >
      {options.map((option, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are the field's
        <li
          key={option.value}
          id={optionId(id, index)}
          role="option"
          aria-selected={option.value === value}
          data-active={index === active || undefined}
          onClick={() => onChoose(option)}
        >
          {option.label}
          {option.detail !== undefined && <span className="option-list-detail"> {option.detail}</span>}
        </li>
      ))}
      {children}
    </ul>
  )
}

// The distance from the list to the field and to the edges of the window, in pixels.
const gapPx = 4
// The maximum height of the list, as a part of the window's height (part 2 section 9).
const maxWindowShare = 0.35

// Shows the list above all other elements, on the side of its field with more room, and keeps it there.
function keepPlaced(list: HTMLElement): (() => void) | undefined {
  const field = list.previousElementSibling
  // Without the popover API the list opens below its field, by the style sheet.
  if (!field || !('showPopover' in list)) return undefined
  list.popover = 'manual'
  list.showPopover()
  const place = () => {
    const { top, bottom, left, width } = field.getBoundingClientRect()
    const { innerHeight, innerWidth } = window
    const header = document.querySelector('.shell-top')?.getBoundingClientRect().bottom ?? 0
    const above = Math.max(0, top - Math.max(0, header)) - 2 * gapPx
    const below = innerHeight - bottom - 2 * gapPx
    const maxHeight = innerHeight * maxWindowShare
    const isAbove = below < Math.min(list.scrollHeight, maxHeight) && above > below
    const px = (length: number) => `${Math.round(length)}px`
    Object.assign(list.style, {
      position: 'fixed',
      minWidth: px(width),
      maxWidth: px(innerWidth - 2 * gapPx),
      maxHeight: px(Math.min(maxHeight, isAbove ? above : below)),
      inset: isAbove ? `auto auto ${px(innerHeight - top + gapPx)} 0` : `${px(bottom + gapPx)} auto auto 0`,
    })
    list.style.left = px(Math.max(gapPx, Math.min(left, innerWidth - list.offsetWidth - gapPx)))
  }
  place()
  window.addEventListener('resize', place)
  window.addEventListener('scroll', place, { capture: true, passive: true })
  return () => {
    window.removeEventListener('resize', place)
    window.removeEventListener('scroll', place, { capture: true })
  }
}
