// What issuance does to the ledger (stock-ledger, "What each step does").
import type { IssueToType } from '#contract/constants.ts'
import { growerStorageAccount, issuedAccount, stockAccount } from '../accounts.ts'
import type { Effects } from './effects.ts'

export const issuanceEffects: Effects<'create' | 'edit' | 'ship' | 'cancel', 'order' | 'pick' | 'delete'> = {
  lines: {
    order: { holds: (quantity) => quantity, writes: (quantity) => ({ ordered: quantity, picked: null }) },
    pick: { holds: (quantity) => quantity, writes: (quantity) => ({ picked: quantity }) },
    delete: { holds: () => 0, writes: () => ({}) },
  },
  document: {
    create: { type: 'none' },
    edit: { type: 'none' },
    ship: {
      type: 'move',
      to: ({ header }) => issuedAccount(issueToType(header.IssueToType), header.IssueToNbr ?? ''),
    },
    cancel: { type: 'release' },
  },
  sourceKind: ({ mode }) => (mode === 'growerStorage' ? 'grower-storage' : 'stock'),
  source: ({ mode, location, header }, storageLocation) => {
    if (mode === 'growerStorage') return growerStorageAccount(location, header.IssueToNbr ?? '')
    return storageLocation === '' ? null : stockAccount(location, storageLocation)
  },
}

const issueToType = (value: string | undefined): IssueToType => (value === 'Nursery' ? 'Nursery' : 'Grower')
