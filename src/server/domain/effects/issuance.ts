// What issuance does to the ledger (stock-ledger, "What each step does").
import type { IssueToType } from '#contract/constants.ts'
import { growerStorageAccount, issuedAccount, stockAccount } from '../accounts.ts'
import { type Effects, holdsAll, holdsNothing, release } from './effects.ts'

export const issuanceEffects: Effects<'create' | 'edit' | 'ship' | 'cancel', 'order' | 'pick' | 'delete'> = {
  lines: { order: holdsAll, pick: holdsAll, delete: holdsNothing },
  document: {
    create: 'none',
    edit: 'none',
    ship: ({ header }, { source, held }) => [
      {
        from: source,
        to: issuedAccount(issueToType(header.IssueToType), header.IssueToNbr ?? ''),
        qty: held,
      },
    ],
    cancel: release,
  },
  sources: ({ mode, location }) => ({
    kind: mode === 'growerStorage' ? 'grower-storage' : 'stock',
    owner: location,
  }),
  source: ({ mode, location, header }, storageLocation) => {
    if (mode === 'growerStorage') return growerStorageAccount(location, header.IssueToNbr ?? '')
    return storageLocation === '' ? null : stockAccount(location, storageLocation)
  },
}

const issueToType = (value: string | undefined): IssueToType => (value === 'Nursery' ? 'Nursery' : 'Grower')
