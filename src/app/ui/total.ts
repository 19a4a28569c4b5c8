// Formats the number of records over all pages.
import { LIMITS } from '#core/wire/limits.ts'
import { sayCount } from '#text/numbers.ts'

/** The number, grouped; '1,000+' if it exceeds the counting limit. */
export function sayTotal(total: number): string {
  return total > LIMITS.maxCounted ? `${sayCount(LIMITS.maxCounted)}+` : sayCount(total)
}
