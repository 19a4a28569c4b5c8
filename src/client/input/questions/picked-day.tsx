// A date picked from a calendar, by keyboard too; its field cannot be typed into (part 1 section 2, 'Dump
// header form'). On a handheld all dates are: no soft keyboard opens, and no picker of the device that would get a scan's keys.
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '#client/ui/button.tsx'
import { addMonths, DAYS, dayAfterKey, weeksOf } from '#client/ui/calendar-days.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { useIsHandheld } from '#client/ui/handheld.ts'
import { DateField } from '#client/ui/text-field.tsx'
import { today } from '#client/ui/today.ts'
import { isDate } from '#contract/document-values.ts'
import { sayDay } from '#text/dates.ts'
import { say } from '#text/say.ts'
import { useDialogAnswers } from '../engine/use-command-ports.ts'
import './calendar.css'

interface DayProps {
  readonly label: string
  readonly name?: string
  readonly hint?: string
  /** YYYY-MM-DD; '' for none. */
  readonly value: string
  readonly onValue: (day: string) => void
  readonly onBlur: (event: FocusEvent<HTMLInputElement>) => void
  readonly error: string | undefined
  readonly required?: boolean
  readonly disabled?: boolean
  /** The first day that can be chosen, YYYY-MM-DD. */
  readonly min?: string
}

const OPENING = ['Enter', ' ', 'ArrowDown', 'ArrowUp']

/** A day that is typed on a terminal, and picked from the calendar on a handheld. */
export function DayField(props: DayProps) {
  return useIsHandheld() ? (
    <PickedDay {...props} />
  ) : (
    <DateField {...props} min={props.min ?? DAYS.first} max={DAYS.last} />
  )
}

/** A day from the calendar on each device. */
export function PickedDay({
  label,
  name,
  hint,
  value,
  onValue,
  onBlur,
  error,
  required = false,
  disabled = false,
  min = DAYS.first,
}: DayProps) {
  const handheld = useIsHandheld()
  const [open, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const press = (event: KeyboardEvent) => {
    if (!OPENING.includes(event.key)) return
    event.preventDefault()
    setOpen(true)
  }
  const close = () => setOpen(false)
  // After the calendar is closed: while open, it keeps the focus.
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !open) input.current?.focus()
    wasOpen.current = open
  }, [open])
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
            value={isDate(value) ? sayDay(value, { dateStyle: 'medium' }) : value}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
            onKeyDown={press}
            onBlur={onBlur}
          />
        )}
      </Field>
      {open && (
        <Calendar
          title={label}
          chosen={value}
          min={min}
          required={required}
          onClose={close}
          onChoose={(day) => {
            onValue(day)
            close()
          }}
        />
      )}
    </>
  )
}

const Calendar = ({
  title,
  chosen,
  min,
  required,
  onChoose,
  onClose,
}: {
  readonly title: string
  readonly chosen: string
  readonly min: string
  readonly required: boolean
  readonly onChoose: (day: string) => void
  readonly onClose: () => void
}) => {
  const [start] = useState(laterOf(isDate(chosen) ? chosen : today(), min))
  const [day, setDay] = useState(start)
  const current = useRef<HTMLButtonElement | null>(null)
  /** The day has the focus at first and after each key; the month buttons keep it when clicked. */
  const follows = useRef(true)
  useDialogAnswers({
    no: () => {
      onClose()
      return undefined
    },
  })
  useEffect(() => {
    if (follows.current) current.current?.focus()
    follows.current = false
  })
  const press = (event: KeyboardEvent) => {
    const next = dayAfterKey(day, event.key, event.shiftKey)
    if (next === undefined) return
    event.preventDefault()
    follows.current = true
    setDay(laterOf(next, min))
  }
  const month = day.slice(0, 7)
  const weeks = weeksOf(day)
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{say('documents.cancel')}</Button>
          {!required && chosen !== '' && <Button onClick={() => onChoose('')}>{say('calendar.none')}</Button>}
          {today() >= min && <Button onClick={() => onChoose(today())}>{say('calendar.today')}</Button>}
        </>
      }
    >
      <div className="calendar-month">
        <IconButton
          icon="back"
          label={say('calendar.monthBefore')}
          onClick={() => setDay(laterOf(addMonths(day, -1), min))}
        />
        <span aria-live="polite">{sayDay(day, { month: 'long', year: 'numeric' })}</span>
        <IconButton
          icon="right"
          label={say('calendar.monthAfter')}
          onClick={() => setDay(addMonths(day, 1))}
        />
      </div>
      <table className="calendar">
        <thead>
          <tr>
            {weeks[0]?.map((each) => (
              <th key={each} scope="col">
                <abbr title={sayDay(each, { weekday: 'long' })}>{sayDay(each, { weekday: 'narrow' })}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((each) => (
                <td key={each}>
                  <button
                    type="button"
                    ref={each === day ? current : undefined}
                    // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first thing to do in the calendar
                    autoFocus={each === start}
                    tabIndex={each === day ? 0 : -1}
                    className="calendar-day"
                    data-other={!each.startsWith(month) || undefined}
                    data-today={each === today() || undefined}
                    aria-pressed={each === chosen}
                    aria-label={sayDay(each, { dateStyle: 'full' })}
                    disabled={each < min || each > DAYS.last}
                    onKeyDown={press}
                    onClick={() => onChoose(each)}
                  >
                    {Number(each.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}

// Days are compared as they are written.
const laterOf = (day: string, min: string) => (day < min ? min : day)
