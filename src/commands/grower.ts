// Whose plants are looked for, in grower storage.
import { refuse } from '#contract/refusals.ts'
import type { Command } from './command.ts'

export const growerCommands: readonly Command[] = [
  {
    // Without a grower it leads to the picker; its barcode can name one: %T.GROWER.1042.
    id: 'chooseGrower',
    scope: 'grower',
    keys: 'w',
    barcode: 'GROWER',
    arguments: [{ name: 'grower', type: 'text', required: false }],
    when: ({ grower }) => (grower ? true : refuse('notOnThisScreen')),
    run: ({ grower: port }, { grower }) => port?.choose(grower === undefined ? undefined : String(grower)),
  },
]
