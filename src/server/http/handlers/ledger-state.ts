import { succeed } from '#core/wire/result.ts'
import { checkLedger } from '#server/domain/check-ledger.ts'
import { identify } from '#server/domain/people.ts'
import type { Handlers } from '../handlers.ts'
import type { HandlerParts } from './context.ts'

/** Handles the check for changes that a device saw and this database lacks. */
export function ledgerStateHandlers<Transaction>({ portsIn, groups }: HandlerParts<Transaction>) {
  return {
    // Read-only users may check too, because their screens may show lost changes.
    'ledger.check': async ({ body, user }, transaction) => {
      const portsInTransaction = portsIn(transaction)
      const person = await identify(portsInTransaction.people, groups, user)
      return person.ok
        ? succeed(await checkLedger(portsInTransaction.ledgerState, person.value, body))
        : person
    },
  } satisfies Handlers<Transaction>
}
