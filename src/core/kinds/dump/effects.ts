// Ledger effects of a dump: each line removes its plants when it is DUMPED, before the whole document is.
import { dumpedAccount } from '../accounts.ts'
import {
  atLocation,
  type Effects,
  fixedFlows,
  release,
  requiresAll,
  reservesAll,
  reservesNothing,
} from '../effects.ts'
import type { DocumentSteps, LineSteps } from './rules.ts'

export const effects: Effects<DocumentSteps, LineSteps> = {
  lines: {
    save: reservesAll,
    dump: {
      ...requiresAll,
      flows: fixedFlows(({ location }, { source, ordered }) => [
        { from: source, to: dumpedAccount(location), qty: ordered },
      ]),
    },
    delete: reservesNothing,
  },
  document: { create: 'none', edit: 'none', complete: 'none', cancel: release },
  // In grower storage each line has its grower.
  ...atLocation(),
}
