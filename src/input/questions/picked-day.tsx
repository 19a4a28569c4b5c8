// Day fields of forms: typed on a terminal, picked from the calendar on a handheld, where no soft keyboard
// opens. One field of the specification is picked on every device (part 1 section 2, 'Dump header form').
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { IconButton } from '#app/ui/button.tsx'
import { DAYS } from '#app/ui/calendar-days.ts'
import { Field } from '#app/ui/field.tsx'
import { useIsHandheld } from '#app/ui/handheld.ts'
import { readDay } from '#app/ui/read-day.ts'
import { today } from '#app/ui/today.ts'
import { useReselect } from '#app/ui/use-reselect.ts'
import { isDate } from '#core/wire/document-values.ts'
import { dateLocale, sayDay } from '#text/dates.ts'
import { say } from '#text/say.ts'
import { CalendarDialog } from './calendar-dialog.tsx'

interface DayProps {
  readonly label: string
  readonly name?: string
  readonly hint?: string
  /** YYYY-MM-DD; '' for none. On a terminal it may also be a text that is not a day. */
  readonly value: string
  readonly onValue: (day: string) => void
  readonly onBlur?: (event: FocusEvent<HTMLInputElement>) => void
  readonly error: string | undefined
  readonly required?: boolean
  readonly disabled?: boolean
  /** The first day that may be chosen, YYYY-MM-DD. */
  readonly min?: string
}

/** A day that is typed on a terminal and picked from the calendar on a handheld. */
export function DayField(props: DayProps) {
  return useIsHandheld() ? <PickedDay {...props} /> : <TypedDay {...props} />
}

const shownDay = (value: string) => (isDate(value) ? sayDay(value, { dateStyle: 'medium' }) : value)

// The calendar of a field. When it closes, the field gets the focus back.
function useCalendar({ label, value, min = DAYS.first, required = false, onValue }: DayProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) input.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  const dialog = isOpen && (
    <CalendarDialog
      title={label}
      chosen={value}
      min={min}
      required={required}
      onClose={() => setOpen(false)}
      onChoose={(day) => {
        onValue(day)
        setOpen(false)
      }}
    />
  )
  const open = () => setOpen(true)
  // Returns a key handler that opens the calendar for these keys.
  const openBy = (keys: readonly string[]) => (event: KeyboardEvent) => {
    if (!keys.includes(event.key)) return
    event.preventDefault()
    open()
  }
  return { input, dialog, open, openBy }
}

/** A day that is picked from the calendar on every device. */
export function PickedDay(props: DayProps) {
  const { label, name, hint, value, onBlur, error, required = false, disabled = false } = props
  const handheld = useIsHandheld()
  const { input, dialog, open, openBy } = useCalendar(props)
  return (
    <>
      <Field
        label={label}
        error={error}
        hint={hint ?? (handheld ? undefined : say('calendar.hint'))}
        required={required}
      >
        {(control) => (
          <input
            {...control}
            ref={input}
            name={name}
            className="control calendar-field"
            type="text"
            readOnly
            disabled={disabled}
            value={shownDay(value)}
            aria-haspopup="dialog"
            onClick={open}
            onKeyDown={openBy(['Enter', ' ', 'ArrowDown', 'ArrowUp'])}
            onBlur={onBlur}
          />
        )}
      </Field>
      {dialog}
    </>
  )
}

function TypedDay(props: DayProps) {
  const { label, name, hint, value, onValue, onBlur, error, required = false, disabled = false } = props
  // The text while it is edited, or a text that is not a day; null if the field shows its day.
  const [typed, setTyped] = useState<string | null>(null)
  // Show no error while the person types.
  const [isEdited, setEdited] = useState(false)
  const choose = (day: string) => {
    setTyped(null)
    onValue(day)
  }
  const { input, dialog, open, openBy } = useCalendar({ ...props, onValue: choose })
  useReselect(input, typed === null ? value : null)
  const isValid = typed !== null && isDate(value)
  return (
    <>
      <Field
        label={label}
        error={isEdited ? undefined : error}
        hint={isValid ? sayDay(value, { dateStyle: 'full' }) : (hint ?? say('calendar.typedHint'))}
        required={required}
      >
        {(control) => (
          <span className="calendar-typed">
            <input
              {...control}
              ref={input}
              name={name}
              className="control"
              type="text"
              autoComplete="off"
              spellCheck={false}
              disabled={disabled}
              value={typed ?? shownDay(value)}
              aria-haspopup="dialog"
              onFocus={({ target }) => {
                setEdited(true)
                target.select()
              }}
              onKeyDown={openBy(['ArrowDown', 'ArrowUp'])}
              onChange={({ target }) => {
                setTyped(target.value)
                onValue(readDay(target.value, today(), dateLocale()) ?? target.value.trim())
              }}
              onBlur={(event) => {
                setEdited(false)
                if (value === '' || isDate(value)) setTyped(null)
                onBlur?.(event)
              }}
            />
            <IconButton
              icon="calendar"
              label={say('calendar.of', { field: label })}
              // The arrow keys of the field also open the calendar.
              tabIndex={-1}
              disabled={disabled}
              onClick={open}
            />
          </span>
        )}
      </Field>
      {dialog}
    </>
  )
}
