// What is missing at a line's shelf, from another shelf of the barcode.
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
