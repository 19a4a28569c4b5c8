// What writing plants off does to the ledger (stock-ledger, "What each step does"): a line's plants are gone once it is
// DUMPED, before the whole document is.

import { growerNamed } from '#contract/grower-key.ts'
import { dumpedAccount, growerStorageAccount, stockAccount } from '../accounts.ts'
import { type Effects, holdsAll, holdsNothing, needsAll, release } from './effects.ts'

export const dumpEffects: Effects<'create' | 'edit' | 'complete' | 'cancel', 'save' | 'dump' | 'delete'> = {
  lines: {
    save: holdsAll,
    dump: {
      ...needsAll,
      flows: ({ location }, { source, ordered }) => [
        { from: source, to: dumpedAccount(location), qty: ordered },
      ],
    },
    delete: holdsNothing,
  },
  document: { create: 'none', edit: 'none', complete: 'none', cancel: release },
  sources: ({ mode, location }) => ({
    kind: mode === 'growerStorage' ? 'grower-storage' : 'stock',
    owner: location,
  }),
  // In grower storage it is each line that says whose plants they are: nobody's are taken unasked.
  source: ({ mode, location }, storageLocation) => {
    if (mode === 'growerStorage') return growerStorageAccount(location, growerNamed(storageLocation))
    return storageLocation === '' ? null : stockAccount(location, storageLocation)
  },
}
