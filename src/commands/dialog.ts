// The answers of dialogs. Enter and the space bar press the focused button, as everywhere; these are the other ways.
import type { DialogAnswer } from '#contract/command-ids.ts'
import { refuse } from '#contract/refusals.ts'
import type { Command } from './command.ts'

const answer = (id: DialogAnswer, keys: string | undefined, barcode: string): Command => ({
  id,
  scope: 'dialog',
  ...(keys !== undefined && { keys }),
  barcode,
  turn: 'at-once',
  when: ({ dialog }) => (dialog?.answers[id] ? true : refuse(dialog ? 'notOnThisScreen' : 'noQuestion')),
  run: ({ dialog }, _, cause) => dialog?.answers[id]?.(cause),
})

export const dialogCommands: readonly Command[] = [
  answer('yes', 'y', 'YES'),
  answer('no', 'n', 'NO'),
  answer('save', 's', 'SAVE'),
  answer('delete', 'd', 'DELETE'),
  answer('chooseAnother', 'a', 'ANOTHER'),
  answer('continue', 'c', 'CONTINUE'),
  answer('printAgain', 'p', 'PRINT.AGAIN'),
  answer('openPdf', 'v', 'PDF'),
  // Answered by their number.
  answer('switchDocument', undefined, 'SWITCH'),
  answer('addHere', undefined, 'ADD.HERE'),
  answer('ignore', undefined, 'IGNORE'),
]
