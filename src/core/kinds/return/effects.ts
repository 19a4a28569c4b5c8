// Ledger effects of a return: nothing is reserved while it is OPEN, so somebody else may return the same
// plants first; issued quantities are checked with each line, and again at posting.
import { refuse } from '#core/wire/refusals.ts'
import { dumpedAccount, growerStorageAccount, issuedAccount } from '../accounts.ts'
import { type Effects, fixedFlows, holdsNothing, needsAll } from '../effects.ts'
import type { DocumentSteps, LineSteps } from './rules.ts'

export const effects: Effects<DocumentSteps, LineSteps> = {
  lines: { save: needsAll, delete: holdsNothing },
  document: {
    create: 'none',
    edit: 'none',
    post: fixedFlows(({ location, header }, { source, ordered }) => {
      const kept = growerStorageAccount(location, header.ReturnedFromNbr ?? '')
      const to = header.InventoryEffect === 'DUMP' ? dumpedAccount(location) : kept
      return [{ from: source, to, qty: ordered }]
    }),
  },
  sources: () => ({ kind: 'issued', owner: 'Grower' }),
  source: ({ header }) => issuedAccount('Grower', header.ReturnedFromNbr ?? ''),
  shortage: ({ barcode }, there) => refuse('moreThanIssued', { barcode, n: there }),
}
