// The registry of handlers: an area of calls is one file and one line here.
import type { Handlers } from '../handlers.ts'
import { adjustmentHandlers } from './adjustment.ts'
import type { HandlerParts } from './context.ts'
import { dumpHandlers } from './dump.ts'
import { historyHandlers } from './history.ts'
import { issuanceHandlers } from './issuance.ts'
import { maintenanceHandlers } from './maintenance.ts'
import { peopleHandlers } from './people.ts'
import { printingHandlers } from './printing.ts'
import { referenceHandlers } from './references.ts'
import { returnHandlers } from './return.ts'
import { stockHandlers } from './stock.ts'
import { transferHandlers } from './transfer.ts'

/** The calls that this server has. */
export const createHandlers = <Transaction>(parts: HandlerParts<Transaction>): Handlers<Transaction> => ({
  ...peopleHandlers(parts),
  ...referenceHandlers(parts),
  ...stockHandlers(parts),
  ...issuanceHandlers(parts),
  ...transferHandlers(parts),
  ...dumpHandlers(parts),
  ...returnHandlers(parts),
  ...adjustmentHandlers(parts),
  ...printingHandlers(parts),
  ...maintenanceHandlers(parts),
  ...historyHandlers(parts),
})
