import { growerIn } from '#core/wire/grower-key.ts'
import type { TraceAccount } from '#core/wire/trace.ts'
import { isTextCode, sayCode } from '#text/say.ts'

/**
 * An account of a trace as people name it: a shelf, a grower, a transfer. One of an unknown kind by its
 * codes.
 */
export function sayAccount({ Kind, Owner, Place, Name }: TraceAccount): string {
  const code = `trace.account.${Kind}`
  const place = growerIn(Place) ?? Place
  return isTextCode(code)
    ? sayCode(code, { owner: Owner, place, name: Name || place }).trim()
    : [Kind, Owner, Place].filter((part) => part !== '').join(' ')
}
