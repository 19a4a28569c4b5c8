// Formats the age of a document for a narrow column.
import { say } from '#text/say.ts'

const MINUTE = 60_000
const HOUR = 60
const DAY = 24 * HOUR

/** '5 min', '3 h' or '2 d' since a time, ISO 8601; `now` in milliseconds since 1970; '' for no time. */
export function sayAge(since: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / MINUTE))
  if (Number.isNaN(minutes)) return ''
  if (minutes < HOUR) return say('age.minutes', { n: minutes })
  return minutes < DAY
    ? say('age.hours', { n: Math.floor(minutes / HOUR) })
    : say('age.days', { n: Math.floor(minutes / DAY) })
}
