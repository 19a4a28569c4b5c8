// Commands of the screen that prints labels.
import { BARCODE_AND_QUANTITY } from './command.ts'
import { defineCommands } from './define.ts'

export const labelsCommands = defineCommands('labels', [
  {
    id: 'labelsOf',
    keys: '/, f3',
    barcode: 'LABELS.OF',
    arguments: BARCODE_AND_QUANTITY,
    run: (labels, { barcode, quantity }) => labels.choose(barcode, quantity),
  },
  {
    id: 'newPrintServer',
    leaves: true,
    keys: 'n',
    barcode: 'NEW.PRINTER',
    when: (labels) => labels.mayAddServer(),
    run: (_, _given, _cause, { shell }) => shell.go('printNew'),
  },
])
