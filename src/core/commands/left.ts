// The list of what is left before a document ends, from any of its screens.
import { defineCommands } from './define.ts'

export const leftCommands = defineCommands('document', [
  {
    id: 'listLeft',
    // The chord also works in a field, where the list has moved the focus.
    keys: 'n, mod+d',
    barcode: 'LEFT',
    when: (document) => document.mayListLeft(),
    run: (document, _, cause) => document.listLeft(cause),
  },
])
