// Ledger effects of a return. An OPEN return reserves nothing, so another return may take the same plants
// first. Saving a line checks the issued quantity; posting checks it again.
import { refuse } from '#core/wire/refusals.ts'
import { dumpedAccount, growerStorageAccount, issuedAccount } from '../accounts.ts'
import { type Effects, fixedFlows, requiresAll, reservesNothing } from '../effects.ts'

/** `post` returns the whole document (the RETURN button). */
export type DocumentSteps = 'create' | 'edit' | 'post'
export type LineSteps = 'save' | 'delete'

export const effects: Effects<DocumentSteps, LineSteps> = {
  lines: { save: requiresAll, delete: reservesNothing },
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
