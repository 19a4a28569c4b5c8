// Formats numbers in the current language.
import { numberFormat } from './formatters.ts'
import { currentLanguage } from './say.ts'

/**
 * Formats a whole number with the thousands separators of the app's language: 1,240. The device's separators
 * are not used, because a point could be read as a decimal point.
 */
export function sayCount(count: number): string {
  return numberFormat(currentLanguage().locale).format(count)
}
