import { dayOf } from '#core/kinds/dates.ts'
import { sayDay } from '#text/dates.ts'

/** A date of a header as a person reads it, with its month by name; '' if there is none. */
export function sayDate(value: string | undefined): string {
  const on = dayOf(value)
  return on === '' ? '' : sayDay(on, { dateStyle: 'medium' })
}
