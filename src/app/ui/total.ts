// How many records there are over all pages.
import { LIMITS } from '#core/wire/limits.ts'
import { sayCount } from '#text/numbers.ts'

/** The number, grouped; '1,000+' for more than are counted. */
export function sayTotal(total: number): string {
  return total > LIMITS.counted ? `${sayCount(LIMITS.counted)}+` : sayCount(total)
}
