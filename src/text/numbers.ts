// Numbers in the current language.
import { numbersOf } from './formatters.ts'
import { spoken } from './say.ts'

/**
 * A whole number with thousands separators: 1,240. As the language groups them, whatever the device is set
 * to: to somebody else, a point in it would be the beginning of decimals.
 */
export function sayCount(count: number): string {
  return numbersOf(spoken().locale).format(count)
}
