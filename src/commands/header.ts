// Commands of a header form that is open for editing.
import { refuse } from '#contract/refusals.ts'
import type { Command } from './command.ts'

export const headerCommands: readonly Command[] = [
  {
    // Chords and function keys: the focus is in a field while a header is edited.
    id: 'saveHeader',
    scope: 'header',
    keys: 'mod+enter, f7',
    barcode: 'HEADER.SAVE',
    when: ({ header }) => (header ? header.maySave() : refuse('notOnThisScreen')),
    run: ({ header }, _, cause) => header?.save(cause),
  },
  {
    id: 'cancelHeader',
    scope: 'header',
    keys: 'f10',
    barcode: 'HEADER.CANCEL',
    when: ({ header }) => (header ? true : refuse('notOnThisScreen')),
    run: ({ header }) => header?.cancel(),
  },
]
