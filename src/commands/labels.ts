// Commands of the screen that prints labels.
import { refuse } from '#contract/refusals.ts'
import type { Command } from './command.ts'

export const labelsCommands: readonly Command[] = [
  {
    id: 'labelsOf',
    scope: 'labels',
    keys: '/, f3',
    barcode: 'LABELS.OF',
    arguments: [
      { name: 'barcode', type: 'barcode', required: false },
      { name: 'quantity', type: 'quantity', required: false },
    ],
    when: ({ labels }) => (labels ? true : refuse('notOnThisScreen')),
    run: ({ labels }, { barcode, quantity }) =>
      labels?.choose(
        barcode === undefined ? undefined : String(barcode),
        quantity === undefined ? undefined : Number(quantity),
      ),
  },
  {
    id: 'newPrintServer',
    leaves: true,
    scope: 'labels',
    keys: 'n',
    barcode: 'NEW.PRINTER',
    when: ({ labels }) => (labels ? labels.mayAddServer() : refuse('notOnThisScreen')),
    run: ({ shell }) => {
      shell.go('printNew')
      return undefined
    },
  },
]
