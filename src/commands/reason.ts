// Reasons of lines: the one of a line, and the one for the next scans.
import { refuse } from '#contract/refusals.ts'
import type { Command } from './command.ts'

const barcodeOf = (value: string | number | undefined) => (value === undefined ? undefined : String(value))

export const reasonCommands: readonly Command[] = [
  {
    // In a dialog it chooses; on a document whose lines need reasons it is the reason for the next scans, in its turn among them.
    id: 'chooseReason',
    scope: 'reasons',
    barcode: 'R',
    arguments: [{ name: 'reason', type: 'reason', required: true }],
    when: ({ dialog, document }) => {
      if (dialog) return dialog.chooseReason ? true : refuse('dialogOpen')
      return document?.reasons ? document.reasons.may() : refuse('noQuestion')
    },
    run: ({ dialog, document }, { reason }) =>
      dialog ? dialog.chooseReason?.(String(reason)) : document?.reasons?.keep(String(reason)),
  },
  {
    id: 'changeReason',
    scope: 'reasons',
    keys: 'a',
    barcode: 'REASON',
    arguments: [{ name: 'barcode', type: 'barcode', required: false }],
    when: ({ document }, { barcode }) =>
      document?.reasons ? document.reasons.mayChange(barcodeOf(barcode)) : refuse('notOnThisScreen'),
    run: ({ document }, { barcode }) => document?.reasons?.change(barcodeOf(barcode)),
  },
  {
    id: 'endReason',
    scope: 'reasons',
    barcode: 'REASON.END',
    when: ({ document }) => (document?.reasons?.isKept() ? true : refuse('noReasonKept')),
    run: ({ document }) => document?.reasons?.end(),
  },
]
