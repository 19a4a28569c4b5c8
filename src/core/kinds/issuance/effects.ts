// Ledger effects of an issuance: lines reserve their plants until shipping moves them to the destination.
import { ISSUE_TO_TYPES } from '#core/wire/constants.ts'
import { issuedAccount } from '../accounts.ts'
import { atLocation, type Effects, fixedFlows, release, reservesAll, reservesNothing } from '../effects.ts'

export type DocumentSteps = 'create' | 'edit' | 'ship' | 'cancel'
export type LineSteps = 'order' | 'pick' | 'delete'

export const effects: Effects<DocumentSteps, LineSteps> = {
  lines: { order: reservesAll, pick: reservesAll, delete: reservesNothing },
  document: {
    create: 'none',
    edit: 'none',
    ship: fixedFlows(({ header }, { source, held }) => {
      const type = ISSUE_TO_TYPES.find((each) => each === header.IssueToType) ?? 'Grower'
      return [{ from: source, to: issuedAccount(type, header.IssueToNbr ?? ''), qty: held }]
    }),
    cancel: release,
  },
  // In grower storage the header has the grower.
  ...atLocation(({ header }) => header.IssueToNbr ?? ''),
}
