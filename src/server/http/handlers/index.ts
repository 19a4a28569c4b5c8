// The registry of the handlers that belong to no feature: one file and one line per area of calls.
import type { Handlers } from '../handlers.ts'
import type { HandlerParts } from './context.ts'
import { ledgerStateHandlers } from './ledger-state.ts'
import { peopleHandlers } from './people.ts'
import { referenceHandlers } from './references.ts'
import { stockHandlers } from './stock.ts'

/** Creates the handlers of this server's calls, except those of documents and features. */
export function createHandlers<Transaction>(parts: HandlerParts<Transaction>) {
  return {
    ...peopleHandlers(parts),
    ...referenceHandlers(parts),
    ...stockHandlers(parts),
    ...ledgerStateHandlers(parts),
  } satisfies Handlers<Transaction>
}
