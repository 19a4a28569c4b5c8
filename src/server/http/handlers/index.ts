// The registry of handlers: one file and one line per area of calls.
import type { DocumentHandlers, Handlers } from '../handlers.ts'
import { adjustmentHandlers } from './adjustment.ts'
import type { HandlerParts } from './context.ts'
import { deviceProfileHandlers } from './device-profiles.ts'
import { documentHandlers, ownerHandlers } from './documents.ts'
import { historyHandlers } from './history.ts'
import { ledgerStateHandlers } from './ledger-state.ts'
import { peopleHandlers } from './people.ts'
import { referenceHandlers } from './references.ts'
import { stockHandlers } from './stock.ts'

/** Creates the handlers of this server's calls, except those of features. */
export function createHandlers<Transaction>(
  parts: HandlerParts<Transaction>,
): Handlers<Transaction> & DocumentHandlers<Transaction> {
  return {
    ...peopleHandlers(parts),
    ...referenceHandlers(parts),
    ...stockHandlers(parts),
    ...documentHandlers(parts),
    ...ownerHandlers(parts),
    ...adjustmentHandlers(parts),
    ...historyHandlers(parts),
    ...deviceProfileHandlers(parts),
    ...ledgerStateHandlers(parts),
  }
}
