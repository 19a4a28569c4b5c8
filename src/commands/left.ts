// What is left before a document ends: the list of it, from any of its screens.
import { defineCommands } from './define.ts'

export const leftCommands = defineCommands('document', [
  {
    id: 'listLeft',
    // The chord also works in a field, where the focus is after the list has led to a line.
    keys: 'n, mod+d',
    barcode: 'LEFT',
    when: (document) => document.mayListLeft(),
    run: (document, _, cause) => document.listLeft(cause),
  },
])
