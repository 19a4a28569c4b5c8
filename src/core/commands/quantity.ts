// Commands that set and end a fixed quantity for the next scans of a document.
import { refuse } from '#core/wire/refusals.ts'
import { defineCommands } from './define.ts'

export const quantityCommands = defineCommands('document', [
  {
    // Runs before queued scans, like the quantity of the next barcode: queued scans keep their own quantity.
    id: 'keepQuantity',
    keys: '*',
    barcode: 'Q.*.KEEP',
    turn: 'at-once',
    takesTypedNumber: true,
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
