// The command that makes the user the owner of a document.
import { defineCommands } from './define.ts'

export const ownerCommands = defineCommands('document', [
  {
    id: 'takeOver',
    keys: '!',
    barcode: 'TAKE.OVER',
    when: (document) => document.mayTakeOwnership(),
    run: (document, _, cause) => document.takeOwnership(cause),
  },
])
