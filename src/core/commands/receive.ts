// Commands of the receive screen, in addition to those of its verb.
import { defineCommands } from './define.ts'

export const receiveCommands = defineCommands('receive', [
  {
    id: 'updateTemperature',
    keys: 'w, f7',
    barcode: 'TEMP',
    when: (document) => document.mayUpdateHeader(),
    run: (document, _, cause) => document.updateHeader(cause),
  },
])
