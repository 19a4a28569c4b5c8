// The command that chooses the grower whose plants are searched, in grower storage.
import { defineCommands } from './define.ts'

export const growerCommands = defineCommands('grower', [
  {
    // Without a grower it opens the picker. The barcode can contain the grower: %T.GROWER.1042.
    id: 'chooseGrower',
    keys: 'w',
    barcode: 'GROWER',
    arguments: [{ name: 'grower', type: 'text', required: false }],
    run: (port, { grower }) => port.choose(grower),
  },
])
