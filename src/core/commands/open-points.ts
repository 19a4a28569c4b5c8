// The command that lists the open points of a document, on all of its screens.
import { defineCommands } from './define.ts'

export const openPointsCommands = defineCommands('document', [
  {
    id: 'listLeft',
    // The chord also works in a field: the list moves the focus into one.
    keys: 'n, mod+d',
    barcode: 'LEFT',
    when: (document) => document.mayListOpenPoints(),
    run: (document, _, cause) => document.listOpenPoints(cause),
  },
])
