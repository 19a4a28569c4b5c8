// The command that picks the missing plants of a line from another shelf of its barcode.
import { BARCODE } from './command.ts'
import { defineCommands } from './define.ts'

export const restCommands = defineCommands('document', [
  {
    id: 'takeRest',
    keys: ';',
    barcode: 'REST',
    arguments: BARCODE,
    when: (document, { barcode }) => document.mayTakeRest(barcode),
    run: (document, { barcode }, cause) => document.takeRest(barcode, cause),
  },
])
