// Numbers in the current language.
import { dateLocale } from './dates.ts'

/** A whole number with thousands separators: 1,240. */
export function sayCount(count: number): string {
  return count.toLocaleString(dateLocale())
}
