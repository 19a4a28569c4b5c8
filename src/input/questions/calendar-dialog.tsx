// A calendar that works with keys. The picker of a browser or device would receive the keys of a scan.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '#app/ui/button.tsx'
import { addMonths, DAYS, dayAfterKey, weeksOf } from '#app/ui/calendar-days.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { today } from '#app/ui/today.ts'
import { isDate } from '#core/wire/document-values.ts'
import { sayDay } from '#text/dates.ts'
import { say } from '#text/say.ts'
import { useDialogAnswers } from '../engine/use-command-ports.ts'
import './calendar.css'

/** Shows the calendar in a dialog: scans wait until it is closed. */
export function CalendarDialog({
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
}) {
  const [start] = useState(laterOf(isDate(chosen) ? chosen : today(), min))
  const [day, setDay] = useState(start)
  const current = useRef<HTMLButtonElement | null>(null)
  // True if the day takes the focus after the next render: at first and after a key. A clicked month button
  // keeps it.
  const shouldFocusDay = useRef(true)
  useDialogAnswers({
    no: () => {
      onClose()
      return undefined
    },
  })
  useEffect(() => {
    if (shouldFocusDay.current) current.current?.focus()
    shouldFocusDay.current = false
  })
  const onDayKey = (event: KeyboardEvent) => {
    const isToday = event.key.toLowerCase() === 't' && !event.ctrlKey && !event.metaKey && !event.altKey
    const next = isToday ? today() : dayAfterKey(day, event.key, event.shiftKey)
    if (next === undefined) return
    event.preventDefault()
    shouldFocusDay.current = true
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
                    onKeyDown={onDayKey}
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

// Compares days as text, which works for YYYY-MM-DD.
const laterOf = (day: string, min: string) => (day < min ? min : day)
