// Numbers in the way of the language that is spoken.
import { dateLocale } from './dates.ts'

/** A whole number with its thousands told apart: 1,240. */
export function sayCount(count: number): string {
  return count.toLocaleString(dateLocale())
}
