import { dayOf } from '#core/kinds/dates.ts'
import { sayDay } from '#text/dates.ts'

/** A header's date in words, with the month's name; '' if there is none. */
export function sayDate(value: string | undefined): string {
  const on = dayOf(value)
  return on === '' ? '' : sayDay(on, { dateStyle: 'medium' })
}
