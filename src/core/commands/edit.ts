// Commands of a document's editor.
import { BARCODE } from './command.ts'
import { defineCommands } from './define.ts'

export const editCommands = defineCommands('edit', [
  {
    id: 'addLine',
    barcode: 'ADD',
    arguments: [
      { name: 'barcode', type: 'barcode', required: true },
      { name: 'quantity', type: 'quantity', required: false },
    ],
    when: (document) => document.mayAddLine(),
    run: (document, { barcode = '', quantity }, cause) => document.addLine(barcode, quantity, cause),
  },
  {
    id: 'deleteLine',
    keys: 'd, f6',
    barcode: 'LINE.DELETE',
    arguments: BARCODE,
    when: (document, { barcode }) => document.mayDeleteLine(barcode),
    run: (document, { barcode }, cause) => document.deleteLine(barcode, cause),
  },
  {
    id: 'typeBarcode',
    keys: '/',
    when: (document) => document.mayAddLine(),
    run: (document) => document.typeBarcode(),
  },
  {
    id: 'advancedSearch',
    keys: 'f3',
    barcode: 'FIND',
    run: (document) => document.openSearch(),
  },
  {
    id: 'editHeader',
    keys: 'e',
    barcode: 'HEADER.EDIT',
    when: (document) => document.mayEditHeader(),
    run: (document) => document.editHeader(),
  },
  {
    id: 'goToDetail',
    opensOtherScreen: true,
    keys: 'v',
    barcode: 'DETAIL',
    when: (document) => document.maySwitchStage(),
    run: (document) => document.switchStage(),
  },
])
