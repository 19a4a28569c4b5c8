import { growerIdIn } from '#core/wire/grower-key.ts'
import type { TraceAccount } from '#features/history/common/trace.ts'
import { isTextCode, sayCode } from '#text/say.ts'

/** Names an account of a trace: a shelf, a grower, a transfer. An unknown kind is shown by its codes. */
export function sayAccount({ Kind, Owner, Place, Name }: TraceAccount): string {
  const code = `trace.account.${Kind}`
  const place = growerIdIn(Place) ?? Place
  return isTextCode(code)
    ? sayCode(code, { owner: Owner, place, name: Name || place }).trim()
    : [Kind, Owner, Place].filter((part) => part !== '').join(' ')
}
