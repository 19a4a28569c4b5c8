import { defineCommands } from './define.ts'

export const headerCommands = defineCommands('header', [
  {
    // Chords and function keys, because the focus is in a field while a header is edited.
    id: 'saveHeader',
    keys: 'mod+enter, f7',
    barcode: 'HEADER.SAVE',
    when: (header) => header.maySave(),
    run: (header, _, cause) => header.save(cause),
  },
  {
    id: 'cancelHeader',
    keys: 'f10',
    barcode: 'HEADER.CANCEL',
    run: (header) => header.cancel(),
  },
])
