// One quantity for all the next scans of a document, until it is ended.
import { refuse } from '#core/wire/refusals.ts'
import { defineCommands } from './define.ts'

export const quantityCommands = defineCommands('document', [
  {
    // At once, like the quantity of the next barcode: scans that are queued keep the quantity of their time.
    id: 'keepQuantity',
    keys: '*',
    barcode: 'Q.*.KEEP',
    turn: 'at-once',
    takesTyped: true,
    arguments: [{ name: 'quantity', type: 'quantity', required: true }],
    when: ({ quantities }) => quantities.may(),
    run: ({ quantities }, { quantity = 0 }) => quantities.keep(quantity),
  },
  {
    id: 'endQuantity',
    keys: '-',
    barcode: 'Q.END',
    turn: 'at-once',
    closed: 'noQuantityKept',
    when: ({ quantities }) => (quantities.isKept() ? true : refuse('noQuantityKept')),
    run: ({ quantities }) => quantities.end(),
  },
])
