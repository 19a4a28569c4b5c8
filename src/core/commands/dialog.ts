// Commands that answer dialogs by key or barcode. Enter and Space press the focused button.
import type { DialogAnswer } from '#core/wire/command-ids.ts'
import { refuse } from '#core/wire/refusals.ts'
import type { DialogPort } from './context.ts'
import { type DeclaredCommand, defineCommands } from './define.ts'

const answer = (
  id: DialogAnswer,
  keys: string | undefined,
  barcode: string,
): DeclaredCommand<DialogPort> => ({
  id,
  ...(keys !== undefined && { keys }),
  barcode,
  turn: 'at-once',
  when: ({ answers }) => (answers[id] ? true : refuse('notOnThisScreen')),
  run: ({ answers }, _, cause) => answers[id]?.(cause),
})

export const dialogCommands = defineCommands('dialog', [
  answer('yes', 'y', 'YES'),
  answer('no', 'n', 'NO'),
  answer('save', 's', 'SAVE'),
  answer('delete', 'd', 'DELETE'),
  answer('chooseAnother', 'a', 'ANOTHER'),
  answer('continue', 'c', 'CONTINUE'),
  answer('printAgain', 'p', 'PRINT.AGAIN'),
  answer('openPdf', 'v', 'PDF'),
  answer('anyway', 'w', 'ANYWAY'),
  answer('asItIs', 'o', 'KEEP'),
  answer('fillUp', 'r', 'FILL'),
  // These answers are chosen by number.
  answer('switchDocument', undefined, 'SWITCH'),
  answer('addHere', undefined, 'ADD.HERE'),
  answer('ignore', undefined, 'IGNORE'),
])
