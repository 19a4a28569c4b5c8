/** A moment of the wire in the words of this browser, to the minute; '' for none. */
export function formatMoment(at = ''): string {
  const moment = new Date(at)
  return Number.isNaN(moment.getTime())
    ? ''
    : moment.toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'short' })
}
