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

/** `complete` dumps the whole log, `dump` one line. */
export type DocumentSteps = 'create' | 'edit' | 'complete' | 'cancel'
export type LineSteps = 'save' | 'dump' | 'delete'

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
