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
  // Answered by their number.
  answer('switchDocument', undefined, 'SWITCH'),
  answer('addHere', undefined, 'ADD.HERE'),
  answer('ignore', undefined, 'IGNORE'),
  {
    id: 'chooseReason',
    scope: 'dialog',
    barcode: 'R',
    turn: 'at-once',
    arguments: [{ name: 'reason', type: 'reason', required: true }],
    when: ({ dialog }) => (dialog?.chooseReason ? true : refuse(dialog ? 'notOnThisScreen' : 'noQuestion')),
    run: ({ dialog }, { reason }) => dialog?.chooseReason?.(String(reason)),
  },
]
