// The command that picks the missing plants of a line from another shelf of its barcode.
import { BARCODE } from './command.ts'
import { defineCommands } from './define.ts'

export const remainderCommands = defineCommands('document', [
  {
    id: 'takeRest',
    keys: ';',
    barcode: 'REST',
    arguments: BARCODE,
    when: (document, { barcode }) => document.mayPickRemainder(barcode),
    run: (document, { barcode }, cause) => document.pickRemainder(barcode, cause),
  },
])
