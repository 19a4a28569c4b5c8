import { sayMoment } from '#text/dates.ts'

/** A moment of the wire in the way of the language, to the minute; '' for none. */
export function formatMoment(at = ''): string {
  return Number.isNaN(Date.parse(at)) ? '' : sayMoment(at, { dateStyle: 'short', timeStyle: 'short' })
}
