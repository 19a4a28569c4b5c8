// Commands for master data records and for the stock import.
import type { Command } from './command.ts'
import { defineCommands } from './define.ts'

export const recordCommands: readonly Command[] = [
  ...defineCommands('record', [
    {
      // A function key, because the focus is in a field while a record is edited.
      id: 'switchRecord',
      keys: 'f6',
      barcode: 'RECORD.SWITCH',
      when: (record) => record.maySwitch(),
      run: (record, _, cause) => record.switch(cause),
    },
    {
      id: 'grantRights',
      barcode: 'RECORD.RIGHTS',
      arguments: [{ name: 'preset', type: 'text', required: true }],
      when: (record) => record.mayGrant(),
      run: (record, { preset = '' }) => record.grant(preset),
    },
  ]),
  ...defineCommands('import', [
    {
      id: 'chooseFile',
      keys: 'o, f3',
      barcode: 'FILE',
      run: (port) => port.choose(),
    },
    {
      id: 'checkFile',
      keys: 'c, f4',
      barcode: 'FILE.CHECK',
      when: (port) => port.mayCheck(),
      run: (port) => port.check(),
    },
    {
      id: 'importFile',
      keys: 'f7',
      barcode: 'FILE.IMPORT',
      when: (port) => port.mayImport(),
      run: (port) => port.import(),
    },
    {
      id: 'stopImport',
      keys: 's, f10',
      barcode: 'FILE.STOP',
      turn: 'at-once',
      when: (port) => port.mayStop(),
      run: (port) => port.stop(),
    },
  ]),
]
