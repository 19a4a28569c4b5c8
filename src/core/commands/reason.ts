// Commands for the reason of a line, and of the next scans.
import { refuse } from '#core/wire/refusals.ts'
import { BARCODE } from './command.ts'
import { defineCommands } from './define.ts'

export const reasonCommands = defineCommands('reasons', [
  {
    // In a dialog it chooses the reason. On a document it sets the reason of the next scans, in the order of
    // the scans.
    id: 'chooseReason',
    barcode: 'R',
    arguments: [{ name: 'reason', type: 'reason', required: true }],
    closed: 'noQuestion',
    when: (reasons) => reasons.may(),
    run: (reasons, { reason = '' }) => reasons.keep(reason),
  },
  {
    id: 'changeReason',
    keys: 'a',
    barcode: 'REASON',
    arguments: BARCODE,
    when: (reasons, { barcode }) => reasons.mayChange(barcode),
    run: (reasons, { barcode }, cause) => reasons.change(barcode, cause),
  },
  {
    id: 'endReason',
    barcode: 'REASON.END',
    closed: 'noReasonKept',
    when: (reasons) => (reasons.isKept() ? true : refuse('noReasonKept')),
    run: (reasons) => reasons.end(),
  },
])
