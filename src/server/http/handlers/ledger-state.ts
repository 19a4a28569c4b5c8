import { succeed } from '#core/wire/result.ts'
import { checkLedger } from '#server/domain/check-ledger.ts'
import { identify } from '#server/domain/people.ts'
import type { Handlers } from '../handlers.ts'
import type { HandlerParts } from './context.ts'

/** Whether a device has been told of changes that this database does not have. */
export function ledgerStateHandlers<Transaction>({ portsIn, groups }: HandlerParts<Transaction>) {
  return {
    // Read-only people may ask, too: their screens may show what is gone.
    'ledger.check': async ({ body, user }, transaction) => {
      const inside = portsIn(transaction)
      const person = await identify(inside.people, groups, user)
      return person.ok ? succeed(await checkLedger(inside.ledgerState, person.value, body)) : person
    },
  } satisfies Handlers<Transaction>
}
