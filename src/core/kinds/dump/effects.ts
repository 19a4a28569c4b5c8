// Ledger effects of a dump: each line removes its plants when it is DUMPED, before the whole document is.
import { dumpedAccount } from '../accounts.ts'
import {
  atLocation,
  type Effects,
  fixedFlows,
  holdsAll,
  holdsNothing,
  needsAll,
  release,
} from '../effects.ts'
import type { DocumentSteps, LineSteps } from './rules.ts'

export const effects: Effects<DocumentSteps, LineSteps> = {
  lines: {
    save: holdsAll,
    dump: {
      ...needsAll,
      flows: fixedFlows(({ location }, { source, ordered }) => [
        { from: source, to: dumpedAccount(location), qty: ordered },
      ]),
    },
    delete: holdsNothing,
  },
  document: { create: 'none', edit: 'none', complete: 'none', cancel: release },
  // In grower storage each line has its grower.
  ...atLocation(),
}
