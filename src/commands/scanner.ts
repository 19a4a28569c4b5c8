// Commands about scanning itself: the quantity before a barcode, the error that waits, the last scan.
import { refuse, type Verdict } from '#contract/refusals.ts'
import type { Command } from './command.ts'
import type { CommandContext } from './context.ts'

/** While a scan is under way, the screen's last change is not the last scan: undoing it would undo the wrong one. */
const mayUndo = ({ scanner, document }: CommandContext): Verdict => {
  if (scanner.mayTakeBack() === true) return true
  if (scanner.isBusy()) return refuse('busy')
  return document ? document.mayUndo() : refuse('nothingToUndo')
}

export const scannerCommands: readonly Command[] = [
  {
    // Never taken by itself: F9, Escape and the next scan are a no.
    id: 'takeOffered',
    scope: 'offer',
    keys: 'enter',
    barcode: 'TAKE',
    turn: 'at-once',
    when: ({ scanner }) => (scanner.offered() === undefined ? refuse('nothingOffered') : true),
    run: ({ scanner }) => scanner.takeOffered(),
  },
  {
    id: 'setQuantity',
    scope: 'scanner',
    barcode: 'Q',
    turn: 'at-once',
    arguments: [{ name: 'quantity', type: 'quantity', required: true }],
    when: () => true,
    // A dialog that asks for a number takes it; otherwise it is the next barcode's.
    run: ({ scanner, dialog }, { quantity }) =>
      dialog?.setQuantity?.(Number(quantity)) ?? scanner.setQuantity(quantity ?? ''),
  },
  {
    id: 'clearQuantity',
    scope: 'scanner',
    barcode: 'CLEAR',
    turn: 'at-once',
    quiet: true,
    when: ({ scanner }) => scanner.mayClear(),
    run: ({ scanner }) => scanner.clear(),
  },
  {
    // F9 also works in a field; Enter counts only where it does nothing else: not on a button, not in a field.
    id: 'acknowledge',
    scope: 'scanner',
    keys: 'f9, enter',
    barcode: 'OK',
    turn: 'at-once',
    quiet: true,
    when: ({ scanner }) => scanner.mayAcknowledge(),
    run: ({ scanner }) => scanner.acknowledge(),
  },
  {
    // One key for 'away with it': first the error that is held, then what is typed, then what is shown.
    id: 'dismiss',
    scope: 'scanner',
    keys: 'escape',
    turn: 'at-once',
    quiet: true,
    when: ({ scanner }) => scanner.mayClear(),
    run: ({ scanner }) => scanner.clear(),
  },
  {
    // The last scan is the last one made: while it waits it is taken out of the queue, after that the screen undoes it.
    id: 'undo',
    scope: 'scanner',
    keys: 'u, f8',
    barcode: 'UNDO',
    turn: 'at-once',
    when: mayUndo,
    run: ({ scanner, document }, _, cause) =>
      scanner.mayTakeBack() === true ? scanner.takeBack() : document?.undo(cause),
  },
  {
    // A digit as a barcode: of the quantity for the next barcode, or the number of an answer where answers are numbered.
    id: 'typeDigit',
    scope: 'scanner',
    barcode: 'D',
    turn: 'at-once',
    arguments: [{ name: 'digit', type: 'digit', required: true }],
    when: ({ dialog }) => (dialog && !dialog.choose ? refuse('dialogOpen') : true),
    run: ({ scanner, dialog }, { digit }) =>
      dialog ? dialog.choose?.(Number(digit)) : scanner.typeDigit(String(digit)),
  },
  {
    // The chord also works in a field, where the focus is after most refusals.
    id: 'whyNot',
    scope: 'scanner',
    keys: 'y, mod+i',
    barcode: 'WHY',
    turn: 'at-once',
    when: () => true,
    run: ({ shell }) => shell.explain(),
  },
]
